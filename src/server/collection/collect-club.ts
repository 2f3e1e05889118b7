import type { Context } from '../context.ts'
import type { CallOptions } from '../game-api/client.ts'
import { ingest } from '../ingestion/ingest.ts'
import { countGlitches } from './count-glitches.ts'
import { track } from './track.ts'

export type Collected = { tag: string; name: string; observedAt: Date }

/** Asks the game for a club and stores what it says of it and of all its members. Throws GameApiError. */
export async function collectClub(context: Context, tag: string, options: CallOptions): Promise<Collected> {
  const { body, observedAt, glitches } = await context.gameApi.getClub(tag, options)
  const found = await ingest(context.db, [{ kind: 'club', body, observedAt }])
  await countGlitches(context, glitches)
  await track(
    context,
    found.players.map((key) => ({ kind: 'player', key, class: 'member' })),
  )
  return { tag, name: body.name, observedAt }
}
