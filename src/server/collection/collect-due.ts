import type { Context } from '../context.ts'
import { countsOf } from '../counts.ts'
import { storeFault } from '../database/store-fault.ts'
import { GameApiError, type GameApiErrorKind } from '../game-api/errors.ts'
import { isStorageFull, noteStorageFault } from '../storage.ts'
import { type ClaimedTarget, claimDue } from './claim-due.ts'
import { collectTarget } from './collect-target.ts'
import { giveBack, markCollected, markFailed, markGone } from './settle-target.ts'

/** How the targets of one run ended. `late`: the claim had run out when the answer came. */
export type Tally = { collected: number; failed: number; gone: number; givenBack: number; late: number }

/** As the metrics name them. */
const OUTCOME: Record<keyof Tally, string> = {
  collected: 'collected',
  failed: 'failed',
  gone: 'gone',
  givenBack: 'given_back',
  late: 'late',
}

/** Trouble that is the game's or ours, and says nothing about the target. */
const NOT_THE_TARGETS_FAULT: ReadonlySet<GameApiErrorKind> = new Set([
  'maintenance',
  'circuit-open',
  'throttled',
  'forbidden',
  'aborted',
])

/**
 * Collects what is due until nothing is, or until it is told to stop. Waits while the game's API is closed to us; how
 * fast it goes is the budget's to say. Returns what became of the targets.
 */
export async function collectDue(context: Context, stopping?: AbortSignal): Promise<Tally> {
  const signal = stopping ?? new AbortController().signal
  const tally: Tally = { collected: 0, failed: 0, gone: 0, givenBack: 0, late: 0 }
  const targets = dueTargets(context, signal)
  const counts = countsOf(context)
  const work = async () => {
    for await (const target of targets) {
      const outcome = await collectOne(context, target, signal)
      tally[outcome] += 1
      counts.add('collections', OUTCOME[outcome])
    }
  }
  await Promise.all(Array.from({ length: context.config.COLLECTOR_CALLS_AT_ONCE }, work))
  return tally
}

async function* dueTargets(context: Context, signal: AbortSignal): AsyncGenerator<ClaimedTarget> {
  while (!signal.aborted) {
    await untilOpen(context, signal)
    if (signal.aborted || isStorageFull(context)) return
    const claimed = await claimDue(context)
    if (claimed.length === 0) return
    yield* claimed
  }
}

async function untilOpen({ gameApi }: Context, signal: AbortSignal): Promise<void> {
  try {
    await gameApi.untilOpen(signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function collectOne(context: Context, target: ClaimedTarget, signal: AbortSignal): Promise<keyof Tally> {
  const settled = (done: boolean, as: keyof Tally) => (done ? as : 'late')
  if (signal.aborted) return settled(await giveBack(context, target), 'givenBack')
  // A collector that was paused has lost its claim: another has the target, and a call would be wasted.
  if (context.clock.now() >= target.leasedUntil) return 'late'
  try {
    const finding = await collectTarget(context, target, { priority: 'collector', signal })
    return settled(await markCollected(context, target, finding), 'collected')
  } catch (error) {
    return settleTrouble(context, target, error)
  }
}

async function settleTrouble(context: Context, target: ClaimedTarget, error: unknown): Promise<keyof Tally> {
  const { kind, key } = target
  if (!(error instanceof GameApiError)) {
    noteStorageFault(context, error)
    // The store is away or full, which is no fault of the target: its claim runs out.
    if (storeFault(error) !== null) throw error
    context.log.error({ error, kind, key }, 'answer not stored')
    return (await markFailed(context, target, 'not stored')) ? 'failed' : 'late'
  }
  if (NOT_THE_TARGETS_FAULT.has(error.kind)) return (await giveBack(context, target)) ? 'givenBack' : 'late'
  context.log.info({ kind, key, reason: error.kind }, 'not collected')
  if (error.kind === 'not-found') return (await markGone(context, target)) ? 'gone' : 'late'
  return (await markFailed(context, target, error.kind)) ? 'failed' : 'late'
}
