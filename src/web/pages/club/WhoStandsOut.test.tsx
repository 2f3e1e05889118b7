// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type Answers, renderPage } from '#test/render-page.tsx'
import { MyClubRow, WhoStandsOut } from './WhoStandsOut.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** What the server says of one member whom a leader should look at. */
const looked = (player_tag: string, player_name: string, role: string, reason: string, more: object = {}) => ({
  player_tag,
  player_name,
  role,
  trophies: 40_000,
  days_silent: 9,
  silent_at_least: true,
  gain_7d: -300,
  reason,
  played: null,
  ...more,
})

const QUEUE = {
  club_tag: '#2PYL',
  silent: [looked('#8PP', 'Milo', 'member', 'Silent for 9+ days')],
  in_form: [],
  going_quiet: [],
  learning: null,
  last_updated: new Date().toISOString(),
}
const member = (tag: string, name: string, role: string) => ({
  tag,
  name,
  role,
  trophies: 40_000,
  joined_at: null,
  last_change_at: null,
})

/**
 * Shows who needs a look in a club, before a server that says this, and what else these answers change. Returns the
 * asked URLs.
 */
function show(answers: Answers = {}): string[] {
  return renderPage(
    <>
      <MyClubRow tag="#2PYL" name="Deep Pod" />
      <WhoStandsOut tag="#2PYL" days={30} />
    </>,
    {
      '/api/browse/club/2PYL': { members: [member('#8QQ', 'Ada', 'president'), member('#8PP', 'Milo', 'member')] },
      '/api/browse/club/2PYL/analytics': { plays_no_trophies: [{ tag: '#8QQ', name: 'Ada', last_battle_at: null }] },
      '/api/browse/club/2PYL/queue': QUEUE,
      '/api/analytics/club/2PYL/member-scores': { member_scores: [] },
      ...answers,
    },
  )
}

test('who is silent, in form, playing less and new is listed as facts, each once, and nobody is judged', async () => {
  const yuki = looked('#8RR', 'Yuki', 'member', 'Played 7 of 7 days', {
    days_silent: 1,
    gain_7d: 512,
    played: { days_played: 7, days_known: 7, days_usual: null },
  })
  const zoe = looked('#8SS', 'Zoë', 'senior', 'Played 1 of 7 days, usually 5', {
    days_silent: 4,
    played: { days_played: 1, days_known: 7, days_usual: 5 },
  })
  show({
    '/api/browse/club/2PYL/queue': { ...QUEUE, in_form: [yuki], going_quiet: [zoe] },
    '/api/browse/club/2PYL/analytics': { plays_no_trophies: [], joined_7d: [] },
  })
  const group = async (name: string) =>
    within(await screen.findByRole('region', { name }))
      .queryAllByRole('listitem')
      .map((row) => row.textContent)
  expect(await group('Silent')).toEqual(['Milo9+ days40,000 trophies · Member−300 in 7 d'])
  expect(await group('In form')).toEqual(['YukiPlayed 7 of 7 days40,000 trophies · Member+512 in 7 d'])
  expect(await group('Playing less')).toEqual([
    'Zoë1 of 7 days (usual 5)40,000 trophies · Seniorno game for 4+ days, −300 in 7 d',
  ])
  expect(await group('New or back')).toEqual([])
  expect(document.body.textContent).not.toMatch(/kick|promote|warn/i)
})

test('who played less than 7 x 24 hours ago is not silent, and is not called so', async () => {
  const bo = looked('#8UU', 'Bo', 'member', 'Played 0 of 7 days, usually 3', {
    days_silent: 7,
    silent_at_least: false,
    gain_7d: 0,
    played: { days_played: 0, days_known: 7, days_usual: 3 },
  })
  show({ '/api/browse/club/2PYL/queue': { ...QUEUE, going_quiet: [bo] } })
  const group = await screen.findByRole('region', { name: 'Playing less' })
  await within(group).findByText(/last game almost 7 days ago/)
  expect(group.textContent).not.toMatch(/silent|no change/i)
})

test('who was here before and came back is not called new', async () => {
  const lately = new Date(Date.now() - 4 * 86_400_000).toISOString()
  const members = [
    { ...member('#8UU', 'Bo', 'member'), joined_at: lately, returned: true },
    { ...member('#8TT', 'Nia', 'member'), joined_at: lately, returned: false },
  ]
  const joined_7d = members.map(({ tag, name }) => ({ tag, name }))
  show({
    '/api/browse/club/2PYL': { members },
    '/api/browse/club/2PYL/analytics': { plays_no_trophies: [], joined_7d },
  })
  const group = await screen.findByRole('region', { name: 'New or back' })
  await within(group).findByText(/came back/)
  expect(group.textContent).toMatch(/Bo ?came back 4 days ago.*Nia ?joined 4 days ago/)
})

test('of who joined no silence is told that is older than the joining, and the gain says its days', async () => {
  const joinedAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000).toISOString()
  const members = [
    { ...member('#8UU', 'Bo', 'member'), joined_at: joinedAgo(1), returned: false },
    { ...member('#8TT', 'Nia', 'member'), joined_at: joinedAgo(5), returned: false },
  ]
  const score = { gain: 7064, span_days: 30, days_silent: 2, silent_at_least: false }
  show({
    '/api/browse/club/2PYL': { members },
    '/api/browse/club/2PYL/analytics': {
      plays_no_trophies: [],
      joined_7d: members.map(({ tag, name }) => ({ tag, name })),
    },
    '/api/analytics/club/2PYL/member-scores': {
      member_scores: members.map(({ tag }) => ({ ...score, player_tag: tag })),
    },
  })
  const group = await screen.findByRole('region', { name: 'New or back' })
  await within(group).findAllByText(/7,064/)
  const [bo, nia] = within(group).getAllByRole('listitem')
  expect(bo?.textContent).toMatch(/Bo ?joined 1 day ago.*Member\+7,064 in 30 d$/)
  expect(nia?.textContent).toMatch(/Nia ?joined 5 days ago.*last game 2 days ago, \+7,064 in 30 d$/)
})

test.each([
  ['that nobody is new, which is no news', [], true],
  ['who is new', [{ tag: '#8QQ', name: 'Ada' }], false],
  ['nothing before that is known', undefined, false],
])('on a phone the group of newcomers is left out only where it tells %s', async (_story, joined_7d, isHidden) => {
  const joined_at = new Date(Date.now() - 4 * 86_400_000).toISOString()
  show({
    '/api/browse/club/2PYL': { members: [{ ...member('#8QQ', 'Ada', 'president'), joined_at }] },
    '/api/browse/club/2PYL/analytics': { plays_no_trophies: [], joined_7d },
  })
  const group = await screen.findByRole('region', { name: 'New or back' })
  await within(group).findByText(joined_7d === undefined ? 'Not known yet.' : /joined|Nobody/)
  expect(group.className.includes('max-sm:hidden')).toBe(isHidden)
})

test('who plays without moving trophies goes quiet, and is not among the silent ones', async () => {
  show()
  expect((await screen.findByRole('region', { name: 'Playing less' })).textContent).toContain(
    'plays, trophies do not move',
  )
  expect(screen.getByRole('region', { name: 'Silent' }).textContent).not.toContain('Ada')
})

test('a visitor says that this is their club: the browser keeps it, and forgets it with a second tap', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'This is my club' }))
  expect(JSON.parse(localStorage.getItem('delphin.club') ?? 'null')).toEqual(['#2PYL', 'Deep Pod'])
  expect(document.documentElement.dataset.club).toBe('')
  fireEvent.click(await screen.findByRole('button', { name: 'My club', pressed: true }))
  expect(localStorage.getItem('delphin.club')).toBeNull()
  expect('club' in document.documentElement.dataset).toBe(false)
})

test('the desk is offered to those who lead the club, and to nobody else', async () => {
  localStorage.setItem('delphin.token', 'token')
  const desks = (role: string) => ({
    '/api/desk/clubs': { clubs: [{ tag: '#2PYL', role, player_tag: '#8QQ', trial: false }] },
  })
  show(desks('editor'))
  expect((await screen.findByRole('link', { name: 'Open the desk' })).getAttribute('href')).toBe('/desk/2PYL')
  cleanup()
  const asked = show(desks('member'))
  await screen.findByRole('region', { name: 'Playing less' })
  await waitFor(() => expect(asked).toContain('/api/desk/clubs'))
  expect(screen.queryByRole('link', { name: /desk/ })).toBeNull()
  localStorage.removeItem('delphin.token')
})
