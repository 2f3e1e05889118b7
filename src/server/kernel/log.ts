import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from '#server/config.ts'
import { MINUTE_MS } from '#shared/days.ts'
import { type Clock, systemClock } from './clock.ts'
import { createRateLimit } from './limits.ts'

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
function listFieldPaths(name: string): string[] {
  const last = name.startsWith('"') ? `[${name}]` : `.${name}`
  return [last.replace(/^\./, ''), `*${last}`, `*.*${last}`]
}

type Destination = DestinationStream & { flushSync?(): void }

/** Warnings and errors of one sort in a minute. Visitors can cause them, and more lines would fill the disk. */
const TROUBLES_PER_MINUTE = 60
const SORTS_MAX = 200

const { warn, error } = pino.levels.values

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

/** Leaves out warnings and errors that are too many of one sort. The next line of the sort says how many, as `unsaid`. */
function boundTrouble(clock: Clock): LogMethod {
  const limit = createRateLimit({ clock, limit: TROUBLES_PER_MINUTE, windowMs: MINUTE_MS, keys: SORTS_MAX })
  const unsaid = new Map<string, number>()
  return function logMethod(args, method, level) {
    const [fields, text] = args as [unknown, unknown]
    if ((level !== warn && level !== error) || typeof text !== 'string') return method.apply(this, args)
    const before = unsaid.get(text) ?? 0
    if (limit.take(text) > 0) {
      if (unsaid.size < SORTS_MAX || before > 0) unsaid.set(text, before + 1)
      return
    }
    unsaid.delete(text)
    method.apply(this, before === 0 ? args : [{ ...(fields as object), unsaid: before }, text])
  }
}

/**
 * Makes a log of JSON lines without secrets, with few lines of one trouble. `flush` writes at once what is still in
 * memory.
 */
export function createLog(
  level: Config['LOG_LEVEL'],
  destination: Destination = pino.destination({ sync: false }),
  clock: Clock = systemClock,
): { log: Logger; flush(): void } {
  const redact = { paths: SECRET.flatMap(listFieldPaths), censor: '[secret]' }
  const log = pino(
    { level, redact, serializers: { error: pino.stdSerializers.err }, hooks: { logMethod: boundTrouble(clock) } },
    destination,
  )
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
