import { trackStoredClubs } from '../collection/track-stored-clubs.ts'
import type { Context } from '../context.ts'
import { summariseAll } from '../summaries/summarise-stale.ts'

/**
 * Makes what was stored without being collected, by an import or in the demo's past, part of the living: clubs are
 * collected from now on, and everybody has a summary. Repeating it renews the summaries and changes nothing else.
 */
export async function takeUpStored(context: Pick<Context, 'db' | 'clock'>, signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await trackStoredClubs(context)
  await summariseAll(context, signal)
}
