import { getDashboard } from '#shared/contract/platform.ts'
import type { Context } from '../context.ts'
import { aboutAll } from '../http/cache-policies.ts'
import { type Server, serve } from '../http/serve.ts'
import { dashboard } from './dashboard.ts'

export function registerPlatform(server: Server, context: Context): void {
  serve(server, getDashboard, () => dashboard(context), { cache: aboutAll })
}
