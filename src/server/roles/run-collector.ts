import { runJobs } from '../collection/scheduler.ts'
import { trackStoredClubs } from '../collection/track-stored-clubs.ts'
import type { Context } from '../context.ts'
import type { HistoryFill } from '../demo-mode/fill-history.ts'
import { type Cursor, summariseStored } from '../summaries/summarise-stale.ts'
import { collectorJobs } from './collector-jobs.ts'

const SUMMARIES_AT_ONCE = 100

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

/** A fill that fails is no reason to stop: the collector goes on from what is stored. */
async function fillHistory(context: Context, fill: HistoryFill, say: (line: string) => void, signal: AbortSignal) {
  try {
    await fill.run(signal, say)
    if (!signal.aborted) await trackStoredClubs(context)
    let cursor: Cursor | null | undefined
    while (!signal.aborted && cursor !== null) cursor = await summariseStored(context, SUMMARIES_AT_ONCE, cursor)
  } catch (error) {
    if (!signal.aborted) context.log.error({ error }, 'demo history stopped')
  }
}
