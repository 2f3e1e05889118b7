import * as z from 'zod/mini'
import { type Database, defineQuery, field } from '#server/database/database.ts'
import {
  clubMoves,
  type Earlier,
  type LoggedEvent,
  milestonesSince,
  netEvents,
  recordSince,
  trophyChange,
} from '#server/metrics/changes.ts'
import type { DailySeries } from '#server/metrics/daily-series.ts'
import { type LadderEvent, ladderEvents } from '#server/metrics/ladder-events.ts'
import { NOTHING_KNOWN } from '#server/metrics/ranked-days.ts'
import type { LadderDays } from '#server/metrics/ranked-history.ts'
import { addDays, type CalendarDay, DAY_MS, dayOf, daysBetween } from '#shared/days.ts'
import { ROSTER_EVENT_KINDS } from '#shared/event-texts.ts'
import { mondayOf } from '#shared/iso-week.ts'
import { nameOrTag, plainName } from '#shared/plain-name.ts'
import { tierPlace } from '#shared/ranked-tiers.ts'
import { type EntityType, HIDDEN_NAME, isAlias } from '#shared/tag.ts'
import { takeLook } from './ingest/ladder.ts'
import { type Line, pastOf, readLines, sightingOf } from './ingest/player-past.ts'
import { noRecords, type PlayerRecords, takeRawProfile, unpackRecords } from './ingest/player-records.ts'
import { isHeldBack, readAnswers } from './ingest/raw-answers.ts'
import { readLadder } from './ladders.ts'
import { trackedSeriesRead } from './series.ts'
import { oldHighest } from './standing-bests.ts'

const NAMED = { club: field('c.name', z.string()), player: field('p.name', z.string()) }

const readClub = trackedSeriesRead('club', { name: NAMED.club, country: field('c.country', z.nullable(z.string())) })
const readPlayer = trackedSeriesRead('player', {
  name: NAMED.player,
  country: field('p.country', z.nullable(z.string())),
  clubTag: field('p.club_tag', z.nullable(z.string())),
})

type Span = { since: Date; now: Date }

/** What changed between two moments (docs/formulas.md#changes). */
export type Changes = {
  type: EntityType
  tag: string
  name: string
  /** The moment from which on it is counted. */
  since: Date
  observedAt: Date
  firstSeenAt: Date
  trophies: ReturnType<typeof trophyChange>
  moved: ReturnType<typeof clubMoves>
  milestones: number[]
  record: number | null
  ranks: { country: string; before: number | null; now: number | null }[]
  /** Newest first. */
  events: LoggedEvent[]
  reached: LadderEvent[]
}

/** What changed in a tracked club since a moment; null for any other tag. */
export async function readClubChanges(db: Database, tag: string, { since, now }: Span): Promise<Changes | null> {
  const club = await readClub(db, tag, { days: 'all', until: now })
  if (club === null) return null
  const { series, name, observedAt, firstSeenAt, country } = club
  const earlier = await earlierOf(series, since, (at, close) => clubTrophiesAt(db, tag, at, close))
  const [events, ranks] = await Promise.all([
    readEvents(db, [tag, earlier.at]),
    readRanks(db, { type: 'clubs', tag, country, since: earlier.at }),
  ])
  return {
    ...{ type: 'club', tag, name: nameOrTag(name, tag), since: earlier.at, observedAt, firstSeenAt },
    trophies: trophyChange(series, earlier),
    moved: clubMoves(series, earlier),
    milestones: [],
    record: recordSince(series, earlier),
    ranks,
    events: netEvents(events.map(toPlainNames)),
    reached: [],
  }
}

/** The same of a player who may be shown. Events are those of the player's present club that are about them. */
export async function readPlayerChanges(db: Database, tag: string, { since, now }: Span): Promise<Changes | null> {
  const player = await readPlayer(db, tag, { days: 'all', until: now })
  if (player === null) return null
  const { series, name, observedAt, firstSeenAt, country, clubTag } = player
  const earlier = await earlierOf(series, since, (at, close) => playerTrophiesAt(db, tag, at, close))
  const record = recordSince(series, earlier)
  const [events, ranks, old, ladder, profile] = await Promise.all([
    clubTag === null ? [] : readEvents(db, [clubTag, earlier.at]),
    readRanks(db, { type: 'players', tag, country, since: earlier.at }),
    oldHighest(db, [tag], dayOf(earlier.at)),
    readLadder(db, tag),
    db.selectFrom('player_profiles').select('records').where('player_tag', '=', tag).executeTakeFirst(),
  ])
  const { best, milestone } = old.get(tag) ?? { best: 0, milestone: 0 }
  const reached = ladderEvents(ladder, unpackRecords(profile?.records), { from: dayOf(earlier.at) })
  return {
    ...{ type: 'player', tag, name: nameOrTag(name, tag), since: earlier.at, observedAt, firstSeenAt },
    trophies: trophyChange(series, earlier),
    moved: null,
    milestones: milestonesSince(series, earlier).filter((passed) => passed > milestone),
    record: record !== null && record >= best ? record : null,
    ranks,
    events: netEvents(events.filter(({ player_tag }) => player_tag === tag).map(toPlainNames)),
    reached: await notToldBefore(db, tag, { reached, at: earlier.at, ladder }),
  }
}

type ReachedSince = { reached: LadderEvent[]; at: Date; ladder: LadderDays }

/** What was reached, without what profiles of the moment's day told before it: days alone are stored. */
async function notToldBefore(db: Database, tag: string, { reached, at, ladder }: ReachedSince): Promise<LadderEvent[]> {
  const day = dayOf(at)
  if (reached.every(({ on }) => on > day)) return reached
  const days = await db
    .selectFrom('player_answers')
    .select(['day', 'entries'])
    .where('player_tag', '=', tag)
    .where('day', '>=', mondayOf(day))
    .where('day', '<=', day)
    .orderBy('day')
    .execute()
  const profiles = readAnswers(days).filter((answer) => answer.kind === 'profile')
  const told = profiles.filter((profile) => dayOf(profile.at) === day && profile.at <= at)
  // What was set aside was not told.
  const known = { before: NOTHING_KNOWN, days: new Map([...ladder].filter(([date]) => date < day)) }
  const before = told.filter(({ look }) => !takeLook(known, day, look))
  const records = noRecords()
  for (const profile of before) takeRawProfile(records, profile)
  const tiers = before.map(({ look }) => tierPlace(look.now.tier ?? '') ?? -1)
  return reached.filter((event) => event.on > day || !isTold(event, records, Math.max(-1, ...tiers)))
}

function isTold({ kind, brawlerId, tier, figure }: LadderEvent, records: PlayerRecords, highestTier: number): boolean {
  const brawler = records.brawlers.get(brawlerId ?? 0)
  const known = {
    tier: highestTier,
    best: records.best?.rating ?? -1,
    prestige: brawler?.levels.at(-1)?.[0] ?? -1,
    streak: brawler?.streak ?? -1,
  }
  return known[kind] >= (kind === 'tier' ? (tierPlace(tier ?? '') ?? 0) : (figure ?? 0))
}

type TrophiesAt = (at: Date, closeBefore: number | null) => Promise<number | null>

/**
 * The trophies as they were last seen up to the moment. Where nobody looked on its day before it, that is the close
 * before. Where the answers of a day with looks are not kept any more, the moment becomes the start of that day.
 */
async function earlierOf(series: DailySeries, since: Date, trophiesAt: TrophiesAt): Promise<Earlier> {
  const day = dayOf(since)
  const start = new Date(Date.parse(day))
  const index = daysBetween(series.from, day)
  const close = closeBefore(series, index)
  if ((series.closes[index] ?? null) === null) return { at: since, trophies: close }
  const trophies = await trophiesAt(since, close)
  return trophies === null ? { at: start, trophies: null } : { at: since, trophies }
}

function closeBefore({ closes, before }: DailySeries, index: number): number | null {
  return closes.slice(0, index).findLast((close) => close !== null) ?? before?.close ?? null
}

/** The trophies of a club at a moment, by the answers of its week; null where none of its day is kept. */
async function clubTrophiesAt(db: Database, tag: string, at: Date, close: number | null): Promise<number | null> {
  const day = dayOf(at)
  const days = await db
    .selectFrom('club_answers')
    .select(['day', 'entries'])
    .where('club_tag', '=', tag)
    .where('day', '>=', mondayOf(day))
    .where('day', '<=', day)
    .orderBy('day')
    .execute()
  if (days.at(-1)?.day !== day) return null
  const answer = readAnswers(days).findLast((each) => each.at <= at && !isHeldBack(each))
  return answer === undefined ? close : answer.trophies
}

/**
 * The trophies of a player at a moment: what the day's answers changed up to the moment, or else the close of the day
 * before. The fold alone does not tell, since the first list that is read may lag behind an older profile.
 */
async function playerTrophiesAt(db: Database, tag: string, at: Date, close: number | null): Promise<number | null> {
  const start = new Date(Date.parse(dayOf(at)))
  const isEarlierList = (line: Line) => {
    return line.kind === 'club' && line.at < start && !isHeldBack(line) && sightingOf(tag, line) !== null
  }
  const linesSince = async (day: CalendarDay | null) => (await readLines(db, [tag], day)).get(tag) ?? []
  const near = await linesSince(addDays(mondayOf(dayOf(at)), -7))
  const lines = near.some(isEarlierList) ? near : await linesSince(null)
  if (!lines.some((line) => line.at >= start && line.at.getTime() < start.getTime() + DAY_MS)) return null
  const trophiesOf = (some: Line[]) => pastOf(tag, some).state?.trophies ?? null
  const before = trophiesOf(lines.filter((line) => line.at < start))
  const now = trophiesOf(lines.filter((line) => line.at <= at))
  return now === before ? close : now
}

export const EVENT = {
  kind: z.enum(ROSTER_EVENT_KINDS),
  player_tag: z.nullable(z.string()),
  player_name: z.nullable(z.string()),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  observed_at: z.date(),
}

const readEvents = defineQuery(
  EVENT,
  `select kind, player_tag, player_name, before, after, observed_at from roster_events
  where club_tag = $1 and observed_at > $2 order by observed_at, id`,
)

/** Names as they are shown: without the markup of the game, and none of hidden players. */
export function toPlainNames(event: LoggedEvent): LoggedEvent {
  const shown = (text: string | null) => text && plainName(text)
  const { player_tag, player_name, before, after } = event
  const name = player_tag !== null && isAlias(player_tag) ? HIDDEN_NAME : shown(player_name)
  return { ...event, player_name: name, before: shown(before), after: shown(after) }
}

const RANK = `(select (entry ->> 'rank')::integer from jsonb_array_elements(r.entries) as e(entry)
  where entry ->> 'tag' = $2)`

/** The places in the rankings of the world and a country, $3, by the newest collection up to $4 and by the newest of all. */
const readPlaces = defineQuery(
  { country: z.string(), isNow: z.boolean(), rank: z.nullable(z.number()) },
  `select r.country, newest.is_now as "isNow", ${RANK} as rank
  from unnest($3::text[]) as asked(country)
    cross join (values (false), (true)) as newest(is_now)
    cross join lateral (
      select * from rankings
      where type = $1 and country = asked.country and brawler_id = 0 and (newest.is_now or collected_at <= $4)
      order by collected_at desc limit 1) r`,
)

type Ranked = { type: 'clubs' | 'players'; tag: string; country: string | null; since: Date }

/** Places that differ. A ranking that was not collected up to the moment is left out. */
async function readRanks(db: Database, { type, tag, country, since }: Ranked): Promise<Changes['ranks']> {
  const countries = country === null ? ['global'] : ['global', country]
  const rows = await readPlaces(db, [type, tag, countries, since])
  return countries.flatMap((each) => {
    const of = rows.filter((row) => row.country === each)
    const [then, now] = [of.find(({ isNow }) => !isNow), of.find(({ isNow }) => isNow)]
    if (then === undefined || now === undefined || then.rank === now.rank) return []
    return [{ country: each, before: then.rank, now: now.rank }]
  })
}
