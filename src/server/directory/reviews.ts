import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, defineQuery, field } from '#server/database/database.ts'
import { readBaselines } from '#server/history/battles/baselines.ts'
import { unpackTotals } from '#server/history/battles/battle-months.ts'
import { battleClub, battlePlayer, coveredSpans } from '#server/history/battles/battle-players.ts'
import { playerDays } from '#server/history/battles/read-battles.ts'
import { mateTags, sidesIn } from '#server/history/battles/visit-sides.ts'
import { readLadder } from '#server/history/ladders.ts'
import { RAW_DAYS } from '#server/history/retention.ts'
import { readClubSeries, readPlayerSeries, type Subject, trackedSeriesRead } from '#server/history/series.ts'
import type { CoveredSpan } from '#server/metrics/battle-hours.ts'
import { clubBattles } from '#server/metrics/club-battles.ts'
import { COMPARED_MAX, nearestClubs } from '#server/metrics/club-similarity.ts'
import { sumClub } from '#server/metrics/club-sums.ts'
import type { ClubSeries, DailySeries } from '#server/metrics/daily-series.ts'
import { knownUntil } from '#server/metrics/forecast.ts'
import type { Sides } from '#server/metrics/player-side.ts'
import {
  bestDayCard,
  brawlerCard,
  clubBestDayCard,
  clubCompanyCard,
  clubGrowthCard,
  companyCard,
  gatherPlayed,
  growthCard,
  hoursCard,
  type PlayedBattles,
  type ReviewCards,
  type ReviewDays,
  rankCard,
  rankedCard,
  reviewDays,
  sidesBetween,
} from '#server/metrics/review.ts'
import { addDays, type CalendarDay, DAY_MS, dayOf, daysBetween, monthOf } from '#shared/days.ts'
import { type ReviewPeriod, reviewPeriods } from '#shared/review.ts'
import type { EntityType } from '#shared/tag.ts'
import { clubAtlas } from './club-profiles.ts'
import type { KeptReview } from './kept-reviews.ts'

type Stored = Pick<Context, 'db' | 'clock' | 'memory'>

const reads = {
  club: trackedSeriesRead('club', { trophies: field('c.trophies', z.number()) }),
  player: trackedSeriesRead('player', { trophies: field('p.trophies', z.number()) }),
}

/** A period, and which of its days are observed. */
type ObservedPeriod = ReviewDays & { period: string }

/** The periods of a tracked club or of a player who may be shown, the newest first; null for any other tag. */
export async function observedPeriods(
  { db, clock }: Stored,
  type: EntityType,
  tag: string,
): Promise<ObservedPeriod[] | null> {
  const now = clock.now()
  const found = await reads[type](db, tag, { days: 'all', now })
  if (found === null) return null
  const { series } = found
  return reviewPeriods(series.firstObserved ?? dayOf(now), dayOf(now)).map((period) => {
    return { period: period.name, ...reviewDays(seriesUntil(series, period), period) }
  })
}

/** The series as far as the period goes. */
function seriesUntil<Series extends DailySeries>(series: Series, { to }: ReviewPeriod): Series {
  return knownUntil(series, Math.max(0, daysBetween(series.from, to) + 1))
}

/** How many days are observed, and the review where these are enough. */
type Made = { observed: ReviewDays; kept: KeptReview | null }

/** A review as it would be shared now (docs/formulas.md#a-review); null for who is not tracked or not shown. */
export async function makeReview(
  context: Stored,
  type: EntityType,
  tag: string,
  period: ReviewPeriod,
): Promise<Made | null> {
  const { db, clock } = context
  const found = await reads[type](db, tag, { days: 'all', until: clock.now() })
  if (found === null) return null
  const series = seriesUntil(found.series, period)
  const observed = reviewDays(series, period)
  if (!observed.enough) return { observed, kept: null }
  const about = { tag, period, observed, trophies: found.trophies }
  const made = type === 'club' ? clubCards(context, about, series as ClubSeries) : playerCards(context, about, series)
  const cards = await made
  const { from, to, days, observed: observed_days } = observed
  const now = clock.now()
  const running = period.to >= dayOf(now)
  return { observed, kept: { version: 1, from, to, running, days, observed_days, made_at: now.toISOString(), cards } }
}

type About = { tag: string; period: ReviewPeriod; observed: ReviewDays; trophies: number }

async function playerCards(context: Stored, about: About, series: DailySeries): Promise<ReviewCards> {
  const { db } = context
  const { days } = about.observed
  const [similar, player, ladder] = await Promise.all([
    similarPlayers(context, about),
    battlePlayer(db, about.tag),
    readLadder(db, about.tag),
  ])
  const mates = player?.clubmates.map((mate) => mate.tag) ?? []
  const { since, whole, sidesOf } = await keptSides(context, about, { tags: [about.tag], mates })
  const played = gatherPlayed([sidesOf(about.tag)])
  return {
    growth: growthCard(series, days),
    best_day: bestDayCard(series, days),
    brawler: await favourite(context, about, { tags: [about.tag], played, whole: since === null ? null : whole }),
    hours: since === null ? GONE : hoursCard(played, since),
    company: since === null ? GONE : companyCard(played, since),
    rank: rankCard(series, similar, { days, type: 'player' }),
    ranked: rankedCard(ladder, about.observed),
  }
}

async function clubCards(context: Stored, about: About, series: ClubSeries): Promise<ReviewCards> {
  const { days } = about.observed
  const [similar, club, baselines] = await Promise.all([
    similarClubs(context, about),
    battleClub(context.db, about.tag),
    readBaselines(context, RAW_DAYS),
  ])
  const members = club?.members ?? []
  const tags = members.map(({ tag }) => tag)
  const { since, whole, sidesOf } = await keptSides(context, about, { tags, mates: tags })
  const played = gatherPlayed(tags.map(sidesOf))
  const { pairs } = clubBattles(
    members.map((member) => ({ ...member, hasLog: true })),
    sumClub(tags, sidesOf),
    baselines,
  )
  return {
    growth: clubGrowthCard(series, days),
    best_day: clubBestDayCard(series, days),
    brawler: await favourite(context, about, { tags, played, whole: since === null ? null : whole }),
    hours: since === null ? GONE : hoursCard(played, since),
    company: since === null ? GONE : clubCompanyCard(pairs, since),
    rank: rankCard(series, similar, { days, type: 'club' }),
  }
}

const GONE = { missing: { code: 'battles_gone', days: RAW_DAYS } } as const
const SOME_GONE = { missing: { code: 'some_battles_gone', days: RAW_DAYS } } as const

type Who = { tags: string[]; mates: string[] }

/**
 * The battles of the period that are still kept, and the first day of which any is known, null where all are gone. `whole`:
 * nothing of the period has been dropped.
 */
async function keptSides({ db, clock }: Stored, { observed: { from, to } }: About, { tags, mates }: Who) {
  const oldest = addDays(dayOf(clock.now()), 1 - RAW_DAYS)
  const kept = from > oldest ? from : oldest
  const isGone = kept > to
  const [packed, covered] =
    isGone || tags.length === 0
      ? [new Map<string, Buffer>(), new Map<string, CoveredSpan[]>()]
      : await Promise.all([playerDays(db, tags, kept), coveredSpans(db, tags)])
  const known = mateTags(mates)
  const end = Date.parse(to) + DAY_MS
  const sidesOf = (tag: string): Sides => sidesBetween(sidesIn(packed.get(tag), known), Date.parse(kept), end)
  return { since: isGone ? null : firstKnown(covered, kept), whole: kept === from, sidesOf }
}

/** The first day from `kept` on of which anybody's battle log tells. */
function firstKnown(covered: ReadonlyMap<string, CoveredSpan[]>, kept: CalendarDay): CalendarDay {
  const begins = [...covered.values()].flatMap((spans) => spans.find(({ to }) => to >= Date.parse(kept))?.from ?? [])
  const first = begins.length === 0 ? kept : dayOf(new Date(Math.min(...begins)))
  return first > kept ? first : kept
}

type Fought = { tags: string[]; played: PlayedBattles; whole: boolean | null }

/**
 * The brawler of a season is told by battles, that of a year by its months, which are kept for ever. `whole` is null
 * where all are gone.
 */
async function favourite({ db }: Stored, { period }: About, { tags, played, whole }: Fought) {
  if (period.kind === 'season') {
    if (whole === null) return GONE
    return whole ? brawlerCard(played.brawlers) : SOME_GONE
  }
  if (tags.length === 0) return brawlerCard([])
  const rows = await db
    .selectFrom('player_battle_months')
    .select('totals')
    .where('player_tag', '=', sql<string>`any(${tags})`)
    .where('month', '>=', monthOf(period.from))
    .where('month', '<=', monthOf(period.to))
    .execute()
  const totals = rows.flatMap((row) => unpackTotals(row.totals))
  return brawlerCard(totals.map(({ brawler, battles, wins }) => ({ id: brawler, battles, wins })))
}

const NEAR = { tag: z.string(), firstSeenAt: z.date(), firstTrophies: z.nullable(z.number()) }

/** The players nearest to $2 trophies by their logarithm, $3 of them, but for $1. */
const nearPlayers = defineQuery(
  NEAR,
  `select p.tag, p.first_seen_at as "firstSeenAt", p.first_trophies as "firstTrophies" from (
    (select tag, trophies from player_summaries where trophies >= $2 order by trophies limit $3 + 1)
    union all
    (select tag, trophies from player_summaries where trophies < $2 order by trophies desc limit $3)
  ) near join players p on p.tag = near.tag
  where p.tag <> $1 order by abs(ln(greatest(1, near.trophies) / greatest(1, $2)::double precision)), p.tag limit $3`,
)

async function similarPlayers({ db, clock }: Stored, about: About): Promise<DailySeries[]> {
  const subjects = await nearPlayers(db, [about.tag, about.trophies, COMPARED_MAX])
  return [...(await readPlayerSeries(db, subjects, windowOf(about, clock.now()))).values()]
}

async function similarClubs(context: Stored, about: About): Promise<DailySeries[]> {
  const atlas = await clubAtlas(context)
  const club = atlas.byTag.get(about.tag)
  if (club === undefined) return []
  const subjects = await firstSeen(
    context.db,
    nearestClubs(club, atlas.clubs.inOrder).map(({ tag }) => tag),
  )
  return [...(await readClubSeries(context.db, subjects, windowOf(about, context.clock.now()))).values()]
}

async function firstSeen(db: Database, tags: string[]): Promise<Subject[]> {
  const rows = await db
    .selectFrom('clubs')
    .select(['tag', 'first_seen_at as firstSeenAt', 'first_trophies as firstTrophies'])
    .where('tag', '=', sql<string>`any(${tags})`)
    .execute()
  return rows
}

/** The days of the review, as those who are compared are read. */
function windowOf({ observed: { days, to } }: About, now: Date) {
  return { days, now: new Date(Math.min(now.getTime(), Date.parse(to) + DAY_MS - 1)) }
}
