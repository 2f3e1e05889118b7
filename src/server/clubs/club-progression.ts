import type { Timeframe } from '#shared/timeframe.ts'
import type { Context } from '../context.ts'
import { freshness } from '../history/freshness.ts'
import { readTrackedSeries } from '../history/read-tracked-series.ts'
import { trophyProgression } from '../metrics/trophy-progression.ts'
import { clubNotTracked } from './stored-club.ts'

/** The trophy line of a club. */
export async function clubProgression({ db, clock }: Context, tag: string, days: Timeframe) {
  const now = clock.now()
  const club = await readTrackedSeries(db, 'club', tag, { days, now })
  if (club === null) throw clubNotTracked()
  return { tag, days, ...freshness(club.observedAt, now), ...trophyProgression(club.series, days) }
}
