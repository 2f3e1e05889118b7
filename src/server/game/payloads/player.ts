import * as z from 'zod'
import type { Glitch, Parsed, PlayerAnswer, PlayerBrawler } from '../answers.ts'
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

const playerBrawlerSchema = z.object({
  id: count,
  name: maybeName,
  power: maybeCount,
  /** Ranks of different years do not compare (docs/game-api.md#players). */
  rank: maybeCount,
  trophies: count,
  highestTrophies: maybeCount,
  prestigeLevel: maybeCount,
  currentWinStreak: maybeCount,
  maxWinStreak: maybeCount,
  gadgets: howMany,
  starPowers: howMany,
  gears: howMany,
  hyperCharges: howMany,
})

/** `{}` means that the player is in no club. */
const clubSchema = z
  .union([z.object({ tag, name }), z.strictObject({}).transform(() => null)])
  .optional()
  .catch(undefined)

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
  totalPrestigeLevel: maybeCount,
  rankedRank: maybeCount,
  rankedRankName: maybeName,
  rankedElo: maybeCount,
  highestAllTimeRankedRank: maybeCount,
  highestAllTimeRankedElo: maybeCount,
  club: clubSchema,
  brawlers: z.unknown(),
})

/** Nobody who had so many loses all of them. */
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
  const { icon, '3vs3Victories': victories3v3, club, ...player } = readWhole(raw, playerSchema, 'player')
  const brawlers = readItems(player.brawlers, playerBrawlerSchema, {
    path: 'brawlers',
    longest: MOST_BRAWLERS,
    key: (brawler) => brawler.id,
  })
  const glitches = [...brawlers.glitches, ...checkTrophies(player.trophies, player.highestTrophies ?? 0, brawlers)]
  return { body: { ...player, iconId: icon, victories3v3, club, brawlers: brawlers.body }, glitches }
}
