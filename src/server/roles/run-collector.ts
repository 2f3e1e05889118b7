import { runJobs } from '../collection/scheduler.ts'
import { trackStoredClubs } from '../collection/track-stored-clubs.ts'
import type { Context } from '../context.ts'
import type { HistoryFill } from '../demo-mode/fill-history.ts'
import { type Cursor, summariseStored } from '../summaries/summarise-stale.ts'
import { collectorJobs } from './collector-jobs.ts'

const SUMMARIES_AT_ONCE = 100
const FILL_PAUSE_MS = 5_000

/**
 * Fills the demo's history first, where there is one to fill, then collects until it is stopped. Resolves when all has
 * come to rest.
 */
export async function runCollector(
  context: Context,
  { fill, say, signal }: { fill: HistoryFill | null; say: (line: string) => void; signal: AbortSignal },
): Promise<void> {
  if (fill !== null) await fillHistory(context, fill, say, signal)
  if (!signal.aborted) await runJobs(context, collectorJobs(context), signal)
}

/** What is collected live would hide what is not filled yet, so a fill that fails is begun again where it stopped. */
async function fillHistory(context: Context, fill: HistoryFill, say: (line: string) => void, signal: AbortSignal) {
  while (!signal.aborted) {
    try {
      await fill.run(signal, say)
      if (!signal.aborted) await trackStoredClubs(context)
      let cursor: Cursor | null | undefined
      while (!signal.aborted && cursor !== null) cursor = await summariseStored(context, SUMMARIES_AT_ONCE, cursor)
      return
    } catch (error) {
      if (signal.aborted) return
      context.log.error({ error }, 'demo history interrupted')
      await context.clock.wait(FILL_PAUSE_MS, signal).catch(() => {})
    }
  }
}
