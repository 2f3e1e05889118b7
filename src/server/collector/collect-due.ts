import type { Context } from '#server/context.ts'
import { isStorageFull, noteStorageFault, storeFault } from '#server/database/storage.ts'
import { type CallOptions, GameApiError, type GameApiErrorKind } from '#server/game/game-api.ts'
import type { CountedWord } from '#server/kernel/counters.ts'
import {
  collectBrawlers,
  collectGameModes,
  collectRanking,
  collectRotation,
  type RankingName,
} from './collect-ranking.ts'
import { collectBattleLogTarget, collectClubTarget, collectProfileTarget } from './collect-tag.ts'
import {
  type ClaimedTarget,
  claimDue,
  type Finding,
  releaseTarget,
  settleCollected,
  settleFailed,
  settleGone,
} from './queue.ts'

/** How many targets of one run ended in which way. `late`: the claim had run out when the answer came. */
export type Outcomes = { collected: number; failed: number; gone: number; givenBack: number; late: number }

/** The outcomes as the metrics name them. */
const OUTCOME: Record<keyof Outcomes, CountedWord<'collections'>> = {
  collected: 'collected',
  failed: 'failed',
  gone: 'gone',
  givenBack: 'given_back',
  late: 'late',
}

/** Errors that the game or we caused. They say nothing about the target. */
const NOT_THE_TARGETS_FAULT: ReadonlySet<GameApiErrorKind> = new Set([
  'maintenance',
  'circuit-open',
  'throttled',
  'forbidden',
  'aborted',
])

/**
 * Collects what is due until nothing is left, or until the signal is aborted. It waits while the game's API is closed to
 * us; the budget of calls says how fast it goes. Returns what became of the targets.
 */
export async function collectDue(context: Context, stopping?: AbortSignal): Promise<Outcomes> {
  const signal = stopping ?? new AbortController().signal
  const outcomes: Outcomes = { collected: 0, failed: 0, gone: 0, givenBack: 0, late: 0 }
  const targets = dueTargets(context, signal)
  const work = async () => {
    for await (const target of targets) {
      const outcome = await collectOne(context, target, signal)
      outcomes[outcome] += 1
      context.counters.add('collections', OUTCOME[outcome])
    }
  }
  await Promise.all(Array.from({ length: context.config.COLLECTOR_CALLS_AT_ONCE }, work))
  return outcomes
}

async function* dueTargets(context: Context, signal: AbortSignal): AsyncGenerator<ClaimedTarget> {
  while (!signal.aborted) {
    await waitUntilOpen(context, signal)
    if (signal.aborted || isStorageFull(context)) return
    const claimed = await claimDue(context)
    if (claimed.length === 0) return
    yield* claimed
  }
}

async function waitUntilOpen({ gameApi }: Context, signal: AbortSignal): Promise<void> {
  try {
    await gameApi.untilOpen(signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function collectOne(context: Context, target: ClaimedTarget, signal: AbortSignal): Promise<keyof Outcomes> {
  const settled = (done: boolean, as: keyof Outcomes) => (done ? as : 'late')
  if (signal.aborted) return settled(await releaseTarget(context, target), 'givenBack')
  // A collector that was paused has lost its claim. Another one has the target, so a call would be wasted.
  if (context.clock.now() >= target.leasedUntil) return 'late'
  try {
    const finding = await collectTarget(context, target, { priority: 'collector', signal })
    return settled(await settleCollected(context, target, finding), 'collected')
  } catch (error) {
    return settleTrouble(context, target, error)
  }
}

async function settleTrouble(context: Context, target: ClaimedTarget, error: unknown): Promise<keyof Outcomes> {
  const { kind, key } = target
  if (!(error instanceof GameApiError)) {
    noteStorageFault(context, error)
    // The store is away or full, which says nothing about the target: its claim runs out.
    if (storeFault(error) !== null) throw error
    context.log.error({ error, kind, key }, 'answer not stored')
    return (await settleFailed(context, target, 'not stored')) ? 'failed' : 'late'
  }
  if (NOT_THE_TARGETS_FAULT.has(error.kind)) return (await releaseTarget(context, target)) ? 'givenBack' : 'late'
  context.log.info({ kind, key, reason: error.kind }, 'not collected')
  if (error.kind === 'not-found') return (await settleGone(context, target)) ? 'gone' : 'late'
  const isOutage = context.gameApi.status().breaker === 'open'
  return (await settleFailed(context, target, error.kind, { isOutage })) ? 'failed' : 'late'
}

/** Collects one target, whatever its kind. Throws GameApiError. */
export async function collectTarget(
  context: Context,
  { kind, key }: Pick<ClaimedTarget, 'kind' | 'key'>,
  options: CallOptions,
): Promise<Finding> {
  switch (kind) {
    case 'club':
      return collectClubTarget(context, key, options)
    case 'player':
      return collectProfileTarget(context, key, options)
    case 'battle-log':
      return collectBattleLogTarget(context, key, options)
    case 'player-ranking':
      return collectRankingTarget(context, { type: 'players', country: key, brawlerId: 0 }, options)
    case 'club-ranking':
      return collectRankingTarget(context, { type: 'clubs', country: key, brawlerId: 0 }, options)
    case 'brawler-ranking':
      return collectRankingTarget(context, brawlersRanking(key), options)
    case 'brawlers':
      await collectBrawlers(context, options)
      return { observedAt: context.clock.now(), maxAgeSeconds: 0, liveliness: 'calm' }
    case 'gamemodes':
      return collectGameModes(context, options)
    case 'rotation':
      return collectRotation(context, options)
  }
}

async function collectRankingTarget(context: Context, name: RankingName, options: CallOptions): Promise<Finding> {
  const observedAt = await collectRanking(context, name, options)
  return { observedAt, maxAgeSeconds: 0, liveliness: 'calm' }
}

/** The key is a country and the id of a brawler, like `US/16000000`. */
function brawlersRanking(key: string): RankingName {
  const [country = 'global', brawlerId] = key.split('/')
  return { type: 'brawlers', country, brawlerId: Number(brawlerId) }
}
