import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, defineQuery, queryRows } from '#server/database/database.ts'
import { playedLine, USUAL_WIDENING, type Widening } from '#server/metrics/forecast.ts'
import {
  type Accuracy,
  accuracyOf,
  type CheckedWindow,
  checkedWindows,
  type Fit,
  fitWidening,
  LEAST_WINDOWS,
  WINDOW_DAYS,
} from '#server/metrics/forecast-widening.ts'
import { addDays, calendarDay, DAY_MS, dayOf, monthOf } from '#shared/days.ts'
import type { EntityType } from '#shared/tag.ts'
import { readClubSeries, readPlayerSeries, type Subject } from './series.ts'

const fitColumns = {
  madeOn: z.string(),
  days: z.int(),
  low: z.number(),
  high: z.number(),
  windows: z.int(),
  below: z.int(),
  above: z.int(),
}

const readNewest = defineQuery(
  fitColumns,
  `select made_on as "madeOn", days, low, high, windows, below, above from forecast_fits
  where kind = $1 and made_on = (select max(made_on) from forecast_fits where kind = $1) order by days`,
)

/** How far forecasts are widened, and how often ranges held in the last month; null where that is not known yet. */
export type StoredFit = { widening: Widening; accuracy: Accuracy | null }

/** The newest fit of players or clubs; before the first one, the usual factors. */
export async function readForecastFit(db: Database, kind: EntityType): Promise<StoredFit> {
  const fits = await readNewest(db, [kind])
  const [first] = fits
  if (first === undefined) return { widening: USUAL_WIDENING[kind], accuracy: null }
  return { widening: fits, accuracy: accuracyOf(fits, calendarDay(first.madeOn)) }
}

/** Histories that a fit looks at: enough for factors of their own at each distance, in some seconds of work. */
const HISTORIES = 250
const AT_ONCE = 25

/**
 * Fits the factors of players and clubs anew when a month has begun, and daily while there are too few windows
 * (docs/formulas.md#how-often-ranges-hold). Returns how many of the two were fitted.
 */
export async function refitForecasts(context: Pick<Context, 'db' | 'clock'>, signal?: AbortSignal): Promise<number> {
  let made = 0
  for (const kind of ['player', 'club'] as const) if (await refit(context, kind, signal)) made++
  return made
}

async function refit({ db, clock }: Pick<Context, 'db' | 'clock'>, kind: EntityType, signal?: AbortSignal) {
  const now = clock.now()
  if (!isDue(await readNewest(db, [kind]), now)) return false
  const windows = await windowsOfHistory(db, kind, now, signal)
  if (signal?.aborted) return false
  await storeFits(db, kind, now, fitWidening(kind, windows))
  return true
}

/** The windows of the last month that ranges are checked on. */
export async function windowsOfHistory(
  db: Database,
  kind: EntityType,
  now: Date,
  signal?: AbortSignal,
): Promise<CheckedWindow[]> {
  const windows: CheckedWindow[] = []
  const subjects = await drawSubjects(db, kind, now)
  for (let from = 0; from < subjects.length && !signal?.aborted; from += AT_ONCE) {
    windows.push(...(await windowsOf(db, kind, subjects.slice(from, from + AT_ONCE), now)))
  }
  return windows
}

/** In a new month; on a new day while a distance has too few windows for a factor of its own. */
function isDue(newest: readonly { madeOn: string; windows: number }[], now: Date): boolean {
  const madeOn = newest[0]?.madeOn
  if (madeOn === undefined) return true
  const isShort = newest.some(({ windows }) => windows < LEAST_WINDOWS)
  return isShort ? madeOn < dayOf(now) : madeOn < monthOf(dayOf(now))
}

/** Players who played of late and may be shown, and clubs that somebody looked at. */
const LIVELY = {
  player: (since: Date) => sql`
    from players where changed_at > ${since} and not exists (select from tombstones where tombstones.tag = players.tag)`,
  club: (since: Date) => sql`from clubs where observed_at > ${since}`,
}

/** Some of those who were observed in the windows, others every month. */
async function drawSubjects(db: Database, kind: EntityType, now: Date): Promise<Subject[]> {
  const since = new Date(now.getTime() - WINDOW_DAYS * DAY_MS)
  return queryRows(
    db,
    { tag: z.string(), firstSeenAt: z.date(), firstTrophies: z.nullable(z.number()) },
    sql`
      select tag, first_seen_at as "firstSeenAt", first_trophies as "firstTrophies" ${LIVELY[kind](since)}
      order by hashtext(tag || ${monthOf(dayOf(now))}), tag limit ${HISTORIES}`,
  )
}

async function windowsOf(db: Database, kind: EntityType, subjects: Subject[], now: Date): Promise<CheckedWindow[]> {
  const window = { days: WINDOW_DAYS, now }
  const found: CheckedWindow[] = []
  const check = async (tag: string, series: Parameters<typeof checkedWindows>[1]) => {
    found.push(...checkedWindows(tag, series))
    // A history takes some milliseconds. Requests are answered in between.
    await new Promise<void>((resolve) => void setImmediate(resolve))
  }
  if (kind === 'player')
    for (const [tag, series] of await readPlayerSeries(db, subjects, window)) await check(tag, series)
  else for (const [tag, series] of await readClubSeries(db, subjects, window)) await check(tag, playedLine(series))
  return found
}

/** A day's fit takes the place of one of the same day. Those of a year ago are forgotten. */
async function storeFits(db: Database, kind: EntityType, now: Date, fits: readonly Fit[]): Promise<void> {
  const today = dayOf(now)
  await db.transaction().execute(async (transaction) => {
    await sql`
      delete from forecast_fits
      where kind = ${kind} and (made_on >= ${today} or made_on < ${addDays(today, -366)})`.execute(transaction)
    await transaction
      .insertInto('forecast_fits')
      .values(fits.map((fit) => ({ kind, made_on: today, ...fit })))
      .execute()
  })
}
