import type { Timeframe } from '#shared/timeframe.ts'
import type { Context } from '../context.ts'
import { readClubSeries } from '../history/read-series.ts'
import { trophyProgression } from '../metrics/trophy-progression.ts'
import { storedClub, subjectOf } from './stored-club.ts'

/** The trophy line of a club. */
export async function clubProgression(context: Context, tag: string, days: Timeframe) {
  const club = await storedClub(context, tag)
  const series = await readClubSeries(context.db, subjectOf(club), { days, now: context.clock.now() })
  return { tag, days, ...trophyProgression(series, days) }
}
