import { DAY, type Seconds } from '#demo/world/time.ts'
import { HAPPENING } from '#demo/world/timeline.ts'
import type { Player, World } from '#demo/world/world.ts'
import type { ObservedAnswer } from '#server/game/answers.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import {
  answerAt,
  clubPath,
  entriesOf,
  inOrder,
  membersAt,
  playerPath,
  scanTimes,
  withEmbeddedStore,
} from './known-world.ts'

const SCANS_A_DAY = 4
/** The first profiles of all players come within so many seconds. */
const FIRST_LOOKS = 0.75 * DAY

/**
 * Days of the world around a season end and around a withdrawal, which comes a day after another season end. All clubs and
 * profiles are looked at before what is taken.
 */
export const TAKINGS = {
  'season end': { first: 21, last: 28, kind: HAPPENING.seasonEnd },
  withdrawal: { first: 59.5, last: 68.5, kind: HAPPENING.withdrawn },
} as const

type Taking = (typeof TAKINGS)[keyof typeof TAKINGS]

/** Who lost trophies to a reset and how many: found, missed, and called a reset without having been one. */
type Found = {
  players: number
  'players found': number
  'players missed': number
  'players false': number
  trophies: number
  'trophies found': number
  'trophies missed': number
  'trophies false': number
}

/** `hasProfiles`: every member's profile is looked at once a day; otherwise the clubs' lists alone are known. */
export async function findResets(world: World, count: number, taking: Taking, hasProfiles: boolean): Promise<Found> {
  const clubs = world.clubs.slice(0, count)
  const span = { from: world.epoch + taking.first * DAY, to: world.epoch + (taking.last + 1) * DAY }
  const players = [...new Set(clubs.flatMap((club) => everyoneIn(club, span)))]
  const scans = clubs.flatMap((club) =>
    scanTimes(club, span, SCANS_A_DAY).map((at) => answerAt(world, clubPath(club), at)),
  )
  const profiles = hasProfiles ? players.flatMap((player) => dailyProfiles(world, player, span)) : []
  const found = await withEmbeddedStore(async (db) => {
    await ingest(db, inOrder([...scans, ...profiles]))
    const rows = await db.selectFrom('player_resets').select(['player_tag', 'trophies']).execute()
    return Map.groupBy(rows, ({ player_tag }) => player_tag)
  })
  return compare(players, (player) => [
    takenFrom(player, span, taking),
    -(found.get(player.tag) ?? []).reduce((sum, { trophies }) => sum + trophies, 0),
  ])
}

type Span = { from: Seconds; to: Seconds }

/** Members through the whole span: of others it is not seen what they lost. */
function everyoneIn(club: World['clubs'][number], { from, to }: Span): Player[] {
  const after = new Set(membersAt(club, to - 1))
  return membersAt(club, from).filter((player) => after.has(player))
}

function dailyProfiles(world: World, player: Player, { from, to }: Span): ObservedAnswer[] {
  const start = from + ((player.index * 997) % FIRST_LOOKS)
  return Array.from({ length: Math.ceil((to - start) / DAY) }, (_, day) =>
    answerAt(world, playerPath(player), start + day * DAY),
  )
}

/** Trophies that the player lost to it between the first and the last look, 0 or more. */
function takenFrom(player: Player, { from, to }: Span, { kind }: Taking): number {
  const taken = entriesOf(player).filter((entry) => entry.kind === kind && entry.time > from && entry.time < to - DAY)
  return -taken.reduce((sum, { delta }) => sum + delta, 0)
}

function compare(players: readonly Player[], of: (player: Player) => readonly [truth: number, found: number]): Found {
  const pairs = players.map(of)
  const count = (is: (truth: number, found: number) => boolean) => pairs.filter((pair) => is(...pair)).length
  const sum = (value: (truth: number, found: number) => number) =>
    pairs.reduce((total, pair) => total + value(...pair), 0)
  return {
    players: count((truth) => truth > 0),
    'players found': count((truth, found) => truth > 0 && found > 0),
    'players missed': count((truth, found) => truth > 0 && found === 0),
    'players false': count((truth, found) => truth === 0 && found > 0),
    trophies: sum((truth) => truth),
    'trophies found': sum(Math.min),
    'trophies missed': sum((truth, found) => Math.max(0, truth - found)),
    'trophies false': sum((truth, found) => Math.max(0, found - truth)),
  }
}
