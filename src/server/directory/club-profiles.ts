import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, field, insertRows, jsonList, queryRows, runAll } from '#server/database/database.ts'
import { playerDays } from '#server/history/battles/read-battles.ts'
import { NO_MATES, sidesIn } from '#server/history/battles/visit-sides.ts'
import { readLadders } from '#server/history/ladders.ts'
import { readPlayerSeries } from '#server/history/series.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { keptFor } from '#server/kernel/memory.ts'
import { activityScore } from '#server/metrics/activity.ts'
import {
  type ClubRankedMiddle,
  clubRanked,
  clubShares,
  playerShares,
  type SortedClubs,
  type SoughtClub,
  sortedClubs,
  trophyPower,
} from '#server/metrics/club-finder.ts'
import {
  type ClubFigures,
  measureEvenness,
  measureRetention,
  median,
  midRank,
} from '#server/metrics/club-similarity.ts'
import { type DailySeries, spanDays, windowView } from '#server/metrics/daily-series.ts'
import { type LadderDays, type RankedSide, rankedSide } from '#server/metrics/ranked-history.ts'
import { netGain } from '#server/metrics/trophy-gain.ts'
import { busiestHours } from '#shared/busiest-hours.ts'
import { addDays, DAY_MS, dayOf, MINUTE_MS } from '#shared/days.ts'
import { CLUB_TYPES, type ClubType } from '#shared/kinds.ts'
import { ANALYTICS_MIN_DAYS, CLUB_SEATS } from '#shared/limits.ts'
import { readMembers } from './summary-rows.ts'

type Stored = { db: Database; clock: Clock }

/** Clubs that are made at once: few, so that no statement holds the store up for long. */
const AT_ONCE = 10

/** Days over which members are looked at, and after how many it is asked who is still there. */
const DAYS = 30
const RETENTION_DAYS = 90

/**
 * Makes the profiles of clubs that have none of today, until all have or it is stopped. Returns how many. To repeat it
 * changes nothing.
 */
export async function renewClubProfiles(context: Stored, signal: AbortSignal): Promise<number> {
  let made = 0
  while (!signal.aborted) {
    const tags = await dueClubs(context)
    if (tags.length === 0) break
    await makeProfiles(context, tags)
    made += tags.length
  }
  return made
}

async function dueClubs({ db, clock }: Stored): Promise<string[]> {
  const rows = await queryRows(
    db,
    { tag: z.string() },
    sql`select s.tag from club_summaries s left join club_profiles p on p.tag = s.tag
      where p.made_on is null or p.made_on < ${dayOf(clock.now())}::date
      order by p.made_on nulls first, s.tag limit ${AT_ONCE}`,
  )
  return rows.map(({ tag }) => tag)
}

async function makeProfiles({ db, clock }: Stored, tags: string[]): Promise<void> {
  const now = clock.now()
  const members = await readMembers(db, tags)
  const subjects = members.map(({ tag, first_seen_at, first_trophies, observed_at }) => {
    return { tag, firstSeenAt: first_seen_at, firstTrophies: first_trophies, asOf: observed_at }
  })
  const seriesOf = await readPlayerSeries(db, subjects, { days: DAYS, now })
  const firstDay = (seen: Date) => addDays(dayOf(seen), 1 - DAYS)
  const since = members.map(({ observed_at }) => firstDay(observed_at)).sort()[0] ?? firstDay(now)
  const known = [...new Set(subjects.map(({ tag }) => tag))]
  const packed = await playerDays(db, known, since)
  const ladders = await readLadders(db, known, dayOf(now))
  const staysOf = await readStays(db, tags)
  const membersOf = Map.groupBy(members, ({ club_tag }) => club_tag)
  // The time of a club ends when it was last seen.
  const sharesOf = ({ tag, observed_at }: (typeof members)[number]) => {
    const span = { from: Date.parse(firstDay(observed_at)), now: observed_at.getTime() }
    return playerShares(sidesIn(packed.get(tag), NO_MATES), span) ?? []
  }
  const rows = tags.map((tag) => {
    const own = membersOf.get(tag) ?? []
    const shares = clubShares(own.flatMap(sharesOf))
    const figures = figuresOf(own.flatMap((member) => seriesOf.get(member.tag) ?? []))
    const stayed = measureRetention(staysOf.get(tag) ?? [], RETENTION_DAYS)
    const trophies = median(own.map((member) => member.trophies))
    const ranked = clubRanked(
      own.flatMap(({ tag }) => rankedNow(ladders.get(tag), now) ?? []),
      own.length,
    )
    return {
      tag,
      made_on: dayOf(now),
      median_trophies: trophies === null ? null : Math.round(trophies),
      median_gain: figures.medianGain,
      retention_90d: stayed,
      evenness: figures.evenness,
      activities: figures.activities,
      hours: shares && [...shares.hours],
      modes: shares && JSON.stringify(Object.fromEntries(shares.modes)),
      ranked: ranked && JSON.stringify(ranked),
    }
  })
  const { tag: _tag, ...told } = rows[0] ?? {}
  const sets = Object.keys(told).map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`)
  await runAll(db, insertRows('club_profiles', rows, sql`on conflict (tag) do update set ${sql.join(sets)}`))
}

/** A player's tier and prestige as profiles of the last 30 days tell them; null where none does. */
export function rankedNow(days: LadderDays | undefined, now: Date): RankedSide | null {
  return days === undefined ? null : rankedSide(days, addDays(dayOf(now), -DAYS))
}

/** What the series of the members tell. Who is known for less than a week has no gain and no activity yet. */
function figuresOf(members: readonly DailySeries[]) {
  const views = members.map((series) => windowView(series, DAYS))
  const gains = views.flatMap((view) => (spanDays(view) < ANALYTICS_MIN_DAYS ? [] : (netGain(view) ?? [])))
  const scored = views.filter((view) => view.observedDays >= ANALYTICS_MIN_DAYS)
  return {
    medianGain: median(gains),
    evenness: measureEvenness(gains),
    activities: scored.flatMap((view) => activityScore(view) ?? []).map(Math.round),
  }
}

/** How long everybody was seen in these clubs, those who left included. Nobody stays longer than somebody looked. */
async function readStays(db: Database, tags: readonly string[]) {
  const rows = await queryRows(
    db,
    { tag: z.string(), from: z.date(), leftAt: z.nullable(z.date()), seenAt: z.date() },
    sql`
      select m.club_tag as tag, m.first_seen_at as "from", m.left_at as "leftAt", c.observed_at as "seenAt"
      from club_members m join clubs c on c.tag = m.club_tag where m.club_tag = any(${tags})`,
  )
  const stays = rows.map(({ tag, from, leftAt, seenAt }) => {
    const days = ((leftAt ?? seenAt).getTime() - from.getTime()) / DAY_MS
    return { tag, days, left: leftAt !== null }
  })
  return Map.groupBy(stays, ({ tag }) => tag)
}

/** A club as comparisons and the finder look at it. */
export type ProfiledClub = SoughtClub & {
  members: number
  seats: number
  entry: ClubType | null
  required: number
  country: string | null
  figures: ClubFigures
  /** How many members its tier and prestige are known of. */
  rankedOf: ClubRankedMiddle | null
  /** The hours of most of its play. */
  busy: number[] | null
}

/** All profiled clubs in the order of their median trophies, and where an activity score stands among all members. */
export type ClubAtlas = {
  clubs: SortedClubs<ProfiledClub>
  byTag: ReadonlyMap<string, ProfiledClub>
  /** From 0 to 1. */
  activityRank: (score: number) => number
}

/** Long enough that reading them costs little, short enough that a new club is soon found. */
const keptAtlas = keptFor<ClubAtlas>(5 * MINUTE_MS)

/**
 * The clubs as they are kept for five minutes: every answer looks at all of them, which the store would do more slowly. A
 * new site has none for its first minutes; then they are read for each answer.
 */
export function clubAtlas({ db, clock, memory }: Pick<Context, 'db' | 'clock' | 'memory'>): Promise<ClubAtlas> {
  return memory(keptAtlas)(clock, () => readAtlas(db), { suffices: ({ byTag }) => byTag.size > 0 })
}

const middle = z.nullable(z.object({ middle: z.int(), known: z.int() }))

const listed = jsonList({
  tag: field('p.tag', z.string()),
  medianTrophies: field('p.median_trophies', z.int()),
  medianGain: field('p.median_gain', z.nullable(z.number())),
  retention: field('p.retention_90d', z.nullable(z.number())),
  evenness: field('p.evenness', z.nullable(z.number())),
  activities: field('p.activities', z.array(z.int())),
  hours: field('p.hours', z.nullable(z.array(z.number()))),
  modes: field('p.modes', z.nullable(z.record(z.string(), z.number()))),
  ranked: field('p.ranked', z.nullable(z.object({ members: z.int(), tier: middle, prestige: middle }))),
  members: field('s.member_count', z.int()),
  entry: field('s.entry', z.nullable(z.enum(CLUB_TYPES))),
  required: field('coalesce(s.required_trophies, 0)', z.int()),
  country: field('s.country', z.nullable(z.string())),
  activeShare: field('s.activity_score', z.nullable(z.number())),
  ghosts: field('s.ghosts', z.nullable(z.int())),
  known: field('s.known_members', z.nullable(z.int())),
})

async function readAtlas(db: Database): Promise<ClubAtlas> {
  const [row] = await queryRows(
    db,
    { clubs: listed.column },
    sql`select json_agg(${sql.raw(listed.item)} order by p.median_trophies, p.tag) as clubs
      from club_profiles p join club_summaries s on s.tag = p.tag where p.median_trophies is not null`,
  )
  const rows = listed.items(row?.clubs ?? null)
  const activityRank = ranksOf(rows.flatMap(({ activities }) => activities))
  const clubs = rows.map((each): ProfiledClub => {
    const { tag, members, medianTrophies, entry, required, country, hours, modes, ranked } = each
    const typical = median(each.activities)
    const hourRoots = hours && Float64Array.from(hours, Math.sqrt)
    return {
      ...{ tag, members, medianTrophies, entry, required, country, seats: CLUB_SEATS - members },
      trophyPower: trophyPower(medianTrophies),
      activity: typical === null ? null : activityRank(typical),
      hourRoots,
      busy: hours && busiestHours(hours),
      modes: modes && new Map(Object.entries(modes)),
      ranked: ranked && { tier: ranked.tier?.middle ?? null, prestige: ranked.prestige?.middle ?? null },
      rankedOf: ranked,
      figures: {
        active_share: each.activeShare,
        median_gain: each.medianGain,
        retention_90d: each.retention,
        ghost_share: each.ghosts === null || !each.known ? null : (100 * each.ghosts) / each.known,
        evenness: each.evenness,
      },
    }
  })
  return { clubs: sortedClubs(clubs), byTag: new Map(clubs.map((club) => [club.tag, club])), activityRank }
}

/** Where a score stands among these whole numbers from 0 to 100, as a share of 1; equal ones count half. */
function ranksOf(scores: readonly number[]): (score: number) => number {
  const ranks = new Map<number, number>()
  return (score) => {
    const whole = Math.round(score)
    const known = ranks.get(whole) ?? (midRank(whole, scores) ?? 50) / 100
    ranks.set(whole, known)
    return known
  }
}
