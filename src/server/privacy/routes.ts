import { checkPrivacy, requestPrivacy } from '#shared/contract/privacy.ts'
import type { Context } from '../context.ts'
import { networkOf } from '../http/network-of.ts'
import { type Server, serve } from '../http/serve.ts'
import { admit, createThrottle } from '../http/throttle.ts'
import { checkRequest } from './check-request.ts'
import { openRequest } from './open-request.ts'

const HOUR_MS = 3_600_000
const TOO_MANY = 'Too many requests from your address. Please wait.'

export function registerPrivacy(server: Server, context: Context): void {
  const { clock, config } = context
  const requests = createThrottle({ clock, limit: config.PRIVACY_REQUESTS_PER_HOUR, windowMs: HOUR_MS })
  const checks = createThrottle({ clock, limit: config.PRIVACY_CHECKS_PER_HOUR, windowMs: HOUR_MS })
  serve(server, requestPrivacy, ({ body, address }) => {
    admit(requests, networkOf(address), TOO_MANY)
    return openRequest(context, body)
  })
  serve(server, checkPrivacy, ({ params, address }) => {
    admit(checks, networkOf(address), TOO_MANY)
    return checkRequest(context, params.request_id)
  })
}
