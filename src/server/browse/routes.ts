import { browseEntities, browseStats } from '#shared/contract/browse.ts'
import type { Context } from '../context.ts'
import { type Server, serve } from '../http/serve.ts'
import { browse } from './browse.ts'
import { platformStats } from './platform-stats.ts'

export function registerBrowse(server: Server, context: Context): void {
  serve(server, browseEntities, ({ query }) => browse(context, query))
  serve(server, browseStats, () => platformStats(context))
}
