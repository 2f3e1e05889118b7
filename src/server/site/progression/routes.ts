import type { Context } from '#server/context.ts'
import { clubNotTracked, playerNotShown } from '#server/history/not-tracked.ts'
import { freshness, readTrackedSeries } from '#server/history/series.ts'
import { trophyProgression } from '#server/metrics/trophy-line.ts'
import { getClubProgression } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getPlayerProgression } from '#shared/contract/players.ts'
import type { Timeframe } from '#shared/days.ts'
import type { EntityType } from '#shared/tag.ts'
import { aboutClub, aboutPlayer } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'
import type { CsvTable } from '../http/wire-format.ts'

/** The trophy lines of clubs and players. */
export function registerProgression(server: Server, context: Context): void {
  const csv = progressionCsv
  serve(server, getClubProgression, ({ params, query }) => progression(context, 'club', params.tag, query.days), {
    cache: aboutClub,
    csv,
  })
  serve(server, getPlayerProgression, ({ params, query }) => progression(context, 'player', params.tag, query.days), {
    cache: aboutPlayer,
    csv,
  })
}

type Progression = Output<typeof getPlayerProgression>

async function progression(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  type: EntityType,
  tag: string,
  days: Timeframe,
): Promise<Progression> {
  const now = clock.now()
  const tracked = await readTrackedSeries(db, type, tag, { days, now })
  if (tracked === null) throw type === 'club' ? clubNotTracked() : await playerNotShown(db, tag)
  return { tag, days, ...freshness(tracked.observedAt, now), ...trophyProgression(tracked.series, days) }
}

/** One row for each day. */
function progressionCsv({ tag, days, progression_data }: Progression): CsvTable {
  const head = ['date', 'trophies', 'trophy_change', 'reset', 'observed']
  const rows = progression_data.map((row) => [
    row.date,
    row.trophies,
    row.trophy_change,
    row.reset,
    row.observed ? 'yes' : 'no',
  ])
  return { name: `trophies-${tag}-${days}-days`, rows: [head, ...rows] }
}
