// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Sort } from '#shared/sorts.ts'
import { renderPage } from '#test/render-page.tsx'
import type { Answer } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Results } from './Results.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Listed = Answer<'GET /api/browse/entities'>
type Club = NonNullable<Listed['clubs']>[number]
type Player = NonNullable<Listed['players']>[number]

const WEEK = [300, null, 930, 940, 1050, 1160, 1200]

const CLUB: Club = {
  club_tag: '#2PP',
  club_name: 'Dolphins',
  member_count: 28,
  trophies: 90_000,
  popularity_score: 10,
  activity_score: 50,
  region: 'eu',
  country: 'IT',
  analytics_available: true,
  created_date: '2026-11-01T00:00:00Z',
  won_7d: WEEK,
  gain_7d: 1200,
  gain_7d_percent: 2.5,
  growth_7d: 900,
  entry: 'open',
  required_trophies: 5000,
  active_members: 22,
  known_members: 26,
}

const PLAYER: Player = {
  player_tag: '#2PYL',
  player_name: 'Ada',
  trophies: 68_000,
  popularity_score: 10,
  performance_score: 50,
  activity_score: 50,
  ranked: { tier: 'Mythic I', tier_place: 13, rating: 4750 },
  prestige: 57,
  club_name: 'Dolphins',
  club_tag: '#2PP',
  region: 'eu',
  country: 'IT',
  analytics_available: true,
  created_date: '2026-11-01T00:00:00Z',
  won_7d: WEEK,
  gain_7d: 1200,
}

/** Another value of each field; null for one that no card shows. */
const OTHER_CLUB: { [Field in keyof Club]: Club[Field] | null } = {
  club_tag: '#8PP',
  club_name: 'Orcas',
  member_count: 29,
  trophies: 80_000,
  popularity_score: 20,
  // The active members and the country say more.
  activity_score: null,
  region: null,
  country: 'DE',
  analytics_available: false,
  // The order by it says as much.
  created_date: null,
  won_7d: [],
  gain_7d: -80,
  // The order by it shows it.
  gain_7d_percent: null,
  growth_7d: -52_000,
  entry: 'closed',
  required_trophies: 6000,
  active_members: 23,
  known_members: 27,
}

const OTHER_PLAYER: { [Field in keyof Player]: Player[Field] | null } = {
  player_tag: '#8PYL',
  player_name: 'Milo',
  trophies: 69_000,
  popularity_score: 20,
  performance_score: 60,
  activity_score: 60,
  ranked: { tier: 'Mythic II', tier_place: 14, rating: 5100 },
  prestige: 58,
  club_name: 'Orcas',
  // The player's page links to the club.
  club_tag: null,
  // The country says more.
  region: null,
  country: 'DE',
  analytics_available: false,
  // The order by it says as much.
  created_date: null,
  won_7d: [],
  gain_7d: -80,
}

function List({ sort = 'popularity' }: { sort?: Sort }) {
  const list = useQuery(query('GET /api/browse/entities', { query: {} }))
  return <Results kind="club" page={1} sort={sort} list={list} />
}

const ANSWER = { more_than_total: false, page: 1 }

/** What is listed, once the code of the first one is there. */
async function allListed(): Promise<HTMLElement[]> {
  const items = await screen.findAllByRole('listitem')
  await waitFor(() => expect(items.every((item) => within(item).queryByRole('link'))).toBe(true))
  return items
}

/** An id that React makes, which differs each time. */
const ID = /_r_\w+?_/g

/** Who comes after all others, since one alone is not the first. */
const LEAST = { trophies: 1, popularity_score: 0, activity_score: 1, performance_score: 1, analytics_available: true }
const LEAST_CLUB = { ...CLUB, ...LEAST, club_tag: '#2', gain_7d_percent: 0.1, active_members: 0 }
const LEAST_PLAYER = { ...PLAYER, ...LEAST, player_tag: '#2', ranked: null, prestige: 1 }

/** The card of a club or player that comes first, as HTML. */
async function cardOf({ clubs, players }: Pick<Listed, 'clubs' | 'players'>, sort?: Sort): Promise<string> {
  const listed = { clubs: clubs && [...clubs, LEAST_CLUB], players: players && [...players, LEAST_PLAYER] }
  renderPage(<List {...(sort && { sort })} />, { '/api/browse/entities': { ...ANSWER, ...listed, total_entities: 2 } })
  const [card] = await allListed()
  cleanup()
  return card?.outerHTML.replaceAll(ID, '') ?? ''
}

/** By name no card is the best one. */
const ORDERS = ['popularity', 'name'] as const

/** What no card but the best one shows, except where it orders the list. */
const OF_THE_BEST = ['popularity_score', 'prestige', 'growth_7d']

test.each(ORDERS.flatMap((sort) => Object.entries(OTHER_CLUB).map(([field, other]) => [field, sort, other] as const)))(
  'the card of a club shows its %s, by %s',
  async (field, sort, other) => {
    const isShown = other !== null && (sort === 'popularity' || !OF_THE_BEST.includes(field))
    const changed = other === null ? CLUB : { ...CLUB, [field]: other }
    expect((await cardOf({ clubs: [changed] }, sort)) !== (await cardOf({ clubs: [CLUB] }, sort))).toBe(isShown)
  },
)

test.each(
  ORDERS.flatMap((sort) => Object.entries(OTHER_PLAYER).map(([field, other]) => [field, sort, other] as const)),
)('the card of a player shows its %s, by %s', async (field, sort, other) => {
  const isShown = other !== null && (sort === 'popularity' || ![...OF_THE_BEST, 'ranked'].includes(field))
  const changed = other === null ? PLAYER : { ...PLAYER, [field]: other }
  expect((await cardOf({ players: [changed] }, sort)) !== (await cardOf({ players: [PLAYER] }, sort))).toBe(isShown)
})

test.each([
  ['ranked', 'Mythic I 4,750'],
  ['prestige', 'Prestige 57'],
] as const)('a list by %s shows it on each card', async (sort, words) => {
  const tied = { ...PLAYER, player_tag: '#8PYL' }
  renderPage(<List sort={sort} />, {
    '/api/browse/entities': { players: [PLAYER, tied], total_entities: 2, more_than_total: false, page: 1 },
  })
  const cards = await allListed()
  expect(cards.map(({ textContent }) => textContent?.includes(words))).toEqual([true, true])
})

test.each([
  ['a week', PLAYER.won_7d, true],
  ['no day', [], false],
  ['nothing won', [0, 0, null, 0, 0, 0, 0], false],
])('a card of whom %s is known draws the days as a line: %s', async (_known, won_7d, isDrawn) => {
  const card = new DOMParser().parseFromString(await cardOf({ players: [{ ...PLAYER, won_7d }] }, 'name'), 'text/html')
  expect(card.querySelector('path[stroke="var(--c1)"]') !== null).toBe(isDrawn)
})

/** What lists have had from the beginning. One that was kept for times without a network may lack all else. */
const FIRST = /_tag$|_name$|^member_count$|^trophies$|^popularity_score$|^analytics_available$/

test.each([
  ['club', (value: object) => ({ clubs: [{ ...CLUB, ...value }] }), CLUB],
  ['player', (value: object) => ({ players: [{ ...PLAYER, ...value }] }), PLAYER],
] as const)('a kept list without the later fields of a %s is as if they were not known', async (_kind, list, card) => {
  const later = Object.keys(card).filter((field) => !FIRST.test(field))
  const all = (value: null | undefined) => cardOf(list(Object.fromEntries(later.map((field) => [field, value]))))
  expect(await all(undefined)).toBe(await all(null))
})

test.each([
  ['trophies', '1', false],
  ['name', '', false],
  ['popularity', '1', true],
] as const)('by %s the first card has the medal "%s"', async (sort, medal, showsPopularity) => {
  const card = await cardOf({ clubs: [CLUB] }, sort)
  const { textContent } = new DOMParser().parseFromString(card, 'text/html').body
  expect(textContent.startsWith(`DO${medal}Dolphins`)).toBe(true)
  expect(/Popularity.10/.test(card)).toBe(showsPopularity)
})

test('one result alone is not the first', async () => {
  renderPage(<List sort="trophies" />, { '/api/browse/entities': { ...ANSWER, clubs: [CLUB], total_entities: 1 } })
  const [card] = await allListed()
  expect(card?.textContent).toMatch(/^DODolphins/)
  expect(card?.textContent).not.toContain('Most trophies')
})

test.each([
  ['what was won, whoever came and went', 20_400, '+20,400 won'],
  ['what was lost', -3100, '3,100 lost'],
  ['nothing of a week that is not known', null, null],
])('a card tells of 7 days %s', async (_story, gain_7d, text) => {
  const card = new DOMParser().parseFromString(await cardOf({ clubs: [{ ...CLUB, gain_7d }] }), 'text/html').body
  expect(/[+\d,]+ (won|lost)/.exec(card.textContent)?.[0] ?? null).toBe(text)
})

test('a list ordered by growth shows it in percent, as it is ordered', async () => {
  expect(await cardOf({ clubs: [CLUB] }, 'growth')).toContain('+2.5%')
  expect(await cardOf({ clubs: [CLUB] })).not.toContain('2.5%')
  expect(await cardOf({ clubs: [{ ...CLUB, gain_7d_percent: null }] }, 'growth')).toContain('+1,200 won')
})

const NEW_CLUB = { ...CLUB, trophies: 0, gain_7d: null, gain_7d_percent: null, activity_score: null }
const NEW_PLAYER = { ...PLAYER, activity_score: 0, performance_score: null, ranked: null, prestige: 0 }

test.each<[Sort, Pick<Listed, 'clubs' | 'players'>]>([
  ['member_count', { clubs: [CLUB] }],
  ['trophies', { clubs: [NEW_CLUB] }],
  ['growth', { clubs: [NEW_CLUB] }],
  ['activity_score', { clubs: [NEW_CLUB] }],
  ['activity_score', { players: [NEW_PLAYER] }],
  ['performance_score', { players: [NEW_PLAYER] }],
  ['ranked', { players: [NEW_PLAYER] }],
  ['prestige', { players: [NEW_PLAYER] }],
])('by %s neither who is not known, nor a figure of 0, nor a number of members earns a medal', async (sort, listed) => {
  const first = new DOMParser().parseFromString(await cardOf(listed, sort), 'text/html').body
  expect(first.textContent).toMatch(/^(DODolphins|ADAda)/)
})

test('the first club, whose leavers took more than was won, shows both; a club further down what was won', async () => {
  const club = { ...CLUB, growth_7d: -52_000 }
  expect(await cardOf({ clubs: [club] })).toContain('with who came and left \u221252k')
  expect(await cardOf({ clubs: [CLUB] })).not.toContain('who came and left')
  expect(await cardOf({ clubs: [club] }, 'name')).not.toContain('who came and left')
})

test('who shares a figure has no medal, whoever comes after them has', async () => {
  const [first, second] = [
    { ...CLUB, popularity_score: 100 },
    { ...CLUB, club_tag: '#2', popularity_score: 100 },
  ]
  renderPage(<List sort="popularity" />, {
    '/api/browse/entities': {
      clubs: [first, second, { ...CLUB, club_tag: '#8', popularity_score: 40 }],
      ...{ total_entities: 3, more_than_total: false, page: 1 },
    },
  })
  const cards = await allListed()
  expect(cards.map(({ textContent }) => /^DO(\d?)Dolphins/.exec(textContent ?? '')?.[1])).toEqual(['', '', '3'])
})

test.each([
  ['2.5% twice', [2.5, 2.5, 0.2], ['', '', '3']],
  ['12% twice', [12.4, 12.3, 0.2], ['', '', '3']],
  ['2.5% and 2.4%', [2.5, 2.4, 0.2], ['1', '2', '3']],
])('the fastest growth is that in percent, as shown: %s', async (_shown, percents, medals) => {
  const clubs = percents.map((gain_7d_percent, place) => {
    return { ...CLUB, club_tag: `#2${'P'.repeat(place)}`, gain_7d_percent, gain_7d: 1000 + place }
  })
  renderPage(<List sort="growth" />, { '/api/browse/entities': { ...ANSWER, clubs, total_entities: 3 } })
  const cards = await allListed()
  expect(cards.map(({ textContent }) => /^DO(\d?)Dolphins/.exec(textContent ?? '')?.[1])).toEqual(medals)
})

test('where nobody was viewed, the first three are those with the most trophies', async () => {
  const clubs = [90_000, 80_000, 70_000, 60_000].map((trophies, place) => {
    return { ...CLUB, club_tag: `#2${'P'.repeat(place)}`, popularity_score: 0, trophies }
  })
  renderPage(<List />, { '/api/browse/entities': { ...ANSWER, clubs, total_entities: 4 } })
  const cards = await allListed()
  expect(cards.map(({ textContent }) => /^DO(\d?)Dolphins/.exec(textContent ?? '')?.[1])).toEqual(['1', '2', '3', ''])
  expect(cards[0]?.textContent).toContain('Most trophies')
  expect(cards[0]?.textContent).not.toContain('Popularity')
})

test.each<[Sort, 'clubs' | 'players', string]>([
  ['popularity', 'clubs', 'Most viewed'],
  ['trophies', 'clubs', 'Most trophies'],
  ['growth', 'clubs', 'Fastest growth in 7 days'],
  ['activity_score', 'clubs', 'Most active'],
  ['performance_score', 'players', 'Best performance'],
  ['ranked', 'players', 'Highest Ranked rating'],
  ['prestige', 'players', 'Most prestige'],
])('the first one by %s of the %s says why: %s', async (sort, kind, reason) => {
  const first = await cardOf(kind === 'clubs' ? { clubs: [CLUB] } : { players: [PLAYER] }, sort)
  expect(first).toContain(`>${reason}<`)
})

test('the first club is drawn as its pod: who is active, not active and not known, and the free seats', async () => {
  const html = await cardOf({ clubs: [CLUB] })
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  // Who is not active may play without winning trophies.
  expect(body.textContent).toMatch(/22 of 26 active.*4 not active.*2 not known.*2 seats free/)
  expect(body.textContent).not.toContain('silent')
  expect(body.querySelectorAll('use[href="#seat-dolphin"]')).toHaveLength(28)
})

/** The parts of the bar of a club's seats, in percent; null without a bar. */
async function seatsOf(club: Partial<Club>): Promise<string[] | null> {
  const card = new DOMParser().parseFromString(await cardOf({ clubs: [{ ...CLUB, ...club }] }, 'name'), 'text/html')
  const parts = [...card.querySelectorAll<HTMLElement>('[style*="width"]')].map(({ style }) => style.width)
  return parts.length > 0 ? parts : null
}

test('a row draws the seats of a club: active, not active, not known', async () => {
  const seats = { member_count: 27, active_members: 15, known_members: 24 }
  expect(await seatsOf(seats)).toEqual(['50%', '30%', '10%'])
})

test.each([{ analytics_available: false }, { active_members: null }, { known_members: null }])(
  'where it is not known who is active, a row draws no seats: %o',
  async (unknown) => expect(await seatsOf(unknown)).toBe(null),
)

/** The list in one order; after a press the next one is on its way. */
function Reordered() {
  const [sort, setSort] = useState<Sort>('trophies')
  const list = useQuery(query('GET /api/browse/entities', { query: {} }))
  const waiting = { ...list, isPlaceholderData: sort === 'prestige' } as typeof list
  return (
    <>
      <button type="button" onClick={() => setSort('prestige')}>
        Reorder
      </button>
      <Results kind="player" page={1} sort={sort} list={waiting} />
    </>
  )
}

test('while another order loads, the first one still says why it is the first', async () => {
  renderPage(<Reordered />, {
    '/api/browse/entities': { ...ANSWER, players: [PLAYER, LEAST_PLAYER], total_entities: 2 },
  })
  await allListed()
  fireEvent.click(screen.getByRole('button', { name: 'Reorder' }))
  expect(screen.getByText('Most trophies')).toBeTruthy()
  expect(screen.queryByText('Most prestige')).toBeNull()
})

/** Four clubs or more, since among three nobody stands out. */
const WINNERS = [1200, 500, 4000, 900].map((gain_7d, place) => {
  const active_members = [19, 12, 10, 14][place] ?? 0
  return { ...CLUB, club_tag: `#2${'P'.repeat(place)}`, gain_7d, active_members }
})
const WON = 'Won most on this page'
const ACTIVE = 'Most active on this page'

test.each<[string, Sort, Club[], (string | undefined)[]]>([
  ['one each', 'name', WINNERS, [ACTIVE, undefined, WON, undefined]],
  ['what orders the list is not marked again', 'growth', WINNERS, [ACTIVE, undefined, undefined, undefined]],
  ['nor is the most active one', 'activity_score', WINNERS, [undefined, undefined, WON, undefined]],
  ['a tie marks nobody', 'name', WINNERS.map((club) => ({ ...club, gain_7d: 900 })), [ACTIVE]],
  ['three are too few', 'name', WINNERS.slice(1), []],
  ['nobody won', 'name', WINNERS.map((club) => ({ ...club, gain_7d: -5 })), [ACTIVE]],
])('what stands out on a page is marked: %s', async (_story, sort, clubs, marks) => {
  renderPage(<List sort={sort} />, { '/api/browse/entities': { ...ANSWER, clubs, total_entities: clubs.length } })
  const found = (await allListed()).map(({ textContent }) => [ACTIVE, WON].find((mark) => textContent?.includes(mark)))
  expect(found).toEqual(clubs.map((_, place) => marks[place]))
})

test.each([
  ['Mythic I', 13, 4750, '#tier5', 'Mythic I 4,750'],
  ['Mythic I', 13, null, '#tier5', 'Mythic I'],
  ['Unranked', 0, null, undefined, 'Unranked'],
])('a card names the tier of a player: %s', async (tier, tier_place, rating, shape, words) => {
  const html = await cardOf({ players: [{ ...PLAYER, ranked: { tier, tier_place, rating } }] })
  const card = new DOMParser().parseFromString(html, 'text/html').body
  expect(
    card
      .querySelector('use[href*="#tier"]')
      ?.getAttribute('href')
      ?.replace(/.*(?=#)/, ''),
  ).toBe(shape)
  expect(card.textContent).toContain(`${words}Prestige`)
})
