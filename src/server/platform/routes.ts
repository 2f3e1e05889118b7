import { getDashboard } from '#shared/contract/platform.ts'
import type { Context } from '../context.ts'
import { type Server, serve } from '../http/serve.ts'
import { dashboard } from './dashboard.ts'

export function registerPlatform(server: Server, context: Context): void {
  serve(server, getDashboard, () => dashboard(context))
}
