import { writeClientLog } from '#shared/contract/client-log.ts'
import type { Context } from '../context.ts'
import { networkOf } from '../http/network-of.ts'
import { type Server, serve } from '../http/serve.ts'
import { admit, createThrottle } from '../http/throttle.ts'
import { safeData } from './safe-data.ts'

const BODY_LIMIT_BYTES = 16 * 1024
const SENTENCE = 'Too many reports. Please wait a moment.'

/** Writes what pages report into the log, a line an entry, under names that no line of our own has. */
export function registerClientLog(server: Server, { clock, log, config }: Context): void {
  const throttle = createThrottle({ clock, limit: config.LOG_REPORTS_PER_MINUTE, windowMs: 60_000 })
  const pages = log.child({ source: 'page' })
  serve(
    server,
    writeClientLog,
    ({ body, address }) => {
      admit(throttle, networkOf(address), SENTENCE)
      for (const { level, component, message, data, timestamp } of 'entries' in body ? body.entries : [body]) {
        pages[level](
          { page: { component, message: message.toWellFormed(), timestamp, data: safeData(data) } },
          'page says',
        )
      }
      return { ok: true as const }
    },
    { bodyLimit: BODY_LIMIT_BYTES },
  )
}
