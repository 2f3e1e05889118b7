import type { Logger } from 'pino'

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
