import type { Timeframe } from '#shared/timeframe.ts'
import type { Context } from '../context.ts'
import { readPlayerSeries } from '../history/read-series.ts'
import type { DailySeries } from '../metrics/daily-series.ts'
import { trophyProgression } from '../metrics/trophy-progression.ts'
import { storedPlayer, subjectOf } from './stored-player.ts'

/** The trophy line of a player. */
export async function playerProgression(context: Context, tag: string, days: Timeframe) {
  const subject = subjectOf(await storedPlayer(context, tag))
  const series = await readPlayerSeries(context.db, [subject], { days, now: context.clock.now() })
  return { tag, days, ...trophyProgression(series.get(tag) as DailySeries, days) }
}
