import { sql } from 'kysely'
import { getLiveness, getReadiness, getSite, getStatus } from '#shared/contract/status.ts'
import type { Context, HistoryProgress } from '../context.ts'
import { AppError } from '../http/app-error.ts'
import { aboutNow, aboutTheGame } from '../http/cache-policies.ts'
import { type Server, serve } from '../http/serve.ts'
import { trafficOf } from '../http/traffic.ts'
import { isStorageFull } from '../storage.ts'
import { createStatusReader } from './read-status.ts'
import { siteFacts } from './site-facts.ts'

export function registerStatus(server: Server, context: Context): void {
  serve(server, getSite, () => siteFacts(context), { cache: aboutTheGame })
  serve(server, getStatus, createStatusReader(context), { cache: aboutNow })
  // Whoever watches the process is answered however busy it is.
  const { guards: _guards, ...unguarded } = server
  serve(unguarded, getLiveness, () => ({ status: 'ok' as const }))
  serve(unguarded, getReadiness, async () => {
    if (trafficOf(context).stopping) {
      throw new AppError('unavailable', 'Delphin is being stopped', { code: 'stopping', retryAfterSeconds: 5 })
    }
    await sql`select 1`.execute(context.db)
    const history = context.demoHistory?.progress() ?? null
    const status = history !== null ? 'starting' : isStorageFull(context) ? 'degraded' : 'ready'
    return { status, store: 'ok', history: history && percentDone(history) } as const
  })
}

function percentDone({ daysDone, daysTotal }: HistoryProgress) {
  const percent = daysTotal === 0 ? 100 : Math.round((1000 * daysDone) / daysTotal) / 10
  return { days_done: daysDone, days_total: daysTotal, percent }
}
