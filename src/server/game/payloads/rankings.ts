import * as z from 'zod'
import type { ClubRankingRow, Parsed, PlayerRankingRow } from '../answers.ts'
import {
  accountTrophies,
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

/** A ranking has 200 rows at most. */
const MOST_ROWS = 1_000

const playerRow = {
  tag,
  name,
  nameColor: maybeColour,
  icon: maybeIconId,
  rank: count.min(1),
  club: z.object({ name: maybeName }).nullish().catch(null),
}

type SentRow = z.output<z.ZodObject<typeof playerRow>> & { trophies: number }

/** A row names the club without its tag, and has no club when the player is in none. */
function flatten({ icon, club, ...row }: SentRow) {
  return { ...row, iconId: icon, clubName: club?.name ?? null }
}

const playerRankingSchema = z.object({ ...playerRow, trophies: accountTrophies }).transform(flatten)
/** The ranking of a new brawler in a small country really has rows with one trophy. */
const brawlerRankingSchema = z.object({ ...playerRow, trophies: count }).transform(flatten)
const clubRankingSchema = z.object({
  tag,
  name,
  badgeId: maybeCount,
  trophies: accountTrophies,
  rank: count.min(1),
  memberCount: maybeCount,
})

const pageSchema = z.object({ items: z.array(z.unknown()) })
const trophiesSchema = z.object({ trophies: z.number() })

function shareWithoutTrophies(items: unknown[]): number {
  const without = items.filter((item) => (trophiesSchema.safeParse(item).data?.trophies ?? 0) <= 1)
  return items.length === 0 ? 0 : without.length / items.length
}

/** @throws UnusableAnswer `glitched` when at least this share of the rows has 1 trophy or fewer, or none */
function readRanking<T extends { tag: string }>(raw: unknown, schema: z.ZodType<T>, limit: number): Parsed<T[]> {
  const { items } = readWhole(raw, pageSchema, 'ranking')
  const share = shareWithoutTrophies(items)
  if (share >= limit)
    throw new UnusableAnswer('glitched', `${Math.round(share * 100)} % of ${items.length} ranked rows have no trophies`)
  return readItems(items, schema, { path: 'items', longest: MOST_ROWS, key: (row) => row.tag })
}

/**
 * Reads `/rankings/{country}/players`.
 * @throws UnusableAnswer `malformed`; `glitched` when half of the rows or more have 1 trophy (docs/game-api.md#glitches)
 */
export function parsePlayerRanking(raw: unknown): Parsed<PlayerRankingRow[]> {
  return readRanking(raw, playerRankingSchema, 0.5)
}

/** Reads `/rankings/{country}/clubs`. @throws UnusableAnswer as for players */
export function parseClubRanking(raw: unknown): Parsed<ClubRankingRow[]> {
  return readRanking(raw, clubRankingSchema, 0.5)
}

/**
 * Reads `/rankings/{country}/brawlers/{id}`. @throws UnusableAnswer `malformed`; `glitched` when no row has more than 1
 * trophy
 */
export function parseBrawlerRanking(raw: unknown): Parsed<PlayerRankingRow[]> {
  return readRanking(raw, brawlerRankingSchema, 1)
}
