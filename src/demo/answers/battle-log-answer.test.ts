import { expect, test } from 'vitest'
import { createWorld } from '#demo/world/create-world.ts'
import { brawlerEdge, FIRST_BRAWLER_ID } from '#demo/world/game-rules.ts'
import { DAY } from '#demo/world/time.ts'
import type { Player } from '#demo/world/world.ts'
import type { Fighter } from './battle-fighters.ts'
import { battleLogAnswer } from './battle-log-answer.ts'

const world = createWorld({ seed: 8, epoch: new Date('2026-01-05T00:00:00Z'), clubs: 12 })
const DAYS = 60

type Item = { battleTime: string; event: { id: number; modeId: number }; battle: Battle }
type Battle = { type?: string; mode: string; result?: string; teams?: Fighter[][]; starPlayer?: Fighter | null }
type Side = { item: Item; player: Player; own: Fighter[]; others: Fighter[] }

/** The battles of three against three on the trophy ladder in logs that were read every second day. */
function* ladderSides(players: readonly Player[]): Generator<Side> {
  for (const player of players) {
    const seen = new Set<string>()
    for (let day = 2; day < DAYS; day += 2) {
      const { items } = JSON.parse(battleLogAnswer(world, player, world.epoch + day * DAY).body) as { items: Item[] }
      for (const item of items.filter(({ battleTime }) => !seen.has(battleTime))) {
        seen.add(item.battleTime)
        const { type, teams = [] } = item.battle
        const own = teams.find((team) => team.some(({ tag }) => tag === player.tag))
        const others = teams.find((team) => team !== own)
        if (type === 'ranked' && own?.length === 3 && others?.length === 3) yield { item, player, own, others }
      }
    }
  }
}

const sides = [...ladderSides(world.players)]

/** How many characters after the # the tags have in common. */
function sharedStart(tags: readonly string[]): number {
  const first = tags[0]?.slice(1) ?? ''
  const differs = [...first].findIndex((character, place) => tags.some((tag) => tag[place + 1] !== character))
  return differs < 0 ? first.length : differs
}

/** As players of the real game tell lobbies of bots by the tags of the opponents. */
function lobbyOf({ others }: Side): 'people' | 'bots' | 'likely bots' {
  const shared = sharedStart(others.map(({ tag }) => tag))
  const trophies = others.map(({ brawler }) => brawler.trophies)
  if (shared >= 2) return 'bots'
  const isAlike =
    new Set(others.map(({ tag }) => tag.length)).size === 1 && Math.max(...trophies) - Math.min(...trophies) <= 60
  return shared === 1 && isAlike ? 'likely bots' : 'people'
}

const isWithin = (low: number, high: number) => (figure: number) => figure >= low && figure <= high

const percentOf = <T>(items: readonly T[], belongs: (item: T) => boolean) =>
  (100 * items.filter(belongs).length) / items.length

const winRate = (of: readonly Side[]) =>
  percentOf(
    of.filter(({ item }) => item.battle.result !== 'draw'),
    ({ item }) => item.battle.result === 'victory',
  )

test('some lobbies are of bots, whose tags were issued in a run and who nearly always lose', () => {
  const lobbies = Map.groupBy(sides, lobbyOf)
  const of = (lobby: ReturnType<typeof lobbyOf>) => lobbies.get(lobby) ?? []
  const shareOf = (lobby: ReturnType<typeof lobbyOf>) => (100 * of(lobby).length) / sides.length
  expect(shareOf('bots')).toSatisfy(isWithin(12, 20))
  expect(shareOf('likely bots')).toSatisfy(isWithin(4, 10))
  expect(winRate(of('bots'))).toSatisfy(isWithin(94, 98))
  expect(winRate(of('likely bots'))).toSatisfy(isWithin(85, 96))
  expect(winRate(of('people'))).toSatisfy(isWithin(45, 58))
})

/** The brawler that the log's player used. */
const brawlerOf = ({ player, own }: Side) =>
  (own.find(({ tag }) => tag === player.tag)?.brawler.id ?? 0) - FIRST_BRAWLER_ID

/** How much better than others the brawlers of a team are in the mode and on the map of a battle, on average. */
const edgeOf = (brawlers: readonly number[], { item }: Side) =>
  brawlers.reduce((sum, brawler) => sum + brawlerEdge(brawler, item.event.modeId, item.event.id), 0) / brawlers.length

test('brawlers differ by mode and map, both those of known players and those of strangers', () => {
  const amongPeople = sides.filter((side) => lobbyOf(side) === 'people')
  /** By how much those with the better half of the edges win more. */
  const halves = (edgeOfSide: (side: Side) => number) => {
    const sorted = amongPeople
      .map((side) => ({ side, edge: edgeOfSide(side) }))
      .toSorted((one, other) => one.edge - other.edge)
      .map(({ side }) => side)
    const half = Math.floor(sorted.length / 2)
    return winRate(sorted.slice(half)) - winRate(sorted.slice(0, half))
  }
  expect(halves((side) => edgeOf([brawlerOf(side)], side))).toBeGreaterThan(2)
  const theirs = (side: Side) => side.others.map(({ brawler }) => brawler.id - FIRST_BRAWLER_ID)
  expect(halves((side) => edgeOf(theirs(side), side))).toBeLessThan(-1)
})

test('friends win more together than each of them alone', () => {
  const amongPeople = sides.filter((side) => lobbyOf(side) === 'people')
  const isTogether = ({ player, own }: Side) =>
    player.crew.members.some(({ tag }) => tag !== player.tag && own.some((fighter) => fighter.tag === tag))
  const [together = [], alone = []] = [true, false].map((wanted) =>
    amongPeople.filter((side) => side.player.crew.members.length > 1 && isTogether(side) === wanted),
  )
  expect(winRate(together) - winRate(alone)).toBeGreaterThan(2)
})
