// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answers, renderPage } from '#test/render-page.tsx'
import { call } from '#web/app/api-client.ts'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { createSessionStore } from '#web/app/session-store.ts'
import { createStoredSession } from '#web/app/storage.ts'
import { Desk } from './Desk.tsx'
import { problemsOf } from './Rules.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const FIGURES = {
  days_silent: 16,
  silent_at_least: false,
  days_in_club: 60,
  days_in_club_at_least: true,
  activity_score: 20,
  overall_score: 30,
  gain_30d: 0,
  active_days_a_week: 5,
  strikes: 2,
  known_days_30d: 28,
  last_days: Array.from({ length: 14 }, (_, day) => (day < 3 ? 'played' : day === 3 ? 'unknown' : 'silent')),
}
const entry = (name: string, suggestion = 'warn', more: object = {}) => ({
  player_tag: `#8PP${[...name].map((letter) => '0289PYLQGRJCUV'.charAt(letter.charCodeAt(0) % 14)).join('')}`,
  player_name: name,
  role: 'member',
  trophies: 40_000,
  suggestion,
  reasons: ['Silent for 16 days', 'Usually plays 5 days a week', '2 open warnings'],
  facts: [
    { kind: 'silent', days: 16, at_least: false, counted: null },
    { kind: 'usual', days: 5 },
    { kind: 'warnings', warnings: 2, weight: 2 },
  ],
  figures: FIGURES,
  decision: null,
  version: 3,
  ...more,
})
const DESK = {
  tag: '#2PYL',
  name: 'Deep Pod',
  role: 'editor',
  player_tag: '#8QQ',
  reads_until: null,
  alerts: 0,
  trial: false,
}
const MILO = entry('Milo')
const QUEUE = {
  club_tag: '#2PYL',
  club_name: 'Deep Pod',
  desk: DESK,
  entries: [MILO],
  settled: [],
  quiet: { absent: 1, safe: 0, newcomer: 0, unknown: 2, fine: 18 },
  members: 22,
  free_seats: 8,
  learning: null,
  last_updated: '2026-11-21T10:00:00Z',
  stale: false,
}
const BASE = '/api/desk/2PYL'
const DECISION = {
  action: 'warned',
  suggestion: 'warn',
  at: '2026-11-20T10:00:00Z',
  by: 'Yuki',
  until: null,
  closed: null,
}

type Sent = { method: string; path: string; body: unknown }
let sent: Sent[]
/** What the server does with a change: an answer, or none where the browser is offline. */
let onChange: (request: Sent) => Response

beforeEach(() => {
  sent = []
  onChange = () => Response.json({ log_id: 7, version: 4, decision: DECISION })
})

/** Shows something of a desk before a server that answers reads with these, and changes with `onChange`. */
function show(page: ReactNode, answers: Answers): void {
  const session = createSessionStore({ call, stored: createStoredSession(), defaultTag: async () => null })
  renderPage(<SessionProvider store={session}>{page}</SessionProvider>, answers)
  const read = fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { method = 'GET', body } = init
    if (method === 'GET') return read(url)
    const request = { method, path: url, body: body === undefined ? null : JSON.parse(String(body)) }
    sent.push(request)
    return onChange(request)
  })
}

const showQueue = (change: object = {}) =>
  show(<Desk tag="#2PYL" tab="" />, {
    [`${BASE}/queue`]: { ...QUEUE, ...change },
    [`${BASE}/marks`]: { marks: [], next_before: null },
    [`${BASE}/absences`]: { absences: [] },
  })
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

test('an entry is a card with reasons in figures, the coverage, and two buttons; five stand open', async () => {
  showQueue({ entries: ['Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus'].map((name) => entry(name)) })
  expect(await screen.findByText('7 of 22 members wait for a decision')).toBeTruthy()
  expect(screen.getByText(/8 free seats · 18 fine, 1 away, 2 not known well enough/)).toBeTruthy()
  const cards = () => within(screen.getByRole('region', { name: 'Queue' })).getAllByRole('heading', { level: 3 })
  expect(cards()).toHaveLength(5)
  const card = screen.getByRole('listitem', { name: 'Ada' })
  expect(card.textContent).toContain('known on 28 of 30 days')
  expect(card.textContent).toContain('Last 14 days: played on 3, silent on 10, not known on 1.')
  // The dots between them are drawn.
  expect(card.textContent).toContain('Silent for 16 days Usually plays 5 days a week 2 open warnings')
  expect(within(card).getAllByRole('button')).toHaveLength(2)
  await press('Flo · Gus 2 more')
  expect(cards()).toHaveLength(7)
  expect(document.activeElement?.tagName).toBe('H2')
})

test('each suggestion has its cards below it; who is not removed lightly stands apart, and who waits folded is named', async () => {
  showQueue({
    entries: [
      entry('Ada', 'remove', { think_twice: true }),
      entry('Bo', 'remove', { think_twice: true }),
      entry('Cy', 'remove'),
      entry('Di', 'remove'),
      entry('Ed', 'warn', { role: 'senior' }),
      entry('Flo', 'promote'),
      entry('Gus', 'promote'),
    ],
  })
  const queue = within(await screen.findByRole('region', { name: 'Queue' }))
  const named = (level: number) => queue.getAllByRole('heading', { level }).map(({ textContent }) => textContent)
  expect(named(2)).toEqual(['Remove?2', 'Remove? Think twice2', 'Warn?1', 'Promote?2'])
  expect(named(3)).toEqual(['Cy', 'Di', 'Ada', 'Ed', 'Flo'])
  const promote = within(queue.getByRole('region', { name: /^Promote/ }))
  fireEvent.click(promote.getByRole('button', { name: /^Gus 1 more$/ }))
  expect(named(3)).toEqual(['Cy', 'Di', 'Ada', 'Ed', 'Flo', 'Gus'])
})

test('each card has the last 14 days as a strip, also where all of them were silent', async () => {
  const silent = { ...FIGURES, last_days: Array<string>(14).fill('silent') }
  showQueue({ entries: [entry('Ada'), entry('Bo', 'warn', { figures: silent })] })
  const daysOf = (name: string) => screen.getByRole('listitem', { name }).querySelectorAll('.on-paper > span').length
  await screen.findByRole('listitem', { name: 'Bo' })
  expect(['Ada', 'Bo'].map(daysOf)).toEqual([14, 14])
})

test('a club that nobody has looked at for a day is judged as of when it was last seen, and the desk says so', async () => {
  showQueue({ stale: true })
  expect(await screen.findByText('As of Nov 21, 2026, 10:00 UTC: nobody has looked since.')).toBeTruthy()
})

test('one tap decides about an entry, from the version that was shown, and can be undone for ten seconds', async () => {
  showQueue()
  await press('I warned them')
  expect(await screen.findByText('Milo: warned')).toBeTruthy()
  expect(sent).toEqual([
    { method: 'POST', path: `${BASE}/queue/${MILO.player_tag.slice(1)}`, body: { action: 'warned', version: 3 } },
  ])
  await press('Undo')
  expect(await screen.findByText('Undone')).toBeTruthy()
  expect(sent[1]?.path).toBe(`${BASE}/log/7/undo`)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
})

test('the offer to undo goes after ten seconds', async () => {
  showQueue()
  await screen.findByRole('button', { name: 'I warned them' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(screen.getByRole('button', { name: 'I warned them' }))
  await vi.waitFor(() => expect(screen.getByText('Milo: warned')).toBeTruthy())
  await vi.advanceTimersByTimeAsync(9900)
  expect(screen.queryByText('Milo: warned')).toBeTruthy()
  await vi.advanceTimersByTimeAsync(200)
  await vi.waitFor(() => expect(screen.queryByText('Milo: warned')).toBeNull())
})

test('opening and closing a sheet does not prolong the offer to undo', async () => {
  showQueue({ entries: [MILO, entry('Bo')] })
  await screen.findAllByRole('button', { name: 'I warned them' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(screen.getAllByRole('button', { name: 'I warned them' })[0] as HTMLElement)
  await vi.waitFor(() => expect(screen.getByText('Milo: warned')).toBeTruthy())
  await vi.advanceTimersByTimeAsync(6000)
  fireEvent.click(screen.getAllByRole('button', { name: 'Something else' })[1] as HTMLElement)
  await vi.waitFor(() => expect(screen.getByRole('dialog', { name: 'Bo' }).textContent).toContain('Milo: warned'))
  await vi.advanceTimersByTimeAsync(4100)
  await vi.waitFor(() => expect(screen.queryByText('Milo: warned')).toBeNull())
})

test('something else is a second tap: for some days later', async () => {
  showQueue()
  await press('Something else')
  await press('7 days')
  await screen.findByText('Milo: later, in 7 days')
  expect(sent[0]?.body).toEqual({ action: 'snoozed', days: 7, version: 3 })
})

test('when somebody was faster, the newer decision is shown, and the leader chooses', async () => {
  showQueue()
  onChange = ({ body }) =>
    (body as { version: number }).version === 9
      ? Response.json({ log_id: 8 })
      : Response.json(
          { error: 'Changed', code: 'changed_meanwhile', current: { version: 9, decision: DECISION } },
          { status: 409 },
        )
  await press('I warned them')
  const dialog = await screen.findByRole('dialog', { name: 'Somebody was faster' })
  expect(dialog.textContent).toContain('Warned by Yuki on Nov 20, 2026')
  await press('Save mine instead')
  await screen.findByText('Milo: warned')
  expect(sent.map(({ body }) => (body as { version: number }).version)).toEqual([3, 9])
})

test('a change that is not answered is not lost: the page says so and offers another try', async () => {
  showQueue()
  onChange = () => {
    throw new TypeError('offline')
  }
  await press('I warned them')
  expect((await screen.findByRole('alert')).textContent).toContain('Not saved.')
  onChange = () => Response.json({ log_id: 7 })
  await press('Try Again')
  await screen.findByText('Milo: warned')
  expect(sent).toHaveLength(2)
})

test.each([
  ['a viewer', { role: 'viewer' }, null],
  [
    'somebody who lost the role',
    { role: 'viewer', reads_until: '2026-11-22T10:00:00Z' },
    /You no longer lead this club/,
  ],
])('%s reads the queue and changes nothing', async (_who, desk, notice) => {
  showQueue({ desk: { ...DESK, ...desk } })
  const card = await screen.findByRole('listitem', { name: 'Milo' })
  expect(within(card).queryAllByRole('button')).toEqual([])
  if (notice) expect(screen.getByText(notice)).toBeTruthy()
})

test('the desk of another club says how a desk is opened, and nothing of that club', async () => {
  show(<Desk tag="#2PYL" tab="" />, { [`${BASE}/queue`]: 404 })
  expect(await screen.findByRole('heading', { name: 'Log in to open the desk' })).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
})

test('somebody from the blacklist is told at the top; what closed by itself says so', async () => {
  showQueue({
    desk: { ...DESK, alerts: 1 },
    entries: [],
    settled: [
      {
        player_tag: '#8PP',
        player_name: 'Milo',
        decision: { ...DECISION, action: 'removed', closed: { kind: 'left', at: '2026-11-21T08:00:00Z' } },
        version: 2,
        resting: false,
      },
    ],
  })
  expect(await screen.findByText('Somebody on your blacklist is in the club.')).toBeTruthy()
  expect(await screen.findByText('All done')).toBeTruthy()
  expect(screen.getByText(/Removed by Yuki .* Left the club on Nov 21, 2026: closed by itself/)).toBeTruthy()
})

test('a warning is noted with its reason and weight, and holds for 30 days', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
  showQueue()
  await press('Something else')
  fireEvent.change(await screen.findByLabelText(/Reason/), { target: { value: 'rude in chat' } })
  fireEvent.click(screen.getByLabelText('Twice'))
  await press('Save')
  await screen.findByText('Milo: warned')
  expect(sent[0]?.body).toEqual({
    kind: 'warning',
    player_tag: MILO.player_tag,
    text: 'rude in chat',
    weight: 2,
    until: '2026-12-21',
  })
})

const RULES = {
  warn_after_days: 7,
  remove_after_days: 21,
  grace_days: 3,
  seats_to_spare: 2,
  entry_trophies: null,
  entry_tier: null,
  entry_prestige: null,
  promote_after_days: 30,
  promote_activity: 60,
  promote_overall: 60,
  strikes_to_remove: 3,
}

test('other rules are tried before they are saved: what they would suggest stands below them', async () => {
  onChange = () =>
    Response.json({
      sentence: 'With these rules 3 would be warned, 1 removed.',
      counts: { blacklisted: 0, remove: 1, warn: 3, below_bar: 0, promote: 0 },
      changes: [{ player_tag: '#8PP', player_name: 'Milo', before: 'warn', after: 'remove' }],
    })
  show(<Desk tag="#2PYL" tab="rules" />, {
    [`${BASE}/queue`]: QUEUE,
    [`${BASE}/rules`]: { rules: RULES, defaults: RULES, club_entry_trophies: 5000, time_zone: 'UTC', version: 1 },
  })
  fireEvent.change(await screen.findByLabelText('Remove after days of silence'), { target: { value: '14' } })
  const preview = await screen.findByRole('region', { name: 'Preview' })
  await within(preview).findByText('With these rules 3 would be warned, 1 removed.')
  expect(preview.textContent).toContain('Milo: Warn? → Remove?')
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ rules: { ...RULES, remove_after_days: 14 } }))
  fireEvent.change(screen.getByRole('combobox', { name: 'Minimum tier' }), { target: { value: '13' } })
  expect(screen.getByRole('option', { name: 'Mythic I', selected: true })).toBeTruthy()
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ rules: { entry_tier: 13, entry_prestige: null } }))
})

const typed = (change: object = {}) =>
  Object.fromEntries(
    Object.entries({ ...RULES, ...change }).map(([rule, value]) => [rule, value === null ? '' : String(value)]),
  ) as Parameters<typeof problemsOf>[0]

test.each([
  [{}, []],
  [{ warn_after_days: '' }, ['warn_after_days']],
  [{ warn_after_days: '0' }, ['warn_after_days']],
  [{ promote_activity: '101', strikes_to_remove: 'x' }, ['promote_activity', 'strikes_to_remove']],
  [{ entry_trophies: '20000' }, []],
  [{ entry_tier: '13', entry_prestige: '40' }, []],
  [{ entry_prestige: '0' }, ['entry_prestige']],
  [{ warn_after_days: '21' }, ['remove_after_days']],
  [{ warn_after_days: '20' }, []],
  [{ warn_after_days: 'x', remove_after_days: '2' }, ['warn_after_days']],
])('rules with %o: %o are no rules', (change, wrong) => {
  expect(Object.keys(problemsOf(typed(change))).sort()).toEqual(wrong)
})
