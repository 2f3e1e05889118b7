import { trackStoredClubs } from '../collection/track-stored-clubs.ts'
import type { Context } from '../context.ts'
import { type Cursor, summariseStored } from '../summaries/summarise-stale.ts'

/** Summaries made in one go; short, so that a stop need not wait. */
const AT_ONCE = 100

/**
 * Makes what was stored without being collected, by an import or in the demo's past, part of the living: clubs are
 * collected from now on, and everybody has a summary. Repeating it renews the summaries and changes nothing else.
 */
export async function takeUpStored(context: Pick<Context, 'db' | 'clock'>, signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await trackStoredClubs(context)
  await summariseAll(context, signal)
}

/** Renews the summaries of all that is stored, until it is stopped. */
export async function summariseAll(context: Pick<Context, 'db' | 'clock'>, signal: AbortSignal): Promise<void> {
  let cursor: Cursor | null | undefined
  while (!signal.aborted && cursor !== null) cursor = await summariseStored(context, AT_ONCE, cursor)
}
