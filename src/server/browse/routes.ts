import { browseEntities, browseStats } from '#shared/contract/browse.ts'
import type { Context } from '../context.ts'
import { aboutAll } from '../http/cache-policies.ts'
import { type Server, serve } from '../http/serve.ts'
import { browse } from './browse.ts'
import { platformStats } from './platform-stats.ts'

export function registerBrowse(server: Server, context: Context): void {
  serve(server, browseEntities, ({ query }) => browse(context, query), { cache: aboutAll })
  serve(server, browseStats, () => platformStats(context), { cache: aboutAll })
}
