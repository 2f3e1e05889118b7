import type { Context } from '#server/context.ts'
import { clubNotTracked, playerNotShown } from '#server/history/not-tracked.ts'
import { freshness, readTrackedSeries } from '#server/history/series.ts'
import { clubProgression, trophyProgression } from '#server/metrics/trophy-line.ts'
import { getClubProgression } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getPlayerProgression } from '#shared/contract/players.ts'
import type { Timeframe } from '#shared/days.ts'
import { aboutClub, aboutPlayer } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'
import type { CsvTable } from '../http/wire-format.ts'

/** The trophy lines of clubs and players. */
export function registerProgression(server: Server, context: Context): void {
  const csv = progressionCsv
  serve(server, getClubProgression, ({ params, query }) => ofClub(context, params.tag, query.days), {
    cache: aboutClub,
    csv,
  })
  serve(server, getPlayerProgression, ({ params, query }) => ofPlayer(context, params.tag, query.days), {
    cache: aboutPlayer,
    csv,
  })
}

type Progression = Output<typeof getPlayerProgression>
type Store = Pick<Context, 'db' | 'clock'>

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
