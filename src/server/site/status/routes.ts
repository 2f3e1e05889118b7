import { sql } from 'kysely'
import type { Context, HistoryProgress } from '#server/context.ts'
import { isStorageFull } from '#server/database/storage.ts'
import { AppError } from '#server/kernel/errors.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getLiveness, getReadiness, getSite, getStatus } from '#shared/contract/status.ts'
import { aboutNow, aboutTheGame } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'
import { readStatus } from './read-status.ts'

export function registerStatus(server: Server, context: Context): void {
  serve(server, getSite, () => siteFacts(context), { cache: aboutTheGame })
  serve(server, getStatus, () => readStatus(context), { cache: aboutNow })
  // Health checks pass no limit: monitoring gets an answer however busy the site is.
  const { guards: _guards, ...unguarded } = server
  serve(unguarded, getLiveness, () => ({ status: 'ok' as const }))
  serve(unguarded, getReadiness, () => readReadiness(context))
}

async function readReadiness(context: Context): Promise<Output<typeof getReadiness>> {
  if (context.traffic.stopping) {
    throw new AppError('unavailable', 'Delphin is being stopped', { code: 'stopping', retryAfterSeconds: 5 })
  }
  await sql`select 1`.execute(context.db)
  const history = context.demoHistory?.progress() ?? null
  const status = history !== null ? 'starting' : isStorageFull(context) ? 'degraded' : 'ready'
  return { status, store: 'ok', history: history && percentDone(history) }
}

function percentDone({ daysDone, daysTotal }: HistoryProgress) {
  const percent = daysTotal === 0 ? 100 : Math.round((1000 * daysDone) / daysTotal) / 10
  return { days_done: daysDone, days_total: daysTotal, percent }
}

/** What pages have to know of this installation before anything else. The server also writes it into each page. */
function siteFacts({ config, installation }: Context): Output<typeof getSite> {
  return {
    demo: installation.demo,
    example_club_tag: installation.exampleClubTag,
    example_player_tag: installation.examplePlayerTag,
    default_player_tag: installation.defaultPlayerTag,
    public_ip: config.PUBLIC_IP ?? null,
    mail: config.SMTP_URL !== undefined,
    art_base: config.ASSET_CDN_BASE ?? null,
  }
}
