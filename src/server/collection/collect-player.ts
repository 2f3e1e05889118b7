import type { Context } from '../context.ts'
import type { BattleLogAnswer } from '../game-api/payloads/battle-log.ts'
import type { Answer, CallOptions } from '../game-api/client.ts'
import { GameApiError } from '../game-api/errors.ts'
import { ingest } from '../ingestion/ingest.ts'
import type { ObservedAnswer } from '../ingestion/observed-answer.ts'
import type { Collected } from './collect-club.ts'
import { countGlitches } from './count-glitches.ts'

export type CollectedPlayer = Collected & { clubTag: string | null }

/** Asks the game for a player and the battle log, and stores both in one transaction. Throws GameApiError. */
export async function collectPlayer(context: Context, tag: string, options: CallOptions): Promise<CollectedPlayer> {
  const [profile, log] = await Promise.all([
    context.gameApi.getPlayer(tag, options),
    battleLogOf(context, tag, options),
  ])
  const { body, observedAt, glitches } = profile
  const answers: ObservedAnswer[] = [{ kind: 'player', body, observedAt }]
  if (log !== null) answers.push({ kind: 'battle-log', tag, body: log.body, observedAt })
  await ingest(context.db, answers)
  await countGlitches(context, [...glitches, ...(log?.glitches ?? [])])
  return { tag, name: body.name, observedAt, clubTag: body.club?.tag ?? null }
}

/** A profile is worth having without its battle log; why that failed is noted. */
async function battleLogOf(
  { gameApi, log }: Context,
  tag: string,
  options: CallOptions,
): Promise<Answer<BattleLogAnswer> | null> {
  try {
    return await gameApi.getBattleLog(tag, options)
  } catch (error) {
    if (!(error instanceof GameApiError)) throw error
    if (error.kind !== 'not-found') log.warn({ tag, kind: error.kind }, 'battle log not read')
    return null
  }
}
