import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { readForecastFit } from '#server/history/forecast-fits.ts'
import { type ClubHistory, readClubHistory } from '#server/history/members.ts'
import { readTrackedSeries } from '#server/history/series.ts'
import {
  type ClubGoal,
  type GoalProgress,
  type GoalShare,
  goalProgress,
  goalShares,
} from '#server/metrics/club-goal.ts'
import { clubPlayedDays, rosterOf } from '#server/metrics/club-season.ts'
import { type ClubSeries, windowView } from '#server/metrics/daily-series.ts'
import { computeOutlook, whyNoForecast } from '#server/metrics/forecast.ts'
import { addDays, dayOf, daysBetween } from '#shared/days.ts'
import { FARTHEST_DAYS, forecastReason } from '#shared/forecast-reason.ts'
import { seedOf } from '#shared/random.ts'
import { isAlias } from '#shared/tag.ts'

// What clubs want to reach, and how far they are. A desk stores the wish alone; the rest follows from the history.

type Stored = Pick<Context, 'db' | 'clock'>

export type StoredGoal = ClubGoal & { id: number; version: number }

/** A goal with what came of it so far. */
export type RunningGoal = StoredGoal &
  GoalProgress & {
    shares: GoalShare[]
    /** Of 100 futures, those that reach it in time; null where it is reached or over, or too little is known. */
    futures: number | null
    reason: string | null
  }

type PastGoal = StoredGoal & Pick<GoalProgress, 'reachedOn'>

export type Goals<Club, Goal> = {
  club: Club
  goal: Goal | null
  /** Goals before it, the newest first. */
  past: PastGoal[]
}

/** Days for which a goal that is reached or over still stands as the club's goal. */
const SHOWN_AFTER_DAYS = 7

/** Goals that are told beside the newest one. */
const PAST_MAX = 10

type Club = NonNullable<Awaited<ReturnType<typeof readTrackedSeries<'club'>>>>

/** The goals of a club over its own trophies: no member is read. Null for an untracked club. `key`: whose desk it is. */
export async function readGoals(
  { db, clock }: Stored,
  tag: string,
  key = tag,
): Promise<Goals<Club, StoredGoal & GoalProgress> | null> {
  const goals = await storedGoals(db, key)
  const now = clock.now()
  const club = await readTrackedSeries(db, 'club', tag, { days: daysOf(goals, now), now })
  return club && { club, ...standing(goals, club.series, now) }
}

/** The same, and of the club's goal what each member has added and how likely it is. */
export async function readGoalsAhead(
  { db, clock }: Stored,
  tag: string,
  key = tag,
): Promise<Goals<ClubHistory, RunningGoal> | null> {
  const goals = await storedGoals(db, key)
  const now = clock.now()
  const club = await readClubHistory(db, tag, { days: Math.max(FORECAST_DAYS, daysOf(goals, now)), now })
  if (club === null) return null
  const { goal, past } = standing(goals, club.series, now)
  return { club, goal: goal && (await runningGoal({ db, now }, tag, { goal, club })), past }
}

/** Days of history since the first goal began, and the day before it, with whose close it begins. */
function daysOf(goals: readonly StoredGoal[], now: Date): number {
  return Math.max(0, ...goals.map(({ from }) => daysBetween(from, dayOf(now)))) + 2
}

/** Which goal stands as the club's, how far it is, and which are past. */
function standing([newest, ...older]: readonly StoredGoal[], series: ClubSeries, now: Date) {
  const withReached = (goal: StoredGoal) => ({ ...goal, reachedOn: goalProgress(goal, series).reachedOn })
  if (newest === undefined) return { goal: null, past: [] }
  const progress = goalProgress(newest, series)
  const over = progress.reachedOn ?? (newest.until < dayOf(now) ? newest.until : null)
  const isShown = over === null || addDays(over, SHOWN_AFTER_DAYS) >= dayOf(now)
  return {
    goal: isShown ? { ...newest, ...progress } : null,
    past: (isShown ? older : [newest, ...older]).map(withReached),
  }
}

/** How many goals of a desk run: neither reached nor over. */
export async function countRunning({ db, clock }: Stored, tag: string, key: string): Promise<number> {
  const now = clock.now()
  const open = (await storedGoals(db, key)).filter(({ until }) => until >= dayOf(now))
  const club = open.length === 0 ? null : await readTrackedSeries(db, 'club', tag, { days: daysOf(open, now), now })
  return open.filter((goal) => club === null || goalProgress(goal, club.series).reachedOn === null).length
}

/** Days of history that a forecast is made from, with some before them. */
const FORECAST_DAYS = 30

async function storedGoals(db: Database, key: string): Promise<StoredGoal[]> {
  return db
    .selectFrom('club_goals')
    .select(['id', 'kind', 'trophies', 'from_day as from', 'until_day as until', 'version'])
    .where('desk', '=', key)
    .where('removed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(PAST_MAX + 1)
    .execute()
}

async function runningGoal(
  { db, now }: { db: Database; now: Date },
  tag: string,
  { goal, club }: { goal: StoredGoal & GoalProgress; club: ClubHistory },
): Promise<RunningGoal> {
  const shares = goalShares(goal, club.members).filter(({ player }) => !isAlias(player))
  return { ...goal, shares, ...(await goalOutlook(db, tag, { goal, club, now })) }
}

/** The chance of a goal by the futures of the club's forecast (docs/formulas.md#a-clubs-season-end). */
async function goalOutlook(
  db: Database,
  tag: string,
  { goal, club, now }: { goal: StoredGoal & GoalProgress; club: ClubHistory; now: Date },
): Promise<{ futures: number | null; reason: string | null }> {
  const today = dayOf(club.asOf)
  const days = daysBetween(today, goal.until)
  if (goal.reachedOn !== null || goal.until < dayOf(now)) return { futures: null, reason: null }
  const played = clubPlayedDays(rosterOf(club, club.asOf))
  const trophies = windowView(club.series, 1).dates[0]?.close ?? null
  const why = whyNoForecast(played)
  if (why !== null || trophies === null || goal.missing === null || days < 1 || days > FARTHEST_DAYS) {
    const basis = { days: played.gains.length, active_days: played.active }
    const lack = forecastReason({ unavailable_code: why, basis })
    return { futures: null, reason: lack ?? (days < 1 ? 'Its last day has come.' : 'Too little is known of the club.') }
  }
  const { widening } = await readForecastFit(db, 'club')
  const { reaching } = computeOutlook({
    today,
    trophies,
    target: trophies + goal.missing,
    gains: played.gains,
    seed: seedOf(`${tag} ${today}`),
    widening,
    days,
    fanDays: days,
  })
  return { futures: reaching, reason: null }
}
