import type { Timeframe } from '#shared/timeframe.ts'
import type { Context } from '../context.ts'
import { readClubSeries } from '../history/read-series.ts'
import { trophyProgression } from '../metrics/trophy-progression.ts'
import { storedClub } from './stored-club.ts'

/** The trophy line of a club. */
export async function clubProgression(context: Context, tag: string, days: Timeframe) {
  const club = await storedClub(context, tag)
  const subject = { tag, firstSeenAt: club.first_seen_at }
  const series = await readClubSeries(context.db, subject, { days, now: context.clock.now() })
  return { tag, days, ...trophyProgression(series, days) }
}
