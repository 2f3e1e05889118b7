import type { Context } from '#server/context.ts'
import { battleNames } from '#server/history/battles/read-battles.ts'
import { type PlayerRecords, unpackRecords } from '#server/history/ingest/player-records.ts'
import { type StoredBrawler, unpackBrawlers } from '#server/history/ingest/raw-answers.ts'
import { readLadder, readLadders } from '#server/history/ladders.ts'
import { presentMembers } from '#server/history/members.ts'
import { clubNotTracked, playerNotShown } from '#server/history/not-tracked.ts'
import { freshness, readTrackedSeries } from '#server/history/series.ts'
import { nextThousand } from '#server/metrics/brawler-outlook.ts'
import { allLadderEvents } from '#server/metrics/ladder-events.ts'
import type { LadderDay, Standing } from '#server/metrics/ranked-days.ts'
import {
  type LadderDays,
  lastKnown,
  presentStanding,
  rankedHistory,
  standingOrder,
} from '#server/metrics/ranked-history.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getClubRanked, getPlayerRanked } from '#shared/contract/ranked.ts'
import { addDays, type CalendarDay, dayOf } from '#shared/days.ts'
import { brawlerName } from '#shared/game-names.ts'
import { nextTier, shownStanding, tierName, tierPlace } from '#shared/ranked-tiers.ts'
import { isAlias } from '#shared/tag.ts'
import { CSV_COLUMNS, headOf } from '../http/csv-columns.ts'
import { aboutClub, aboutPlayer } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'
import type { CsvTable } from '../http/wire-format.ts'

/** The Ranked mode and prestige, of players and of the members of clubs. */
export function registerRanked(server: Server, context: Context): void {
  serve(server, getPlayerRanked, ({ params, query }) => playerRanked(context, params.tag, query.days), {
    cache: aboutPlayer,
    csv: rankedCsv,
  })
  serve(server, getClubRanked, ({ params }) => clubRanked(context, params.tag), { cache: aboutClub, csv: membersCsv })
}

type PlayerRanked = Output<typeof getPlayerRanked>

async function playerRanked(context: Context, tag: string, timeframe: number): Promise<PlayerRanked> {
  const { db, clock } = context
  const now = clock.now()
  // Whether the player may be shown, and when they were last seen.
  const player = await readTrackedSeries(db, 'player', tag, { days: 1, now })
  if (player === null) throw await playerNotShown(db, tag)
  const [days, profile, names] = await Promise.all([
    readLadder(db, tag),
    db.selectFrom('player_profiles').select(['brawlers', 'records']).where('player_tag', '=', tag).executeTakeFirst(),
    battleNames(context),
  ])
  const records = unpackRecords(profile?.records)
  const from = addDays(dayOf(player.asOf), 1 - timeframe)
  const brawlers = unpackBrawlers(profile?.brawlers ?? [])
  // The profile's own name of a brawler is the newest one.
  const nameOf = (id: number) => brawlerName(brawlers.find((own) => own.id === id)?.name ?? names.brawler(id))
  return {
    tag,
    days: timeframe,
    ...freshness(player.observedAt, now),
    ranked: rankedOf(days, records),
    ranked_days: toldDays(days, from),
    events: allLadderEvents(days, records, from).map(({ brawlerId, tier, ...event }) => ({
      ...event,
      tier: tier && tierName(tier),
      brawler_id: brawlerId,
      brawler: brawlerId === null ? null : nameOf(brawlerId),
    })),
    prestige: prestigeOf(days, { records, brawlers, nameOf, from }),
  }
}

/** The days from one on, with what their last profiles told. */
function toldDays(days: LadderDays, from: CalendarDay): PlayerRanked['ranked_days'] {
  const starts = new Set(rankedHistory(days).days.flatMap(({ date, isSeasonStart }) => (isSeasonStart ? date : [])))
  return [...days]
    .filter(([date, day]) => date >= from && !isSilent(day))
    .map(([date, day]) => ({
      ...{ date, ...shown(day), season: day.season, season_start: starts.has(date) },
      ...{ prestige: day.prestige, fame: day.fame },
    }))
}

function isSilent({ tier, rating, prestige, fame }: LadderDay): boolean {
  return [tier, rating, prestige, fame].every((value) => value === null)
}

const UNKNOWN = { tier: null, tier_place: null, rating: null }

function shown(standing: Standing) {
  return shownStanding(standing) ?? UNKNOWN
}

function rankedOf(days: LadderDays, { best, since }: PlayerRecords): PlayerRanked['ranked'] {
  const { seasons } = rankedHistory(days)
  const known = lastKnown(days).ranked
  if (known === null && best === null && seasons.length === 0) return null
  const now = known ?? { tier: null, rating: null }
  const next = nextTier(now)
  const ofSeason = seasons.at(-1)?.best
  return {
    ...shown(now),
    as_of: known?.on ?? null,
    next_tier: next && {
      tier: tierName(next.tier),
      tier_place: tierPlace(next.tier) ?? 0,
      rating_missing: next.missing,
    },
    season_best: ofSeason === undefined ? null : shownStanding(ofSeason),
    best: best && { ...shown(best), first_seen: best.on === since.best ? null : best.on },
    seasons: seasons.toReversed().map((season) => ({
      season: season.number,
      first_seen: season.firstSeen,
      last_seen: season.lastSeen,
      last: shown(season.last),
      best: shown(season.best),
    })),
  }
}

/** The most brawlers in a list. */
const LISTED = 5

type Known = {
  records: PlayerRecords
  brawlers: StoredBrawler[]
  nameOf: (brawler: number) => string
  from: CalendarDay
}

function prestigeOf(days: LadderDays, { records, brawlers, nameOf, from }: Known): PlayerRanked['prestige'] {
  const total = lastKnown(days).prestige
  const fame = [...days.values()].findLast((day) => day.fame !== null)?.fame ?? null
  if (total === null && fame === null && records.brawlers.size === 0) return null
  const named = (id: number) => ({ brawler_id: id, name: nameOf(id) })
  const ofBrawlers = [...records.brawlers]
  return {
    total: total?.total ?? null,
    as_of: total?.on ?? null,
    fame,
    next: brawlers
      .map(({ id, trophies, highestTrophies }) => {
        const { level, target } = nextThousand(Math.max(highestTrophies ?? 0, trophies))
        return { ...named(id), level, trophies, trophies_missing: target - trophies }
      })
      .sort((one, other) => one.trophies_missing - other.trophies_missing || one.brawler_id - other.brawler_id)
      .slice(0, LISTED),
    reached: ofBrawlers
      .flatMap(([id, { levels }]) => levels.map(([level, first_seen]) => ({ ...named(id), level, first_seen })))
      .filter(({ first_seen }) => first_seen !== records.since.levels && first_seen >= from)
      .sort((one, other) => (one.first_seen < other.first_seen ? 1 : -1)),
    streaks: ofBrawlers
      .filter(([, { streak }]) => streak > 0)
      .map(([id, { streak }]) => ({ ...named(id), wins: streak }))
      .sort((one, other) => other.wins - one.wins || one.brawler_id - other.brawler_id)
      .slice(0, LISTED),
  }
}

/** One row for each day with a profile. */
function rankedCsv({ tag, days, ranked_days }: PlayerRanked): CsvTable {
  const rows = ranked_days.map((row) => [
    ...[row.date, row.tier, row.tier_place, row.rating, row.season_start ? 'yes' : 'no'],
    ...[row.season, row.prestige, row.fame],
  ])
  return { name: `ranked-${tag}-${days}-days`, rows: [headOf(CSV_COLUMNS.getPlayerRanked), ...rows] }
}

type ClubRanked = Output<typeof getClubRanked>

async function clubRanked({ db, clock }: Context, tag: string): Promise<ClubRanked> {
  const now = clock.now()
  const [club, present] = await Promise.all([
    readTrackedSeries(db, 'club', tag, { days: 1, now }),
    presentMembers(db, tag),
  ])
  if (club === null) throw clubNotTracked()
  const visible = present.filter((member) => !isAlias(member.tag))
  const ladders = await readLadders(
    db,
    visible.map((member) => member.tag),
    dayOf(now),
  )
  const known = visible
    .map((member) => ({ member, ...presentStanding(ladders.get(member.tag) ?? new Map(), dayOf(now)) }))
    .sort((one, other) => orderOf(other.ranked) - orderOf(one.ranked) || other.member.trophies - one.member.trophies)
  const prestige = known.flatMap((each) => each.prestige?.total ?? [])
  return {
    tag,
    ...freshness(club.observedAt, now),
    tiers: tiersOf(known.flatMap(({ ranked }) => ranked?.tier ?? [])),
    unknown_members: present.length - known.filter(({ ranked }) => (ranked?.tier ?? null) !== null).length,
    prestige: {
      total: prestige.length === 0 ? null : prestige.reduce((sum, each) => sum + each, 0),
      known_members: prestige.length,
    },
    members: known.map((each) => ({
      player_tag: each.member.tag,
      player_name: each.member.name,
      ...shown(each.ranked ?? { tier: null, rating: null }),
      prestige: each.prestige?.total ?? null,
      as_of: laterOf(each.ranked?.on ?? null, each.prestige?.on ?? null),
    })),
  }
}

function orderOf(ranked: Standing | null): number {
  return ranked === null ? -2 : standingOrder(ranked)
}

function laterOf(one: CalendarDay | null, other: CalendarDay | null): CalendarDay | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}

function tiersOf(tiers: readonly string[]): ClubRanked['tiers'] {
  return [...Map.groupBy(tiers, (tier) => tier)]
    .map(([tier, { length }]) => ({ tier: tierName(tier), tier_place: tierPlace(tier), members: length }))
    .sort((one, other) => (other.tier_place ?? -1) - (one.tier_place ?? -1) || (one.tier < other.tier ? -1 : 1))
}

/** One row for each member. */
function membersCsv({ tag, members }: ClubRanked): CsvTable {
  const head = headOf(CSV_COLUMNS.getClubRanked)
  return { name: `ranked-${tag}`, rows: [head, ...members.map((member) => head.map((column) => member[column]))] }
}
