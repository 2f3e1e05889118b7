import type { Context } from '../context.ts'
import type { CallOptions } from '../game-api/client.ts'
import { ingest } from '../ingestion/ingest.ts'
import { countGlitches } from './count-glitches.ts'
import { oncePerAnswer } from './once-per-answer.ts'
import type { Finding } from './settle-target.ts'
import { livelinessOfLog } from './target-interval.ts'

/** Asks the game for a player's battle log and stores it. Throws GameApiError. */
export async function readBattleLog(context: Context, tag: string, options: CallOptions): Promise<Finding> {
  const answer = await context.gameApi.getBattleLog(tag, options)
  const { body, observedAt, maxAgeSeconds } = answer
  const { newBattles } = await oncePerAnswer(answer, async () => {
    const found = await ingest(context.db, [{ kind: 'battle-log', tag, body, observedAt }])
    await countGlitches(context, answer.glitches)
    await context.summarise({ clubs: [], players: [tag] })
    return found
  })
  return { observedAt, maxAgeSeconds, liveliness: livelinessOfLog(newBattles) }
}
