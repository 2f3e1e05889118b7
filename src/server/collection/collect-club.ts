import type { Context } from '../context.ts'
import type { CallOptions } from '../game-api/client.ts'
import { ingest } from '../ingestion/ingest.ts'
import { countGlitches } from './count-glitches.ts'
import { oncePerAnswer } from './once-per-answer.ts'
import { type Finding, noteCollected } from './settle-target.ts'
import { livelinessOfClub } from './target-interval.ts'
import { track } from './track.ts'

export type Collected = { tag: string; name: string; observedAt: Date }

/** Collects a club outside its turn, for a visitor who asked; from now on it has turns of its own. Throws GameApiError. */
export async function collectClub(context: Context, tag: string, options: CallOptions): Promise<Collected> {
  const collected = await readClub(context, tag, options)
  await track(context, [{ kind: 'club', key: tag, class: 'searched' }])
  await noteCollected(context, 'club', tag)
  return collected
}

/**
 * Asks the game for a club and stores what it says of it and of all its members, who are current through their club
 * and need no calls of their own. Throws GameApiError.
 */
export async function readClub(context: Context, tag: string, options: CallOptions): Promise<Collected & Finding> {
  const answer = await context.gameApi.getClub(tag, options)
  const { body, observedAt, maxAgeSeconds } = answer
  const { changedPlayers } = await oncePerAnswer(answer, async () => {
    const found = await ingest(context.db, [{ kind: 'club', body, observedAt }])
    await countGlitches(context, answer.glitches)
    await context.summarise({ clubs: [tag], players: found.changedPlayers })
    return found
  })
  const liveliness = livelinessOfClub(changedPlayers.length, body.members.length)
  return { tag, name: body.name, observedAt, maxAgeSeconds, liveliness }
}
