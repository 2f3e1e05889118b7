import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '#server/config.ts'

/** Fields that are secret wherever they stand in a log entry, down to the third level, as in headers and bodies. */
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

/** The paths of a field at the first three levels, in the notation of pino: `a`, `*.a` and `*.*.a`. */
function everywhere(name: string): string[] {
  const last = name.startsWith('"') ? `[${name}]` : `.${name}`
  return [last.replace(/^\./, ''), `*${last}`, `*.*${last}`]
}

type Destination = DestinationStream & { flushSync?(): void }

/** Makes a log of JSON lines without secrets. `flush` writes at once what is still in memory. */
export function createLog(
  level: Config['LOG_LEVEL'],
  destination: Destination = pino.destination({ sync: false }),
): { log: Logger; flush(): void } {
  const redact = { paths: SECRET.flatMap(everywhere), censor: '[secret]' }
  const log = pino({ level, redact, serializers: { error: pino.stdSerializers.err } }, destination)
  return { log, flush: () => destination.flushSync?.() }
}

/**
 * Logs an error that no code caught. Node then writes it on the terminal and ends the process with 1. That is right, since
 * the state of the process is unknown after such an error; its supervisor starts it anew.
 */
export function logFatal(log: Logger, flush: () => void): void {
  process.once('uncaughtExceptionMonitor', (error, origin) => {
    log.fatal({ error, origin }, 'nobody caught this')
    flush()
  })
}
