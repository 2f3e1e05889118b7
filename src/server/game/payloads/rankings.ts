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

/** Rankings hold 200. */
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

/** A row's club comes without its tag, and is absent when the player is in none. */
function flatten({ icon, club, ...row }: SentRow) {
  return { ...row, iconId: icon, clubName: club?.name ?? null }
}

const playerRankingSchema = z.object({ ...playerRow, trophies: accountTrophies }).transform(flatten)
/** A new brawler's ranking in a small country truly holds rows with one trophy. */
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

function shareOfNothing(items: unknown[]): number {
  const nothing = items.filter((item) => (trophiesSchema.safeParse(item).data?.trophies ?? 0) <= 1)
  return items.length === 0 ? 0 : nothing.length / items.length
}

/** @throws UnusableAnswer `glitched`, when at least `limit` of the rows have no trophies worth the name (0, 1, negative, none) */
function readRows<T extends { tag: string }>(raw: unknown, schema: z.ZodType<T>, limit: number): Parsed<T[]> {
  const { items } = readWhole(raw, pageSchema, 'ranking')
  const share = shareOfNothing(items)
  if (share >= limit)
    throw new UnusableAnswer('glitched', `${Math.round(share * 100)} % of ${items.length} ranked rows have no trophies`)
  return readItems(items, schema, { path: 'items', longest: MOST_ROWS, key: (row) => row.tag })
}

/**
 * Reads `/rankings/{country}/players`.
 * @throws UnusableAnswer `malformed`, or `glitched` when half the rows or more say 1 trophy (recorded on 2025-08-15)
 */
export function parsePlayerRanking(raw: unknown): Parsed<PlayerRankingRow[]> {
  return readRows(raw, playerRankingSchema, 0.5)
}

/** Reads `/rankings/{country}/clubs`. @throws UnusableAnswer `malformed`, `glitched` as for players */
export function parseClubRanking(raw: unknown): Parsed<ClubRankingRow[]> {
  return readRows(raw, clubRankingSchema, 0.5)
}

/** Reads `/rankings/{country}/brawlers/{id}`; trophies are that brawler's. @throws UnusableAnswer `glitched` when every row lacks them */
export function parseBrawlerRanking(raw: unknown): Parsed<PlayerRankingRow[]> {
  return readRows(raw, brawlerRankingSchema, 1)
}
