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
import { windowView } from '#server/metrics/daily-series.ts'
import { computeOutlook, FARTHEST_DAYS, whyNoForecast } from '#server/metrics/forecast.ts'
import { addDays, type CalendarDay, dayOf, daysBetween } from '#shared/days.ts'
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

export type Goals = {
  club: ClubHistory
  goal: RunningGoal | null
  past: (StoredGoal & Pick<GoalProgress, 'reachedOn'>)[]
}

/** A goal that is reached or over stands as the club's goal for so many days more. */
const SHOWN_AFTER_DAYS = 7

/** Goals that are told beside the newest one. */
const PAST_MAX = 10

/** The goals of a desk, and how far the club is; null for an untracked club. `key`: whose desk it is. */
export async function readGoals({ db, clock }: Stored, tag: string, key = tag): Promise<Goals | null> {
  const [newest, ...older] = await storedGoals(db, key)
  const first = older.at(-1)?.from ?? newest?.from
  const now = clock.now()
  // The day before the first one too, with whose close a goal begins, and what a forecast needs.
  const days = Math.max(FORECAST_DAYS, first === undefined ? 0 : daysBetween(first, dayOf(now)) + 2)
  const club = await readClubHistory(db, tag, { days, now })
  if (club === null) return null
  const ended = (goal: StoredGoal) => {
    const { reachedOn } = goalProgress(goal, club.series)
    return reachedOn ?? (goal.until < dayOf(now) ? goal.until : null)
  }
  const over = newest === undefined ? null : ended(newest)
  const isShown = newest !== undefined && (over === null || addDays(over, SHOWN_AFTER_DAYS) >= dayOf(now))
  const past = isShown || newest === undefined ? older : [newest, ...older]
  return {
    club,
    goal: isShown ? await runningGoal({ db, now }, tag, { goal: newest, club }) : null,
    past: past.map((goal) => ({ ...goal, reachedOn: goalProgress(goal, club.series).reachedOn })),
  }
}

/** How many goals of a desk run: neither reached nor over. */
export async function countRunning({ db, clock }: Stored, tag: string, key: string): Promise<number> {
  const now = clock.now()
  const open = (await storedGoals(db, key)).filter(({ until }) => until >= dayOf(now))
  const days = Math.max(0, ...open.map(({ from }) => daysBetween(from, dayOf(now)))) + 2
  const club = open.length === 0 ? null : await readTrackedSeries(db, 'club', tag, { days, now })
  return open.filter((goal) => club === null || goalProgress(goal, club.series).reachedOn === null).length
}

/** Days of history that a forecast is made from, with some before them. */
const FORECAST_DAYS = 30

async function storedGoals(db: Database, key: string): Promise<StoredGoal[]> {
  const rows = await db
    .selectFrom('club_goals')
    .select(['id', 'kind', 'trophies', 'from_day as from', 'until_day as until', 'version'])
    .where('desk', '=', key)
    .where('removed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(PAST_MAX + 1)
    .execute()
  return rows.map((row) => ({ ...row, from: row.from as CalendarDay, until: row.until as CalendarDay }))
}

async function runningGoal(
  { db, now }: { db: Database; now: Date },
  tag: string,
  { goal, club }: { goal: StoredGoal; club: ClubHistory },
): Promise<RunningGoal> {
  const progress = goalProgress(goal, club.series)
  const shares = goalShares(goal, club.members).filter(({ player }) => !isAlias(player))
  const outlook = await goalOutlook(db, tag, { goal, club, progress, now })
  return { ...goal, ...progress, shares, ...outlook }
}

/** The chance of a goal by the futures of the club's forecast (docs/formulas.md#a-clubs-season-end). */
async function goalOutlook(
  db: Database,
  tag: string,
  { goal, club, progress, now }: { goal: StoredGoal; club: ClubHistory; progress: GoalProgress; now: Date },
): Promise<{ futures: number | null; reason: string | null }> {
  const today = dayOf(club.asOf)
  const days = daysBetween(today, goal.until)
  if (progress.reachedOn !== null || goal.until < dayOf(now)) return { futures: null, reason: null }
  const played = clubPlayedDays(rosterOf(club, club.asOf))
  const trophies = windowView(club.series, 1).dates[0]?.close ?? null
  const why = whyNoForecast(played)
  if (why !== null || trophies === null || progress.missing === null || days < 1 || days > FARTHEST_DAYS) {
    return { futures: null, reason: why ?? (days < 1 ? 'Its last day has come.' : 'Too little is known of the club.') }
  }
  const { widening } = await readForecastFit(db, 'club')
  const { reaching } = computeOutlook({
    today,
    trophies,
    target: trophies + progress.missing,
    gains: played.gains,
    seed: seedOf(`${tag} ${today}`),
    widening,
    days,
    fanDays: days,
  })
  return { futures: reaching, reason: null }
}
