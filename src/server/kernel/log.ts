import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '#server/config.ts'

/** What is secret wherever it stands in what is logged, down to the third level: headers and bodies of requests. */
const SECRET = [
  'authorization',
  'cookie',
  '"x-guest-session"',
  'password',
  'old_password',
  'new_password',
  'api_key',
  'token',
  'session_id',
]

/** `a`, `*.a` and `*.*.a`, in the notation of pino. */
function everywhere(name: string): string[] {
  const last = name.startsWith('"') ? `[${name}]` : `.${name}`
  return [last.replace(/^\./, ''), `*${last}`, `*.*${last}`]
}

type Destination = DestinationStream & { flushSync?(): void }

/** The log: lines of JSON without secrets. `flush` writes at once what is still in memory. */
export function createLog(
  level: Config['LOG_LEVEL'],
  destination: Destination = pino.destination({ sync: false }),
): { log: Logger; flush(): void } {
  const redact = { paths: SECRET.flatMap(everywhere), censor: '[secret]' }
  const log = pino({ level, redact, serializers: { error: pino.stdSerializers.err } }, destination)
  return { log, flush: () => destination.flushSync?.() }
}

/**
 * Logs what nobody caught. Node then says it on the terminal and ends the process with 1, as it does by itself: after a
 * fault of ours nobody knows what state it is in, and whoever supervises it starts it anew.
 */
export function logFatal(log: Logger, flush: () => void): void {
  process.once('uncaughtExceptionMonitor', (error, origin) => {
    log.fatal({ error, origin }, 'nobody caught this')
    flush()
  })
}
