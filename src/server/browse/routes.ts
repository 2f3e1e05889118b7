import { browseStats } from '#shared/contract/browse.ts'
import type { Context } from '../context.ts'
import { type Server, serve } from '../http/serve.ts'
import { platformStats } from './platform-stats.ts'

export function registerBrowse(server: Server, context: Context): void {
  serve(server, browseStats, () => platformStats(context))
}
