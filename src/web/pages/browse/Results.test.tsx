// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
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
  activity_score: 60,
  // The country says more.
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

function List({ sort = 'popularity', isAlike }: { sort?: Sort; isAlike?: boolean }) {
  const list = useQuery(query('GET /api/browse/entities', { query: {} }))
  return <Results kind="club" page={1} sort={sort} isAlike={isAlike} list={list} />
}

/** The card of a club or player, as HTML. */
async function cardOf(listed: Pick<Listed, 'clubs' | 'players'>, sort?: Sort): Promise<string> {
  renderPage(<List {...(sort && { sort })} />, {
    '/api/browse/entities': { ...listed, total_entities: 1, more_than_total: false, page: 1 },
  })
  const card = (await screen.findByRole('listitem')).outerHTML
  cleanup()
  return card
}

/** By name no card is the best one. */
const ORDERS = ['popularity', 'name'] as const

/** What no card but the best one shows, except where it orders the list. */
const OF_THE_BEST = ['popularity_score', 'prestige']

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
  const cards = await screen.findAllByRole('listitem')
  expect(cards.map(({ textContent }) => textContent?.includes(words))).toEqual([true, true])
})

test.each([
  ['a week', PLAYER.won_7d, true],
  ['no day', [], false],
])('a card of whom %s is known draws the days as a line: %s', async (_known, won_7d, isDrawn) => {
  const card = new DOMParser().parseFromString(await cardOf({ players: [{ ...PLAYER, won_7d }] }, 'name'), 'text/html')
  expect(card.querySelector('path[stroke="var(--c1)"]') !== null).toBe(isDrawn)
})

test('where all were chosen by their activity, the best card alone tells it', async () => {
  const answer = (players: Player[]) => ({
    '/api/browse/entities': { players, total_entities: 2, more_than_total: false, page: 1 },
  })
  renderPage(<List sort="trophies" isAlike />, answer([PLAYER, { ...PLAYER, player_tag: '#8PYL', trophies: 9000 }]))
  const cards = await screen.findAllByRole('listitem')
  expect(cards.map(({ textContent }) => textContent?.includes('Activity'))).toEqual([true, false])
  expect(cards.map(({ textContent }) => textContent?.includes('Performance'))).toEqual([true, true])
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
  renderPage(<List sort={sort} />, {
    '/api/browse/entities': { clubs: [CLUB], total_entities: 1, more_than_total: false, page: 1 },
  })
  const card = await screen.findByRole('listitem')
  expect(card.textContent?.startsWith(`DO${medal}Dolphins`)).toBe(true)
  expect(/Popularity.10/.test(card.innerHTML)).toBe(showsPopularity)
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

const NEW_CLUB = { ...CLUB, trophies: 0, gain_7d: null, activity_score: null }
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

test('a club whose leavers took more than was won shows both, in short', async () => {
  expect(await cardOf({ clubs: [{ ...CLUB, growth_7d: -52_000 }] })).toContain('\u221252k in all')
  expect(await cardOf({ clubs: [CLUB] })).not.toContain('in all')
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
  const cards = await screen.findAllByRole('listitem')
  expect(cards.map(({ textContent }) => /^DO(\d?)Dolphins/.exec(textContent ?? '')?.[1])).toEqual(['', '', '3'])
})

test('a popularity of 0 is not shown and earns no medal', async () => {
  const card = await cardOf({ clubs: [{ ...CLUB, popularity_score: 0 }] })
  expect(card).not.toContain('Popularity')
  expect(new DOMParser().parseFromString(card, 'text/html').body.textContent).toMatch(/^DODolphins/)
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
