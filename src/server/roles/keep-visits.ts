import { runJobs } from '../collection/scheduler.ts'
import type { Context } from '../context.ts'
import { flushVisits } from '../summaries/visits.ts'

const FLUSH_EVERY_MS = 30_000

/** Writes down twice a minute what visitors looked at. Returns what ends it, with a last writing. */
export function keepVisits(context: Context): () => Promise<void> {
  const stopping = new AbortController()
  const flush = () => flushVisits(context)
  const flushing = runJobs(context, [{ name: 'visits', everyMs: FLUSH_EVERY_MS, run: flush }], stopping.signal)
  return async () => {
    stopping.abort()
    await flushing
    // What cannot be written must not keep the rest from stopping.
    await flush().catch((error: unknown) => context.log.error({ error }, 'visits not written'))
  }
}
