// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, test, vi } from 'vitest'
import { FEW_BATTLES, NO_BATTLES, PLAYER_BATTLES, rated } from '#test/battle-answers.ts'
import { cardPart, renderPage } from '#test/render-page.tsx'
import { playTime } from './BattleFigures.tsx'
import { PlayerBattles, stripOf } from './PlayerBattles.tsx'

beforeEach(() => void vi.stubEnv('TZ', 'Europe/Berlin'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const CALL = '/api/analytics/player/8PQ/battles'
const show = (answer: object | number) =>
  renderPage(<PlayerBattles tag="#8PQ" days={30} onDays={() => {}} />, { [CALL]: answer })

/** Opens the tables, which are folded. */
async function unfold() {
  const details = (await screen.findByText('Modes · Brawlers · Maps · Hours · Teammates')).closest('details')
  if (details) details.open = true
  if (details) fireEvent(details, new Event('toggle'))
}

async function tab(name: string) {
  await unfold()
  fireEvent.click(await screen.findByRole('tab', { name }))
}

test('a player sees what they win, above what is expected, and how steadily', async () => {
  show(PLAYER_BATTLES)
  const figures = await screen.findByLabelText('Battles in figures')
  expect(figures.textContent).toContain('102 of 180 won, 2 draws; 50 to 63%')
  expect(within(figures).getByText('+4.3')).toBeTruthy()
  expect(within(figures).getByText('top half in 61% of 40 battles')).toBeTruthy()
  expect(screen.getByText(/, all battles in 94% of 30 days; some battles missed$/)).toBeTruthy()
  // Further figures stand with the tables, and the row that opens them names them.
  expect(screen.getByText('Time played · Stars per win · In a row')).toBeTruthy()
  expect(screen.queryByText('5 h 12 min')).toBeNull()
  await unfold()
  expect(await screen.findByText('5 h 12 min')).toBeTruthy()
  expect(screen.getByText('4 wins')).toBeTruthy()
})

test('without showdowns the streak stands beside the rate, whatever else is known', async () => {
  const { totals } = PLAYER_BATTLES
  const whole = { coverage: { ...PLAYER_BATTLES.coverage, share: 100, missed: false }, lobby: 'all' }
  show({ ...PLAYER_BATTLES, ...whole, totals: { ...totals, places: null } })
  const figures = await screen.findByLabelText('Battles in figures')
  expect(within(figures).getAllByRole('term').length).toBe(3)
  expect(within(figures).getByText('4 wins')).toBeTruthy()
  expect(screen.getByText('Trophies · Time played · Stars per win')).toBeTruthy()
  expect(screen.getByText(/, all battles in 100% of 30 days$/)).toBeTruthy()
})

test('a sentence tells what the figures do not: with whom the player wins, and nothing where that is not known', async () => {
  show(PLAYER_BATTLES)
  expect(await screen.findByText(/Piper in Knockout/, { selector: 'p' })).toBeTruthy()
  cleanup()
  show({ ...PLAYER_BATTLES, strongest: null })
  await screen.findByLabelText('Battles in figures')
  expect(screen.queryByText(/battles won in/)).toBeNull()
})

test('modes tell the rate where there is one, places of showdowns, and how sure it is', async () => {
  show(PLAYER_BATTLES)
  await unfold()
  const table = await screen.findByRole('table', { name: 'Battles by mode' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Knockout.*68%.*Battles 105.*60 to 76%/),
    expect.stringMatching(/^Brawl Ball 5v5.*57%.*Battles 14.*42 to 72%, unsure/),
    expect.stringMatching(/^Hot Zone.*37%.*Battles 63.*27 to 47%, fairly sure/),
    expect.stringMatching(/^Solo Showdown.*Battles 40.*place 3\.9 in 40 battles, top half 61%/),
  ])
})

test('with too few battles a brawler has no rate but its counts', async () => {
  show(PLAYER_BATTLES)
  await tab('Brawlers')
  const row = await screen.findByRole('row', { name: /El Primo/ })
  expect(row.textContent).toMatch(/too few battles.*6 wins, 2 losses/)
})

test('brawlers stand and sort by the lower end that is shown, not by that of the battles alone', async () => {
  const [piper] = PLAYER_BATTLES.by_brawler
  const bull = { brawler_id: 16_000_002, brawler_name: 'BULL', ...rated(21, 9) }
  show({ ...PLAYER_BATTLES, by_brawler: [{ ...piper, ...bull }, { ...piper }] })
  await tab('Brawlers')
  const table = await screen.findByRole('table', { name: 'Battles by brawler' })
  const rows = () =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent)
  const shown = [expect.stringMatching(/^Piper.*59 to 74%/), expect.stringMatching(/^Bull.*58 to 82%/)]
  expect(rows()).toEqual(shown)
  fireEvent.click(within(table).getByRole('button', { name: /Likely win rate/ }))
  expect(rows()).toEqual(shown.toReversed())
})

test('maps name their best brawler; one whose name is not known has its number', async () => {
  show(PLAYER_BATTLES)
  await tab('Maps')
  expect((await screen.findByRole('row', { name: /Belle/ })).textContent).toContain('Piper, 38 of 50')
  expect(screen.getByRole('row', { name: /Map 15000999/ }).textContent).toContain('too few battles')
})

test('a showdown map tells places with their count, no share of one battle, and how the rows are sorted', async () => {
  const [map] = PLAYER_BATTLES.by_map
  const none = { battles: 0, wins: 0, losses: 0, draws: 0, rate: null, low: null, high: null, best: null }
  const showdown = (event_id: number, map: string, battles: number) => {
    return { ...none, event_id, map, mode: 'soloShowdown', places: { battles, mean_place: 1, top_half: 100 } }
  }
  const rows = [map, showdown(15_000_001, 'Rockwall', 12), showdown(15_000_002, 'Skull Creek', 1)]
  show({ ...PLAYER_BATTLES, by_map: rows.map((row) => ({ ...map, ...row })) })
  await tab('Maps')
  const row = await screen.findByRole('row', { name: /Skull Creek/ })
  expect(row.textContent).toContain('place 1.0 in 1 battle')
  expect(row.textContent).not.toMatch(/100%|too few/)
  expect(screen.getByRole('row', { name: /Rockwall/ }).textContent).toContain('place 1.0 in 12 battles, top half 100%')
  expect(screen.getByText(/, then showdowns\.$/)).toBeTruthy()
})

test('hours are told in the zone of the visitor', async () => {
  show(PLAYER_BATTLES)
  await tab('Hours')
  const sunday = within(await screen.findByRole('row', { name: /Sunday/ })).getAllByRole('cell')
  expect([17, 18, 22, 23].map((hour) => sunday[hour]?.textContent)).toEqual([
    '0 battles',
    '7 battles',
    '11 battles',
    '0 battles',
  ])
})

test('teammates win more together, about as usual, or too little is known', async () => {
  show(PLAYER_BATTLES)
  await tab('Teammates')
  const table = await screen.findByRole('table', { name: 'Battles by teammate' })
  const together = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.lastElementChild?.textContent)
  expect(together).toEqual([
    expect.stringContaining('+8 points'),
    expect.stringContaining('about as usual'),
    'Together too few battles',
  ])
})

test('bots are left out until all battles are asked for, and the address keeps the choice', async () => {
  const asked = show(PLAYER_BATTLES)
  expect(await screen.findByText('22 probably against bots, left out')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'All battles' }))
  await waitFor(() => expect(asked.at(-1)).toBe(`${CALL}?days=30&family=ladder&lobby=all`))
  expect(window.location.search).toBe('?lobby=all')
  fireEvent.click(screen.getByRole('radio', { name: 'Ranked' }))
  await waitFor(() => expect(asked.at(-1)).toBe(`${CALL}?days=30&family=ranked&lobby=all`))
})

test('with six battles the page says when rates begin, and shows the battles', async () => {
  show(FEW_BATTLES)
  expect(await screen.findByText('6 battles seen; rates need 10.')).toBeTruthy()
  expect(screen.getByLabelText('Battles in figures').textContent).toContain('4 wins, 2 losses')
  expect(screen.getByRole('link', { name: 'All battles' }).getAttribute('href')).toBe('/player/8PQ/battles')
})

test('with enough battles but too few of either kind the page says what a rate takes', async () => {
  const totals = { ...FEW_BATTLES.totals, places: { battles: 7, mean_place: 3, top_half: 50 } }
  show({ ...FEW_BATTLES, totals })
  expect(await screen.findByText('13 battles seen; rates need 10 won or lost, or 10 showdowns.')).toBeTruthy()
})

test('all battles can be opened also where none is of the chosen kind', async () => {
  show({ ...FEW_BATTLES, totals: { ...FEW_BATTLES.totals, battles: 0, wins: 0, losses: 0 }, latest: [] })
  expect(await screen.findByText('0 battles seen; rates need 10.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All battles' })).toBeTruthy()
})

test('a time of play that the game does not tell is not 0', async () => {
  show({ ...FEW_BATTLES, totals: { ...FEW_BATTLES.totals, battles_timed: 0, seconds_played: 0 } })
  await unfold()
  const time = (await screen.findByText('Time played')).closest('dl')
  expect(time?.textContent).toContain('not told by the game')
  expect(time?.textContent).not.toContain('0 min')
})

test('before the first battle log there are no figures', async () => {
  show(NO_BATTLES)
  expect(await screen.findByText('No battle log yet')).toBeTruthy()
  expect(screen.queryByText('0 battles')).toBeNull()
  expect(screen.queryByRole('tab')).toBeNull()
})

test('a failure offers another try', async () => {
  show(404)
  expect((await screen.findAllByText('Failed to fetch the battles')).map(cardPart)).toEqual(['row', 'body'])
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
})

test('the strip has the newest battle last, and each can be read without its colour', () => {
  const strip = stripOf(PLAYER_BATTLES.latest)
  expect(strip.map(({ sign }) => sign).join(' ')).toBe('− − + = 3 − + + + +')
  expect(strip.at(4)).toMatchObject({ what: 'Piper in Solo Showdown', result: '3rd of 10', won: true })
})

it.each([
  [0, '0 min'],
  [2690, '45 min'],
  [18_720, '5 h 12 min'],
  [7190, '2 h 0 min'],
])('%i seconds are %s of play', (seconds, text) => {
  expect(playTime(seconds)).toBe(text)
})
