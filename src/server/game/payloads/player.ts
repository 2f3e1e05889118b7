import * as z from 'zod'
import { knownTier, UNRANKED } from '#shared/ranked-tiers.ts'
import type { Glitch, Parsed, PlayerAnswer, PlayerBrawler, RankedStanding } from '../answers.ts'
import {
  count,
  maybeColour,
  maybeCount,
  maybeIconId,
  maybeName,
  name,
  readItems,
  readWhole,
  tag,
  UnusableAnswer,
} from './parsing.ts'

/** 104 brawlers existed in May 2026. */
const MOST_BRAWLERS = 1_000

/** The length of a list; null when the list is absent, as in answers that are older than this part of the game. */
const howMany = z
  .array(z.unknown())
  .transform((list) => list.length)
  .nullish()
  .transform((length) => length ?? null)
  .catch(null)

/** How many of an object's fields are true. */
const howManyTrue = z
  .record(z.string(), z.unknown())
  .transform((fields) => Object.values(fields).filter((value) => value === true).length)
  .nullish()
  .transform((count) => count ?? null)
  .catch(null)

/** Skins with a name on two lines exist (`SQUAD BUSTER\nSHELLY`). */
const maybeSkin = z
  .object({ id: count, name: maybeName })
  .nullish()
  .transform((skin) => skin ?? null)
  .catch(null)

/** Ratings, levels of prestige and streaks are below this (docs/game-api.md#players). */
const MOST_RATED = 30_000
const maybeSmall = maybeCount.transform((value) => (value !== null && value > MOST_RATED ? null : value))

const playerBrawlerSchema = z.object({
  id: count,
  name: maybeName,
  power: maybeCount,
  /** Ranks of different years do not compare (docs/game-api.md#players). */
  rank: maybeCount,
  trophies: count,
  highestTrophies: maybeCount,
  prestigeLevel: maybeSmall,
  currentWinStreak: maybeSmall,
  maxWinStreak: maybeSmall,
  skin: maybeSkin,
  gadgets: howMany,
  starPowers: howMany,
  gears: howMany,
  hyperCharges: howMany,
  buffies: howManyTrue,
})

/** `{}` means that the player is in no club. */
const clubSchema = z
  .union([z.object({ tag, name }), z.strictObject({}).transform(() => null)])
  .optional()
  .catch(undefined)

type Place = 'ranked' | 'highestSeasonRanked' | 'highestAllTimeRanked'

/** Number, name and rating of a tier: `rankedRank`, `rankedRankName`, `rankedElo`. */
function standingFields<P extends Place>(place: P) {
  return { [`${place}Rank`]: maybeSmall, [`${place}RankName`]: maybeName, [`${place}Elo`]: maybeSmall } as {
    [F in `${P}Rank` | `${P}Elo`]: typeof maybeSmall
  } & { [F in `${P}RankName`]: typeof maybeName }
}

const playerSchema = z.object({
  tag,
  name,
  nameColor: maybeColour,
  icon: maybeIconId,
  trophies: count,
  highestTrophies: maybeCount,
  expLevel: maybeCount,
  expPoints: maybeCount,
  '3vs3Victories': maybeCount,
  soloVictories: maybeCount,
  duoVictories: maybeCount,
  totalPrestigeLevel: maybeSmall,
  fame: maybeCount,
  rankedSeasonId: maybeSmall,
  ...standingFields('ranked'),
  ...standingFields('highestSeasonRanked'),
  ...standingFields('highestAllTimeRanked'),
  club: clubSchema,
  brawlers: z.unknown(),
})

/** Trophies that nobody loses at once. */
const MANY_TROPHIES = 100

/**
 * A player's trophies are the sum of the brawlers' (docs/game-api.md#players).
 * @throws UnusableAnswer `glitched` when the figure is 0 or 1 and the brawlers' sum is another, or the player had many
 */
function checkTrophies(trophies: number, highest: number, brawlers: Parsed<PlayerBrawler[]>): Glitch[] {
  if (trophies <= 1 && highest >= MANY_TROPHIES) {
    throw new UnusableAnswer('glitched', `player has ${trophies} trophies, and had ${highest}`)
  }
  const sum = brawlers.body.reduce((total, brawler) => total + brawler.trophies, 0)
  if (sum === trophies) return []
  if (trophies <= 1) throw new UnusableAnswer('glitched', `player has ${trophies} trophies, the brawlers ${sum}`)
  if (brawlers.glitches.length > 0) return []
  return [{ path: 'brawlers', kind: 'incomplete', detail: `brawlers have ${sum} trophies, the player ${trophies}` }]
}

/**
 * Reads `/players/{tag}`.
 * @throws UnusableAnswer `malformed`; `glitched` when the name or the trophies cannot be right
 */
export function parsePlayer(raw: unknown): Parsed<PlayerAnswer> {
  const read = readWhole(raw, playerSchema, 'player')
  const brawlers = readItems(read.brawlers, playerBrawlerSchema, {
    path: 'brawlers',
    longest: MOST_BRAWLERS,
    key: (brawler) => brawler.id,
  })
  const glitches = [
    ...brawlers.glitches,
    ...checkTrophies(read.trophies, read.highestTrophies ?? 0, brawlers),
    ...impossible(raw, read, { fields: LADDER_FIELDS, path: '' }),
    ...brawlers.body.flatMap((brawler) => checkBrawler(brawler, read.brawlers)),
  ]
  return { body: { ...shownFields(read), ranked: rankedOf(read), brawlers: brawlers.body }, glitches }
}

type Read = z.output<typeof playerSchema>

function shownFields(read: Read): Omit<PlayerAnswer, 'ranked' | 'brawlers'> {
  const { tag, name, nameColor, icon, trophies, highestTrophies, expLevel, expPoints, club } = read
  const { '3vs3Victories': victories3v3, soloVictories, duoVictories, totalPrestigeLevel, fame } = read
  return {
    ...{ tag, name, nameColor, iconId: icon, trophies, highestTrophies, expLevel, expPoints, club },
    ...{ victories3v3, soloVictories, duoVictories, totalPrestigeLevel, fame },
  }
}

function rankedOf(read: Read): PlayerAnswer['ranked'] {
  return {
    season: read.rankedSeasonId,
    now: standing(read.rankedRank, read.rankedRankName, read.rankedElo),
    seasonBest: standing(read.highestSeasonRankedRank, read.highestSeasonRankedRankName, read.highestSeasonRankedElo),
    best: standing(read.highestAllTimeRankedRank, read.highestAllTimeRankedRankName, read.highestAllTimeRankedElo),
  }
}

/** Tiers go by their names: the numbers have changed (docs/game-api.md#ranked). A number of 0 means unranked. */
function standing(rank: number | null, tierName: string | null, rating: number | null): RankedStanding {
  if (rank === 0) return { tier: UNRANKED, rating: null }
  return { tier: tierName === null ? null : knownTier(tierName) || null, rating }
}

const LADDER_FIELDS = [
  ...['rankedSeasonId', 'rankedRank', 'rankedElo', 'highestSeasonRankedRank', 'highestSeasonRankedElo'],
  ...['highestAllTimeRankedRank', 'highestAllTimeRankedElo', 'totalPrestigeLevel', 'fame'],
]
const BRAWLER_FIELDS = ['prestigeLevel', 'currentWinStreak', 'maxWinStreak']

type Checked = { fields: readonly string[]; path: string }

/** Figures that the answer holds and that cannot be right. They are unknown then. */
function impossible(raw: unknown, read: object, { fields, path }: Checked): Glitch[] {
  const [told, kept] = [raw as Record<string, unknown>, read as Record<string, unknown>]
  return fields
    .filter((field) => (told[field] ?? null) !== null && kept[field] === null)
    .map((field) => ({ path: `${path}${field}`, kind: 'malformed', detail: `${field}: no possible figure` }))
}

function checkBrawler(brawler: PlayerBrawler, raw: unknown): Glitch[] {
  const told = (raw as { id?: unknown }[]).find((item) => item?.id === brawler.id)
  return impossible(told, brawler, { fields: BRAWLER_FIELDS, path: `brawlers.${brawler.id}.` })
}
