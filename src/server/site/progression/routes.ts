import type { Context } from '#server/context.ts'
import { battleNames } from '#server/history/battles/read-battles.ts'
import { readBrawlerDays } from '#server/history/brawler-history.ts'
import { readClubChanges, readPlayerChanges } from '#server/history/changes.ts'
import { readForecastFit, type StoredFit } from '#server/history/forecast-fits.ts'
import { unpackBrawlers } from '#server/history/ingest/raw-answers.ts'
import { readLadder } from '#server/history/ladders.ts'
import { readClubHistory } from '#server/history/members.ts'
import { clubNotTracked, playerNotShown } from '#server/history/not-tracked.ts'
import { freshness, PROFILE_HIGHEST, readTrackedSeries, trackedSeriesRead } from '#server/history/series.ts'
import { nextThousand, whyNoBrawlerForecast } from '#server/metrics/brawler-outlook.ts'
import { playerMilestones } from '#server/metrics/changes.ts'
import { clubPlayedDays, leverOf, nextSeasonEnd, rosterOf } from '#server/metrics/club-season.ts'
import { windowView } from '#server/metrics/daily-series.ts'
import {
  computeOutlook,
  knownUntil,
  type Passage,
  type PlayedDays,
  playedDays,
  type Question,
  whyNoArrival,
  whyNoForecast,
} from '#server/metrics/forecast.ts'
import type { Accuracy } from '#server/metrics/forecast-widening.ts'
import { NOTHING_KNOWN } from '#server/metrics/ranked-days.ts'
import { clubProgression, trophyProgression } from '#server/metrics/trophy-line.ts'
import { milestoneAbove } from '#shared/bands.ts'
import { getClubProgression } from '#shared/contract/clubs.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import { type ForecastReason, getClubForecast, getPlayerForecast } from '#shared/contract/forecast.ts'
import { getPlayerProgression } from '#shared/contract/players.ts'
import { getBoard, getClubChanges, getPlayerChanges } from '#shared/contract/returning.ts'
import { addDays, type CalendarDay, calendarDay, dayOf, type Timeframe } from '#shared/days.ts'
import { FARTHEST_DAYS, forecastReason } from '#shared/forecast-reason.ts'
import { brawlerName } from '#shared/game-names.ts'
import { seedOf } from '#shared/random.ts'
import { tierName } from '#shared/ranked-tiers.ts'
import { CSV_COLUMNS, headOf } from '../http/csv-columns.ts'
import { aboutClub, aboutPlayer } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'
import type { CsvTable } from '../http/wire-format.ts'
import { askedBoard, type Store, shownChanges, spanOf } from './board.ts'

/** The trophy lines of clubs and players, what changed about them since a moment, and where they may lead. */
export function registerProgression(server: Server, context: Context): void {
  const csv = progressionCsv
  serve(server, getClubProgression, ({ params, query }) => ofClub(context, params.tag, query.days), {
    cache: aboutClub,
    csv,
  })
  serve(server, getPlayerProgression, ({ params, query }) => ofPlayer(context, params.tag, query.days), {
    cache: aboutPlayer,
    csv: (answer) => playerCsv(context, answer),
  })
  serve(server, getClubForecast, ({ params, query }) => clubForecast(context, params.tag, query.target), {
    cache: aboutClub,
    csv: fanCsv,
  })
  serve(server, getPlayerForecast, ({ params, query }) => askedForecast(context, params.tag, query), {
    cache: aboutPlayer,
    csv: fanCsv,
  })
  // Each visitor asks since a moment of their own, so that no two share an answer.
  serve(server, getClubChanges, async ({ params, query }) => {
    const changes = await readClubChanges(context.db, params.tag, spanOf(context, query.since))
    if (changes === null) throw clubNotTracked()
    return shownChanges(context, changes, query.since)
  })
  serve(server, getPlayerChanges, async ({ params, query }) => {
    const changes = await readPlayerChanges(context.db, params.tag, spanOf(context, query.since))
    if (changes === null) throw await playerNotShown(context.db, params.tag)
    return shownChanges(context, changes, query.since, await battleNames(context))
  })
  serve(server, getBoard, ({ query }) => askedBoard(context, query))
}

type Progression = Output<typeof getPlayerProgression>

async function ofClub({ db, clock }: Store, tag: string, days: Timeframe): Promise<Progression> {
  const now = clock.now()
  const club = await readTrackedSeries(db, 'club', tag, { days, now })
  if (club === null) throw clubNotTracked()
  return { tag, days, ...freshness(club.observedAt, now), ...clubProgression(club.series, days) }
}

async function ofPlayer({ db, clock }: Store, tag: string, days: Timeframe): Promise<Progression> {
  const now = clock.now()
  const player = await readTrackedSeries(db, 'player', tag, { days, now })
  if (player === null) throw await playerNotShown(db, tag)
  return { tag, days, ...freshness(player.observedAt, now), ...trophyProgression(player.series, days) }
}

/** One row for each day. */
function progressionCsv({ tag, days, progression_data }: Progression): CsvTable {
  const rows = progression_data.map((row) => [
    row.date,
    row.trophies,
    row.trophy_change,
    row.reset,
    row.observed ? 'yes' : 'no',
  ])
  return { name: `trophies-${tag}-${days}-days`, rows: [headOf(CSV_COLUMNS.getClubProgression), ...rows] }
}

/** The same with what profiles of the day told of Ranked and prestige; empty where none did. */
async function playerCsv({ db }: Store, progression: Progression): Promise<CsvTable> {
  const { name, rows } = progressionCsv(progression)
  const days = rows.slice(1)
  const ladder = await readLadder(db, progression.tag)
  const told = progression.progression_data.map(({ date }) => {
    const { season, tier, rating, prestige, fame } = ladder.get(calendarDay(date)) ?? NOTHING_KNOWN
    return [season, tier === null ? null : tierName(tier), rating, prestige, fame]
  })
  const head = headOf(CSV_COLUMNS.getPlayerProgression)
  return { name, rows: [head, ...days.map((row, place) => [...row, ...(told[place] ?? [])])] }
}

type PlayerForecast = Output<typeof getPlayerForecast>
type ClubForecast = Output<typeof getClubForecast>

/** Days of the fan in the chart. */
const FAN_DAYS = 30

const wholeHistory = trackedSeriesRead('player', PROFILE_HIGHEST)

/** When a player may reach a number of trophies (docs/formulas.md#forecast). Without one, the next milestone. */
async function playerForecast({ db, clock }: Store, tag: string, wanted?: number): Promise<PlayerForecast> {
  const now = clock.now()
  const [player, fit] = await Promise.all([wholeHistory(db, tag, { days: 'all', now }), readForecastFit(db, 'player')])
  if (player === null) throw await playerNotShown(db, tag)
  const { series, asOf } = player
  // The last day that was seen was not over: it is no day to draw from.
  const played = playedDays(knownUntil(series, series.closes.length - 1))
  const trophies = windowView(series, 1).dates[0]?.close ?? null
  const target = wanted ?? playerMilestones(series, player.highestTrophies).next?.trophy_count ?? null
  const today = dayOf(asOf)
  const asked = questionOf({ tag, today, trophies, target, played, fit }, { days: FARTHEST_DAYS, fanDays: FAN_DAYS })
  const found = asked && computeOutlook(asked)
  const facts = factsOf({ tag, trophies, target, played, fit })
  const about = { ...freshness(player.observedAt, now), ...facts, brawler: null }
  if (asked === null || found === null) return { ...about, arrival: null }
  const reason = whyNoArrival(asked, found.passage)
  return {
    ...about,
    ...lackOf(reason, facts.basis),
    fan: found.fan,
    futures_of_100: reason === null ? found.reaching : null,
    arrival: reason === null ? arrivalOf(found.passage, today) : null,
  }
}

type Asked = Input<typeof getPlayerForecast>['query']

async function askedForecast(context: Context, tag: string, { target, brawler }: Asked): Promise<PlayerForecast> {
  return brawler === undefined
    ? playerForecast(context, tag, target)
    : brawlerForecast(context, tag, { brawler, target })
}

/** When a brawler has its next thousand, or a number of trophies (docs/formulas.md#when-a-prestige-comes). */
async function brawlerForecast(
  context: Context,
  tag: string,
  { brawler: id, target: wanted }: { brawler: number; target: number | undefined },
): Promise<PlayerForecast> {
  const { db, clock } = context
  const now = clock.now()
  const player = await readTrackedSeries(db, 'player', tag, { days: 1, now })
  if (player === null) throw await playerNotShown(db, tag)
  const today = dayOf(player.asOf)
  const [days, fit, profile, names] = await Promise.all([
    readBrawlerDays(db, tag, today),
    readForecastFit(db, 'player'),
    db.selectFrom('player_profiles').select('brawlers').where('player_tag', '=', tag).executeTakeFirst(),
    battleNames(context),
  ])
  const own = unpackBrawlers(profile?.brawlers ?? []).find((each) => each.id === id)
  const next = own && nextThousand(Math.max(own.highestTrophies ?? 0, own.trophies))
  const played = days?.get(id) ?? { gains: [], active: 0 }
  const [trophies, target] = [own?.trophies ?? null, wanted ?? next?.target ?? null]
  const about = {
    ...freshness(player.observedAt, now),
    ...factsOf({ tag, trophies, target, played, fit: { ...fit, accuracy: null } }),
    brawler: { brawler_id: id, name: brawlerName(own?.name ?? names.brawler(id)), level: next?.level ?? null },
    arrival: null,
  }
  if (trophies === null || target === null) return { ...about, ...lackOf('not_owned', about.basis) }
  const seed = seedOf(`${tag} ${id} ${today}`)
  const why = whyNoBrawlerForecast(days, id)
  const asked = { today, trophies, target, seed, widening: fit.widening, gains: played.gains }
  const found = why === null ? computeOutlook({ ...asked, days: FARTHEST_DAYS, fanDays: 0 }) : null
  const reason = trophies >= target || found !== null ? whyNoArrival(asked, found?.passage ?? null) : why
  if (reason !== null || found === null) return { ...about, ...lackOf(reason, about.basis) }
  return {
    ...{ ...about, ...lackOf(null, about.basis), futures_of_100: found.reaching },
    arrival: arrivalOf(found.passage, today),
  }
}

type Facts = {
  tag: string
  trophies: number | null
  target: number | null
  played: PlayedDays
  fit: StoredFit
}

/** What the futures are asked; null where too little is known to draw any. */
function questionOf(
  { tag, today, trophies, target, played, fit }: Facts & { today: CalendarDay },
  ahead: Pick<Question, 'days' | 'fanDays'>,
): Question | null {
  if (trophies === null || target === null || whyNoForecast(played) !== null) return null
  const { widening } = fit
  return { today, trophies, target, gains: played.gains, seed: seedOf(`${tag} ${today}`), widening, ...ahead }
}

function factsOf({ tag, trophies, target, played, fit: { widening, accuracy } }: Facts) {
  const { gains, active } = played
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length
  const gainADay = gains.length === 0 ? null : Math.round(10 * mean) / 10
  const basis = { days: gains.length, active_days: active, gain_a_day: gainADay }
  return {
    tag,
    trophies,
    target,
    ...lackOf(whyNoForecast(played), basis),
    basis,
    fan: [],
    futures_of_100: null,
    widening: widening.map(({ days, low, high }) => ({ days, low: inHundredths(low), high: inHundredths(high) })),
    accuracy: accuracy && tellAccuracy(accuracy),
  }
}

/** Why there is no forecast, as a code and as the sentence that pages say too. */
function lackOf(code: ForecastReason | null, basis: PlayerForecast['basis']) {
  return { unavailable_code: code, unavailable_reason: forecastReason({ unavailable_code: code, basis }) }
}

function tellAccuracy({ checkedOn, ...counts }: Accuracy) {
  return { ...counts, checked_on: checkedOn }
}

function inHundredths(value: number): number {
  return Math.round(100 * value) / 100
}

function arrivalOf(passage: Passage | null, today: CalendarDay): PlayerForecast['arrival'] {
  if (passage === null) return null
  const after = (days: number) => ({ days, date: addDays(today, days) })
  const { earliest, median, latest } = passage
  return { earliest: after(earliest), median: after(median), latest: latest === null ? null : after(latest) }
}

/** Where a club may stand at the season end (docs/formulas.md#a-clubs-season-end). */
async function clubForecast({ db, clock }: Store, tag: string, wanted?: number): Promise<ClubForecast> {
  const now = clock.now()
  const [club, fit] = await Promise.all([
    readClubHistory(db, tag, { days: FAN_DAYS, now }),
    readForecastFit(db, 'club'),
  ])
  if (club === null) throw clubNotTracked()
  const { asOf } = club
  const roster = rosterOf(club, asOf)
  const played = clubPlayedDays(roster)
  const trophies = windowView(club.series, 1).dates[0]?.close ?? null
  const target = wanted ?? (trophies === null ? null : milestoneAbove(trophies))
  const { endsAt, days } = nextSeasonEnd(asOf)
  const asked = questionOf({ tag, today: dayOf(asOf), trophies, target, played, fit }, { days, fanDays: days })
  const found = asked && computeOutlook(asked)
  const isReached = trophies !== null && target !== null && trophies >= target
  const facts = factsOf({ tag, trophies, target, played, fit })
  return {
    ...freshness(club.observedAt, now),
    ...facts,
    ...(found && { fan: found.fan, futures_of_100: found.reaching }),
    ...(isReached && { ...lackOf('reached', facts.basis), futures_of_100: null }),
    season_ends_at: endsAt.toISOString(),
    days_left: days,
    members: roster.players.length,
    members_assumed: roster.players.filter(({ mean }) => mean === null).length,
    lever: asked === null || isReached ? null : leverOf(roster, asked),
  }
}

/** One row for each day ahead. */
function fanCsv({ tag, fan }: Pick<PlayerForecast, 'tag' | 'fan'>): CsvTable {
  const rows = fan.map(({ date, low, middle, high }) => [date, low, middle, high])
  return { name: `forecast-${tag}`, rows: [headOf(CSV_COLUMNS.getPlayerForecast), ...rows] }
}
