// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LISTED } from '#test/battle-answers.ts'
import { renderPage } from '#test/render-page.tsx'
import { sessionsOf, sumOf } from './BattleSessions.tsx'
import { BattlesPage } from './BattlesPage.tsx'

beforeEach(() => void vi.stubEnv('TZ', 'Asia/Tokyo'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const CALL = '/api/browse/player/8PQ/battles'
const show = (answer: object | number) => renderPage(<BattlesPage tag="#8PQ" />, { [CALL]: answer })
const rows = () => screen.getAllByRole('listitem').filter((item) => item.querySelector('summary') !== null)

test('battles are listed newest first, under the days of the visitor', async () => {
  show(LISTED)
  expect(await screen.findByRole('heading', { level: 1, name: 'Battles of Yuki' })).toBeTruthy()
  const days = (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent)
  // Both battles of November 20 ended after midnight in Tokyo.
  expect(days).toEqual(['Saturday, November 21, 2026'])
  expect(rows().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^won★ star player.*Piper.*vs.*Colt.*17:50.*1:32 min.*\+8 trophies/),
    expect.stringMatching(/^lost.*likely bots.*−5 trophies/),
    expect.stringMatching(/^3rd of 10/),
    expect.stringMatching(/^not known.*not rated/),
  ])
})

test('an evening is a session with its sum; a pause of more than an hour begins another one', async () => {
  expect(sessionsOf(LISTED.battles).map((session) => session.map(({ place }) => place))).toEqual([
    [0, 1],
    [2, 3],
  ])
  expect(sumOf(LISTED.battles.slice(0, 2))).toEqual({ won: 1, lost: 1, drawn: 0, unknown: 0, bots: 1, trophies: 3 })
  show(LISTED)
  const titles = (await screen.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent)
  expect(titles).toEqual(['17:44 to 17:50', '03:02 to 03:10'])
  expect(screen.getByText(/^1 won · 1 lost$/)).toBeTruthy()
  expect(screen.getByText('1 with likely bots')).toBeTruthy()
  expect(screen.getByText('1 won · 0 lost · 1 not known')).toBeTruthy()
})

test('the sum of a session counts draws, and battles on one map stand below it', async () => {
  const draw = { result: 'draw', trophy_change: 0, lobby: 'people' } as const
  show({ ...LISTED, battles: [...LISTED.battles.slice(0, 1), { ...LISTED.battles[0], ...draw }] })
  expect(await screen.findByText('1 won · 0 lost · 1 draw')).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
    'KnockoutBelle’s Rock',
  ])
})

test('a long session is folded by where it was played, each part with its brawlers and its sum', async () => {
  const played = (minute: number, more: object = {}) => ({
    ...LISTED.battles[0],
    time: `2026-11-20T20:0${minute}:00.000Z`,
    ...more,
  })
  const lost = { mode: 'brawlBall', map: 'Sneaky Fields', result: 'loss', trophy_change: -5, star: false }
  show({ ...LISTED, battles: [played(5, lost), played(4, lost), ...[3, 2, 1, 0].map((minute) => played(minute))] })
  const parts = (await screen.findAllByRole('heading', { level: 4 })).map((heading) => heading.closest('details'))
  expect(parts.map((part) => part?.querySelector('summary')?.textContent)).toEqual([
    'Brawl BallSneaky Fields0 won · 2 lostPIPiper (own)−10 trophies',
    'KnockoutBelle’s Rock4 won · 0 lostPIPiper (own)+32 trophies',
  ])
  expect(parts.map((part) => [part?.open, part?.querySelectorAll('li').length])).toEqual([
    [false, 2],
    [false, 4],
  ])
})

test('the bars of all sessions have one scale, the newest stands at the right, and a single battle needs none', async () => {
  const played = (time: string, trophy_change: number) => ({ ...LISTED.battles[0], time, trophy_change })
  show({
    ...LISTED,
    battles: [
      ...[played('2026-11-20T20:10:00.000Z', 16), played('2026-11-20T20:00:00.000Z', 4)],
      ...[played('2026-11-20T10:10:00.000Z', 8), played('2026-11-20T10:00:00.000Z', 4)],
      played('2026-11-19T10:00:00.000Z', 12),
    ],
  })
  await screen.findAllByRole('heading', { level: 3 })
  const heights = screen.getAllByRole('article').map((session) => {
    return [...session.querySelectorAll<HTMLElement>('header .bg-good')].map(({ style }) => style.height)
  })
  expect(heights).toEqual([['47.5%', '100%'], ['47.5%', '65%'], []])
  expect(screen.getAllByText(/^\d won/)).toHaveLength(2)
})

test('a battle unfolds to all players; who is hidden has no name, who is not tracked has the tag', async () => {
  show(LISTED)
  await screen.findByRole('heading', { level: 2 })
  const [first, , , last] = rows()
  if (!first || !last) throw new Error('The battles are missing.')
  for (const row of [first, last]) {
    const details = row.querySelector('details')
    if (details) details.open = true
    fireEvent(details ?? row, new Event('toggle'))
  }
  expect(within(first).getByRole('link', { name: 'Milo' }).getAttribute('href')).toBe('/player/2PY')
  expect(within(first).getByText('unnamed player')).toBeTruthy()
  expect(within(first).getByText('#9QQ0').closest('a')).toBeNull()
  expect(within(last).getByText(/It is not known who took part/)).toBeTruthy()
})

test("the player's own brawler is marked, folded and opened", async () => {
  show(LISTED)
  await screen.findByRole('heading', { level: 2 })
  const [first] = rows()
  if (!first) throw new Error('The battles are missing.')
  expect(within(first).getAllByText(/\(own\)/)).toHaveLength(1)
  const details = first.querySelector('details')
  if (details) details.open = true
  fireEvent(details ?? first, new Event('toggle'))
  const own = within(first).getAllByText(/own brawler:/)
  expect(own.map((mark) => mark.closest('li')?.textContent)).toEqual([expect.stringMatching(/^Yuki.*Piper/)])
})

test('a brawler that was chosen twice for a duel stands there twice, and what each won is told where it is known', async () => {
  const warned = vi.spyOn(console, 'error').mockImplementation(() => {})
  const [first] = LISTED.battles
  const brawlers = [16_000_010, 16_000_010, 16_000_015].map((id) => ({
    id,
    name: id === 16_000_015 ? 'PIPER' : 'EL PRIMO',
    power: 11,
    trophies: 700,
    trophy_change: id === 16_000_015 ? -3 : null,
  }))
  const duelist = { tag: '#8PQ', name: 'Yuki', brawlers, star: false }
  show({ ...LISTED, battles: [{ ...first, mode: 'duels', format: 'duels', sides: [{ players: [duelist] }] }] })
  await screen.findByRole('heading', { level: 2 })
  const details = rows()[0]?.querySelector('details')
  if (details) details.open = true
  fireEvent(details ?? document.body, new Event('toggle'))
  await screen.findByText('Own team')
  // On the line of the battle, and below it with what each won.
  expect(screen.getAllByText('El Primo')).toHaveLength(4)
  const told = (details?.textContent ?? '').match(/power 11, 700( [+−-]\d)?/g)
  expect(told).toEqual(['power 11, 700', 'power 11, 700', 'power 11, 700 −3'])
  expect(warned).not.toHaveBeenCalled()
})

test('older battles come after the others', async () => {
  const asked = show(LISTED)
  await screen.findByRole('heading', { level: 2 })
  expect(rows().length).toBe(4)
  fireEvent.click(screen.getByRole('button', { name: 'Show older' }))
  await vi.waitFor(() => expect(rows().length).toBe(8))
  expect(asked.filter((url) => url.startsWith(CALL))).toEqual([CALL, `${CALL}?before=next-page`])
})

test('a player without battles, and one whom nobody tracks', async () => {
  show({ ...LISTED, battles: [], next: null })
  expect(await screen.findByText('No battles yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
  cleanup()
  show(404)
  expect(await screen.findByText('Player data not found')).toBeTruthy()
})
