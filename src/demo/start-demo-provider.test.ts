import { Client } from 'brawlstars'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLUB_TAG_NOT_BEGINNING_WITH_2, EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { type DemoProvider, startDemoProvider } from './start-demo-provider.ts'

const EPOCH = new Date('2026-01-05T00:00:00Z')

/** The client's types say that lists are bare arrays, but it returns pages. */
const itemsOf = (page: unknown) => (page as { items: unknown[] }).items

let demo: DemoProvider
let client: Client
beforeAll(async () => {
  demo = await startDemoProvider({ epoch: EPOCH, clubs: 12, now: () => new Date('2026-01-20T21:00:00Z') })
  client = new Client(demo.token, { cache: false })
  client.baseURL = demo.url
})
afterAll(() => demo.close())

test('a public client of the game reads players and clubs from the demo provider', async () => {
  const player = await client.getPlayer(EXAMPLE_PLAYER_TAG)
  expect(player.club).toMatchObject({ tag: EXAMPLE_CLUB_TAG })
  expect(itemsOf(await client.getPlayerBattlelog(EXAMPLE_PLAYER_TAG))).toHaveLength(25)
  const club = await client.getClub(EXAMPLE_CLUB_TAG)
  expect(itemsOf(await client.getClubMembers(EXAMPLE_CLUB_TAG))).toHaveLength(club.members.length)
  expect((await client.getClub(CLUB_TAG_NOT_BEGINNING_WITH_2)).tag).toBe(CLUB_TAG_NOT_BEGINNING_WITH_2)
})

test('a public client of the game reads rankings and brawlers from the demo provider', async () => {
  expect(itemsOf(await client.getPlayerRankings('global'))).toHaveLength(200)
  expect(itemsOf(await client.getClubRankings('global', { limit: 5 }))).toHaveLength(5)
  expect(itemsOf(await client.getBrawlerRankings('CA', '16000000'))[0]).toMatchObject({ rank: 1 })
  expect(itemsOf(await client.getBrawlers()).length).toBeGreaterThan(100)
  expect(await client.getBrawler('16000001')).toMatchObject({ name: 'COLT' })
})
