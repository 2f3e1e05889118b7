import { sql } from 'kysely'
import { getLiveness, getReadiness, getSite, getStatus } from '#shared/contract/status.ts'
import type { Context, HistoryProgress } from '../context.ts'
import { aboutNow, aboutTheGame } from '../http/cache-policies.ts'
import { type Server, serve } from '../http/serve.ts'
import { createStatusReader } from './read-status.ts'
import { siteFacts } from './site-facts.ts'

export function registerStatus(server: Server, context: Context): void {
  serve(server, getSite, () => siteFacts(context), { cache: aboutTheGame })
  serve(server, getStatus, createStatusReader(context), { cache: aboutNow })
  serve(server, getLiveness, () => ({ status: 'ok' as const }))
  serve(server, getReadiness, async () => {
    const store = await storeAnswers(context)
    const history = context.demoHistory?.progress() ?? null
    const status = store ? (history === null ? 'ready' : 'starting') : 'degraded'
    return { status, store: store ? 'ok' : 'unavailable', history: history && percentDone(history) } as const
  })
}

async function storeAnswers({ db, log }: Context): Promise<boolean> {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch (error) {
    log.warn({ error }, 'store does not answer')
    return false
  }
}

function percentDone({ daysDone, daysTotal }: HistoryProgress) {
  const percent = daysTotal === 0 ? 100 : Math.round((1000 * daysDone) / daysTotal) / 10
  return { days_done: daysDone, days_total: daysTotal, percent }
}
