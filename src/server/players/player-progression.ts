import type { Timeframe } from '#shared/timeframe.ts'
import type { Context } from '../context.ts'
import { freshness } from '../history/freshness.ts'
import { readTrackedSeries } from '../history/read-tracked-series.ts'
import { trophyProgression } from '../metrics/trophy-progression.ts'
import { playerNotShown } from './stored-player.ts'

/** The trophy line of a player. */
export async function playerProgression({ db, clock }: Context, tag: string, days: Timeframe) {
  const now = clock.now()
  const player = await readTrackedSeries(db, 'player', tag, { days, now })
  if (player === null) throw await playerNotShown(db, tag)
  return { tag, days, ...freshness(player.observedAt, now), ...trophyProgression(player.series, days) }
}
