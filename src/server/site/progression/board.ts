import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, defineQuery } from '#server/database/database.ts'
import type { BattleNames } from '#server/history/battles/read-battles.ts'
import { type Changes, EVENT, toPlainNames } from '#server/history/changes.ts'
import { freshness, readClubSeries, readPlayerSeries } from '#server/history/series.ts'
import { oldHighest } from '#server/history/standing-bests.ts'
import { AppError } from '#server/kernel/errors.ts'
import {
  type Earlier,
  type LoggedEvent,
  milestonesSince,
  netEvents,
  recordSince,
  trophyChange,
} from '#server/metrics/changes.ts'
import { type DailySeries, windowView } from '#server/metrics/daily-series.ts'
import { clubGrowth, trophyGrowth } from '#server/metrics/trophy-gain.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { getBoard, getClubChanges } from '#shared/contract/returning.ts'
import { type CalendarDay, dayOf, WEEK } from '#shared/days.ts'
import { brawlerName } from '#shared/game-names.ts'
import { FAVOURITES_MAX } from '#shared/limits.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { tierName } from '#shared/ranked-tiers.ts'
import type { EntityType } from '#shared/tag.ts'
import { type Sentence, said } from '#shared/texts.ts'

export type Store = Pick<Context, 'db' | 'clock'>

/** The time from a moment to now. Throws `invalid` for a moment that lies ahead. */
export function spanOf({ clock }: Store, since: string): { since: Date; now: Date } {
  const now = clock.now()
  if (Date.parse(since) > now.getTime()) throw refusal('since must not lie in the future')
  return { since: new Date(since), now }
}

function refusal(sentence: Sentence, field = 'since'): AppError {
  return new AppError('invalid', sentence, { fields: { [field]: sentence } })
}

type Shown = Output<typeof getClubChanges>

const EVENTS_MAX = 50

/** As the call answers it. Throws `invalid` for a moment before tracking began. */
export function shownChanges({ clock }: Store, changes: Changes, asked: string, names?: BattleNames): Shown {
  const { since, observedAt, firstSeenAt, events, reached, ...facts } = changes
  if (Date.parse(asked) < firstSeenAt.getTime()) {
    throw refusal(`since must not lie before tracking began, which was ${firstSeenAt.toISOString()}`)
  }
  return {
    ...facts,
    since: since.toISOString(),
    ...freshness(observedAt, clock.now()),
    ...shownEvents(events),
    reached: reached.map(({ brawlerId, tier, ...event }) => ({
      ...event,
      tier: tier && tierName(tier),
      brawler_id: brawlerId,
      brawler: brawlerId === null || names === undefined ? null : brawlerName(names.brawler(brawlerId)),
    })),
  }
}

function shownEvents(events: readonly LoggedEvent[]) {
  const shown = events.slice(0, EVENTS_MAX).map(({ kind, player_tag, player_name, before, after, observed_at }) => ({
    kind,
    ...{ player_tag, player_name, before, after, observed_at: observed_at.toISOString() },
  }))
  return { events: shown, events_total: events.length }
}

type BoardQuery = { clubs: string[]; players: string[]; since?: string | undefined }

/** Throws `invalid` for too many tags, and for a moment that lies ahead. */
export async function askedBoard(
  context: Store,
  { clubs, players, since }: BoardQuery,
): Promise<Output<typeof getBoard>> {
  if (clubs.length + players.length > FAVOURITES_MAX) {
    throw refusal(said('error.boardFull', { count: FAVOURITES_MAX }), 'players')
  }
  const span = since === undefined ? { since: null, now: context.clock.now() } : spanOf(context, since)
  return { entries: await readBoard(context.db, { clubs, players, ...span }) }
}

type Asked = { clubs: readonly string[]; players: readonly string[]; since: Date | null; now: Date }
type Entry = Output<typeof getBoard>['entries'][number]

const SUBJECT = {
  tag: z.string(),
  name: z.string(),
  trophies: z.number(),
  asOf: z.date(),
  firstSeenAt: z.date(),
  firstTrophies: z.nullable(z.number()),
}

const readClubs = defineQuery(
  SUBJECT,
  `select tag, name, trophies, observed_at as "asOf", first_seen_at as "firstSeenAt", first_trophies as "firstTrophies"
  from clubs where tag = any($1::text[])`,
)
const readPlayers = defineQuery(
  SUBJECT,
  `select p.tag, p.name, p.trophies, greatest(p.observed_at, c.observed_at) as "asOf",
    p.first_seen_at as "firstSeenAt", p.first_trophies as "firstTrophies"
  from players p left join clubs c on c.tag = p.club_tag
  where p.tag = any($1::text[]) and not exists (select from tombstones t where t.tag = p.tag)`,
)
const readEvents = defineQuery(
  { club: z.string(), ...EVENT },
  `select club_tag as club, kind, player_tag, player_name, before, after, observed_at from roster_events
  where club_tag = any($1::text[]) and observed_at > $2 order by observed_at, id`,
)

/** Days that are read of each, for milestones and records. */
const DAYS_READ = 400
const SPARK_DAYS = 30

type Subject = Awaited<ReturnType<typeof readClubs>>[number]

/** Clubs and players side by side, in few statements however many they are (docs/formulas.md#changes). */
async function readBoard(db: Database, asked: Asked): Promise<Entry[]> {
  const { clubs, players, since, now } = asked
  const window = { days: DAYS_READ, now }
  const [ofClubs, ofPlayers, events] = await Promise.all([
    readClubs(db, [clubs]),
    readPlayers(db, [players]),
    since === null || clubs.length === 0 ? [] : readEvents(db, [clubs, since]),
  ])
  const [clubSeries, playerSeries] = await Promise.all([
    readClubSeries(db, ofClubs, window),
    readPlayerSeries(db, ofPlayers, window),
  ])
  const entries = <Series extends DailySeries>(
    type: EntityType,
    tags: readonly string[],
    { known, series, gain }: { known: readonly Subject[]; series: ReadonlyMap<string, Series>; gain: GainOf<Series> },
  ) =>
    tags.flatMap((tag) => {
      const [subject, days] = [known.find((each) => each.tag === tag), series.get(tag)]
      if (subject === undefined || days === undefined) return []
      const happened = events.filter(({ club }) => type === 'club' && club === tag)
      const gains = { today: gain(days, 1), week: gain(days, WEEK) }
      return [entryOf(type, { subject, series: days, happened, gains }, asked)]
    })
  const board = [
    ...entries('club', clubs, { known: ofClubs, series: clubSeries, gain: clubGrowth }),
    ...entries('player', players, { known: ofPlayers, series: playerSeries, gain: playerGain }),
  ]
  return since === null ? board : withoutOldNews(db, board, dayOf(since))
}

/** The board without bests and milestones that lie below the highest of a player's own profile. */
async function withoutOldNews(db: Database, board: Entry[], from: CalendarDay): Promise<Entry[]> {
  const players = board.flatMap(({ type, tag }) => (type === 'player' ? [tag] : []))
  const old = await oldHighest(db, players, from)
  return board.map((entry) => {
    const { type, tag, changes } = entry
    const highest = type === 'player' ? old.get(tag) : undefined
    if (changes === null || highest === undefined) return entry
    const record = changes.record !== null && changes.record >= highest.best ? changes.record : null
    const milestones = changes.milestones.filter((milestone) => milestone > highest.milestone)
    return { ...entry, changes: { ...changes, record, milestones } }
  })
}

type Gain = { growth: number | null; played: number | null }
type GainOf<Series> = (series: Series, days: number) => Gain

/** All that a player gains is won by play. */
function playerGain(series: DailySeries, days: number): Gain {
  const growth = windowView(series, days).observedDays === 0 ? null : trophyGrowth(series, days).growth
  return { growth, played: growth }
}

type Material = {
  subject: Subject
  series: DailySeries
  happened: readonly LoggedEvent[]
  gains: Record<'today' | 'week', Gain>
}

function entryOf(type: EntityType, { subject, series, happened, gains }: Material, { since, now }: Asked): Entry {
  const { tag, name, trophies, asOf } = subject
  const { dates } = windowView(series, SPARK_DAYS)
  const unseen = new Array<null>(SPARK_DAYS - dates.length).fill(null)
  return {
    ...{ type, tag, name: nameOrTag(name, tag), trophies },
    ...{ today: gains.today.growth, week: gains.week.growth },
    ...{ today_played: gains.today.played, week_played: gains.week.played },
    closes: [...unseen, ...dates.map(({ close }) => close)],
    ...freshness(asOf, now),
    changes: since && changesOf(type, { series, happened }, { since, asOf }),
  }
}

type Span = { since: Date; asOf: Date }

function changesOf(
  type: EntityType,
  { series, happened }: Pick<Material, 'series' | 'happened'>,
  { since, asOf }: Span,
) {
  const day = dayOf(since)
  const earlier: Earlier = { at: new Date(Date.parse(day)), trophies: null }
  // What was won on the day of the visit itself, before or after it, is not told apart here. Later nobody has looked.
  const isUntold = day >= dayOf(asOf)
  const events = netEvents(happened.map(toPlainNames))
  return {
    trophies: isUntold ? UNKNOWN : trophyChange(series, earlier),
    milestones: isUntold || type === 'club' ? [] : milestonesSince(series, earlier),
    record: isUntold ? null : recordSince(series, earlier),
    ranks: [],
    ...shownEvents(events),
  }
}

const UNKNOWN = { before: null, now: null, gain: null, reset: null }
