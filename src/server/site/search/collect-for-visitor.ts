import { type Collected, collectClub, collectPlayer } from '#server/collector/collect-tag.ts'
import type { TargetClass } from '#server/collector/targets.ts'
import type { Context } from '#server/context.ts'
import { type Asker, type CallOptions, GameApiError } from '#server/game/game-api.ts'
import type { EntityType } from '#shared/tag.ts'
import { markKeyRefused, personalKey } from '../accounts/personal-key.ts'
import type { Visitor } from '../http/serve.ts'

/** The game renews its own answers every few minutes, so younger data is not collected again. */
export const FRESH_MS = 2 * 60_000

/** Asks with the visitor's own API key if there is one, and with the shared tokens if the game refuses that key. */
export async function withKeyOf<T>(
  context: Context,
  visitor: Visitor,
  ask: (apiKey: string | null) => Promise<T>,
): Promise<T> {
  const apiKey = await personalKey(context, visitor)
  if (apiKey === null) return ask(null)
  try {
    return await ask(apiKey)
  } catch (error) {
    if (!isKeyRefused(error, optionsOf(apiKey))) throw error
    await markKeyRefused(context, visitor, apiKey)
    return ask(null)
  }
}

/** Whether the game refused the visitor's own key: whoever catches errors of the game leaves this one to `withKeyOf`. */
export function isKeyRefused(error: unknown, { apiKey }: CallOptions): boolean {
  return apiKey !== undefined && error instanceof GameApiError && error.kind === 'forbidden'
}

/** How the game is asked for a visitor, and the class of what it knows from then on. */
export type VisitorsCall = CallOptions & { trackedAs: TargetClass }

/** Makes a call of the game before those of the collector, in the asker's share, with an own key if there is one. */
export function optionsOf(apiKey: string | null, askedBy?: Asker, trackedAs: TargetClass = 'searched'): VisitorsCall {
  return { priority: 'visitor', apiKey: apiKey ?? undefined, askedBy, trackedAs }
}

/** Collects a club, or a player with their club, for a visitor who waits. Throws GameApiError. */
export async function collectEntity(
  context: Context,
  { type, tag }: { type: EntityType; tag: string },
  options: VisitorsCall,
): Promise<Collected> {
  await context.demoHistory?.ahead(type, tag)
  if (type === 'club') return collectClub(context, tag, options, options.trackedAs)
  const player = await collectPlayer(context, tag, options, options.trackedAs)
  if (player.clubTag !== null) await collectClubOfPlayer(context, player.clubTag, options)
  return player
}

/** Collects the club of a player if it is not tracked yet: the player's page compares them with its members. */
async function collectClubOfPlayer(context: Context, tag: string, options: VisitorsCall): Promise<void> {
  const known = await context.db.selectFrom('clubs').select('tag').where('tag', '=', tag).executeTakeFirst()
  if (known !== undefined) return
  try {
    await collectClub(context, tag, options, options.trackedAs)
  } catch (error) {
    if (!(error instanceof GameApiError) || isKeyRefused(error, options)) throw error
    context.log.warn({ tag, kind: error.kind }, 'club of a searched player not collected')
  }
}
