// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { Channels } from './Channels.tsx'
import { DeskProvider } from './desk-changes.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const DESK = {
  tag: '#2PYL',
  name: 'Deep Pod',
  role: 'editor' as const,
  player_tag: '#8QQ',
  reads_until: null,
  alerts: 0,
  trial: false,
}
const NEWS = {
  id: 5,
  name: '#news',
  address: 'https://discord.com/api/webhooks/…1234/…',
  posts: ['joined', 'week'],
  language: 'en',
  time_zone: 'Europe/Berlin',
  quiet_hours: { from: 22, until: 7 },
  state: 'on',
  off_reason: null,
  off_facts: null,
  tested_at: '2026-11-21T10:00:00Z',
  last_sent_at: null,
  waiting: 0,
  waiting_reason: null,
  waiting_facts: null,
  given_up: [],
  version: 3,
}
const LIST = { channels: [NEWS], channels_max: 5, languages: ['en'], time_zone: 'Europe/Berlin', sends: true }
const BASE = '/api/desk/2PYL/channels'
const POST = { title: 'Deep Pod', lines: ['**Best today**', 'Ada\\_1 +20'], fields: [], footer: 'As of today' }
const HAPPENED = { joined: 'Milo joined', left: 'Lea left' }

/** What the server makes of the posts that it is asked for. */
function samplesOf(posts: readonly string[]) {
  const lines = Object.entries(HAPPENED).flatMap(([post, line]) => (posts.includes(post) ? [line] : []))
  const news = { ...POST, about: 'news', title: 'News of Deep Pod', lines }
  const board = { ...POST, about: 'board', fields: [{ name: 'Members', value: '28 of 30' }] }
  return { posts: [...(lines.length > 0 ? [news] : []), ...(posts.includes('board') ? [board] : [])] }
}

type Sent = { method: string; path: string; body: unknown }
let sent: Sent[]
/** The posts of which samples were asked for, once for each call. */
let sampled: string[]
let refusal: object | null
beforeEach(() => {
  sent = []
  sampled = []
  refusal = null
})

function show(list: object, role: 'editor' | 'viewer' = 'editor') {
  renderPage(
    <DeskProvider desk={{ ...DESK, role }}>
      <Channels />
    </DeskProvider>,
    { [BASE]: { ...LIST, ...list }, [`${BASE}/samples`]: samplesOf(['joined', 'left', 'board']) },
  )
  const read = fetch
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const posts = new URL(path, 'http://site.test').searchParams.get('posts')
    if (posts !== null) {
      sampled.push(posts)
      return Response.json(samplesOf(posts.split(',')))
    }
    if (method === 'GET') return read(path)
    sent.push({ method, path, body: body === undefined ? null : JSON.parse(String(body)) })
    if (refusal) return Response.json(refusal, { status: 409 })
    return Response.json({ log_id: 7, channel: NEWS, ok: true })
  })
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

test('a channel tells what it gets, when it is quiet, and that its test arrived', async () => {
  show({})
  const card = await screen.findByRole('listitem', { name: '#news' })
  expect(card.textContent).toContain('Gets: who joined, the report of the week')
  expect(card.textContent).toContain('Quiet from 22:00 to 07:00, Europe/Berlin')
  expect(card.textContent).toContain('OnTest arrived')
})

test('a channel that Discord refused says why, and so do messages that were given up', async () => {
  const at = '2026-11-20T10:00:00Z'
  const given_up = [{ event: 'week', reason: 'Discord did not answer for a day', facts: null, at }]
  const off = { off_reason: 'In English', off_facts: { code: 'webhook_deleted' } }
  show({ channels: [{ ...NEWS, state: 'off', ...off, given_up }] })
  const card = await screen.findByRole('listitem', { name: '#news' })
  expect(card.textContent).toContain('Switched off: The webhook was deleted in Discord')
  expect(card.textContent).toContain('1 message could not be sent lately')
  expect(card.textContent).toContain('the report of the week, Nov 20, 2026: Discord did not answer for a day')
})

test('before a channel is connected, a leader sees what it would get, and the steps', async () => {
  show({ channels: [] })
  expect(await screen.findByText('Milo joined')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'The live board' }))
  expect(screen.getByText('Best today')).toBeTruthy()
  expect(screen.getByText('Ada_1').closest('li')?.textContent).toBe('1Ada_1+20')
  expect(screen.getByText('28 of 30')).toBeTruthy()
  const steps = screen.getByRole('region', { name: 'No channel is connected' })
  expect(within(steps).getAllByRole('listitem')).toHaveLength(3)
})

test('once a channel is connected, what it gets is asked for on a press alone', async () => {
  show({})
  await screen.findByRole('listitem', { name: '#news' })
  expect(screen.queryByText('Milo joined')).toBeNull()
  await press('What your channel gets')
  expect(await screen.findByText('Milo joined')).toBeTruthy()
})

test('the form of a new channel names in a line for each group of posts the chosen ones with their number, or what there is', async () => {
  show({ channels: [] })
  await press('Connect a channel')
  const form = within(await screen.findByRole('dialog'))
  const row = (label: string) => form.getByLabelText(label).closest('details')?.querySelector('summary')?.textContent
  expect(row('Who joined')).toBe('MembersWho joined, Who left, New roles, Blacklisted joiners4/6')
  expect(row('Milestones')).toMatch(/^RecordsMilestones, Record days, .* from 10$/)
})

test('a new channel is connected by its address, and a test message follows', async () => {
  show({ channels: [] })
  await press('Connect a channel')
  const form = within(await screen.findByRole('dialog'))
  fireEvent.change(form.getByLabelText('Address of the webhook'), { target: { value: 'https://discord.com/x' } })
  fireEvent.change(form.getByLabelText('Name'), { target: { value: '#den' } })
  fireEvent.click(form.getByLabelText('Milestones'))
  fireEvent.click(form.getByLabelText('Who left'))
  fireEvent.click(form.getByLabelText(/^Quiet hours/))
  fireEvent.change(form.getByLabelText('Until'), { target: { value: '8' } })
  await press('Connect and send a test')
  expect(await screen.findByText('#den: connected')).toBeTruthy()
  expect(sent).toEqual([
    {
      method: 'POST',
      path: BASE,
      body: {
        address: 'https://discord.com/x',
        name: '#den',
        posts: ['joined', 'role', 'blacklisted', 'week', 'milestones'],
        language: 'en',
        time_zone: 'Europe/Berlin',
        quiet_hours: { from: 22, until: 8 },
      },
    },
    { method: 'POST', path: `${BASE}/5/test`, body: null },
  ])
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('the form shows a sample of the posts that are chosen, and of no others', async () => {
  show({})
  await press(/^Change/)
  const form = within(await screen.findByRole('dialog'))
  const tick = (name: string) => fireEvent.click(form.getByRole('checkbox', { name }))
  const board = 'The live board'
  expect(await form.findByText('Milo joined')).toBeTruthy()
  expect(form.queryByText('Lea left')).toBeNull()
  tick('Who left')
  expect(await form.findByText('Lea left')).toBeTruthy()
  tick('Who joined')
  await waitFor(() => expect(form.queryByText('Milo joined')).toBeNull())
  expect(form.getByText('Lea left')).toBeTruthy()
  expect(form.queryByText('28 of 30')).toBeNull()
  tick(board)
  expect(await form.findByText('28 of 30')).toBeTruthy()
  tick('Who left')
  tick(board)
  expect(await form.findByText('Nothing to share yet')).toBeTruthy()
  tick('The report of the week')
  expect(await form.findByText('Gets nothing')).toBeTruthy()
})

test('on a phone the form begins with what the channel gets, as a row that opens', async () => {
  show({})
  await press(/^Change/)
  const row = await within(await screen.findByRole('dialog')).findByRole('button', { name: /^What your channel gets/ })
  expect(await within(row).findByText('Members')).toBeTruthy()
  expect(row.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(row)
  expect(row.getAttribute('aria-expanded')).toBe('true')
})

test('several ticks in a row ask for one sample, once they are made', async () => {
  show({})
  await press(/^Change/)
  const form = within(await screen.findByRole('dialog'))
  expect(await form.findByText('Milo joined')).toBeTruthy()
  for (const name of ['New roles', 'Who left', 'The live board']) fireEvent.click(form.getByRole('checkbox', { name }))
  expect(await form.findByText('28 of 30')).toBeTruthy()
  expect(sampled).toEqual(['joined,week', 'joined,left,role,board,week'])
})

test('what is wrong with a new channel stands at its field', async () => {
  show({ channels: [] })
  const sentence = 'This webhook is connected already'
  refusal = { error: sentence, code: 'channel_known', fields: { address: sentence } }
  await press('Connect a channel')
  const form = within(await screen.findByRole('dialog'))
  const address = form.getByLabelText('Address of the webhook')
  fireEvent.change(address, { target: { value: 'https://discord.com/x' } })
  fireEvent.change(form.getByLabelText('Name'), { target: { value: '#den' } })
  await press('Connect and send a test')
  const problem = await form.findByText(sentence)
  expect(address.getAttribute('aria-describedby')).toContain(problem.id)
  expect(address.getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('time zones begin with that of the browser, and any other is found by typing', async () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone: 'Asia/Tokyo' } as never)
  show({ channels: [], time_zone: 'UTC' })
  await press('Connect a channel')
  const zone = within(await screen.findByRole('dialog')).getByLabelText<HTMLInputElement>('Time zone')
  expect(zone.value).toBe('Asia/Tokyo')
  const choices = document.getElementById(zone.getAttribute('list') ?? '')?.querySelectorAll('option') ?? []
  expect([...choices].slice(0, 2).map(({ value }) => value)).toEqual(['Asia/Tokyo', 'UTC'])
  fireEvent.change(zone, { target: { value: 'Europe/Berlin' } })
  expect(zone.value).toBe('Europe/Berlin')
})

test('a channel is paused and changed with Undo, and removed after a second tap', async () => {
  show({})
  await press(/^Pause/)
  await screen.findByText('#news: paused')
  expect(sent[0]).toMatchObject({
    method: 'PUT',
    path: `${BASE}/5`,
    body: { paused: true, posts: NEWS.posts, version: 3 },
  })
  await screen.findByRole('button', { name: 'Undo' })
  await press(/^Remove #news/)
  expect(sent).toHaveLength(1)
  await press(/^Remove for good/)
  await screen.findByText('#news: removed')
  expect(sent[1]).toEqual({ method: 'DELETE', path: `${BASE}/5`, body: { version: 3 } })
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('who may only read changes nothing; five channels are all; the example desk sends nothing', async () => {
  show({}, 'viewer')
  await screen.findByRole('listitem', { name: '#news' })
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(['What your channel gets'])
  cleanup()
  const five = [1, 2, 3, 4, 5].map((id) => ({ ...NEWS, id, name: `#${id}` }))
  show({ channels: five, sends: false })
  await screen.findByText(/A club has 5 channels at most/)
  expect(screen.queryByRole('button', { name: 'Connect a channel' })).toBeNull()
  expect(screen.getByText(/nothing is sent\.$/)).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Send a test #1/ }).hasAttribute('disabled')).toBe(true)
})
