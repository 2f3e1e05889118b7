import { checkPrivacy, requestPrivacy } from '#shared/contract/privacy.ts'
import type { Context } from '../context.ts'
import { type Server, serve } from '../http/serve.ts'
import { admitShared } from '../http/shared-throttle.ts'
import { checkRequest } from './check-request.ts'
import { openRequest } from './open-request.ts'

const HOUR_MS = 3_600_000
const TOO_MANY = 'Too many requests from your address. Please wait.'

export function registerPrivacy(server: Server, context: Context): void {
  const { config } = context
  const requests = { name: 'privacy requests', limit: config.PRIVACY_REQUESTS_PER_HOUR, windowMs: HOUR_MS }
  const checks = { name: 'privacy checks', limit: config.PRIVACY_CHECKS_PER_HOUR, windowMs: HOUR_MS }
  serve(server, requestPrivacy, async ({ body, address }) => {
    await admitShared(context, requests, address, TOO_MANY)
    return openRequest(context, body)
  })
  serve(server, checkPrivacy, async ({ params, address }) => {
    await admitShared(context, checks, address, TOO_MANY)
    return checkRequest(context, params.request_id)
  })
}
