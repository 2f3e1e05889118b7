import type { Context } from '../context.ts'
import type { Answer, CallOptions } from '../game-api/client.ts'
import { GameApiError } from '../game-api/errors.ts'
import type { BattleLogAnswer } from '../game-api/payloads/battle-log.ts'
import type { PlayerAnswer } from '../game-api/payloads/player.ts'
import { ingest } from '../ingestion/ingest.ts'
import type { ObservedAnswer } from '../ingestion/observed-answer.ts'
import type { Collected } from './collect-club.ts'
import { countGlitches } from './count-glitches.ts'
import { oncePerAnswer } from './once-per-answer.ts'
import { type Finding, noteCollected } from './settle-target.ts'
import { track } from './track.ts'

export type CollectedPlayer = Collected & { clubTag: string | null }

/**
 * Collects a player and the battle log outside their turns, for a visitor who asked; both are stored in one
 * transaction. From now on both have turns of their own. Throws GameApiError.
 */
export async function collectPlayer(context: Context, tag: string, options: CallOptions): Promise<CollectedPlayer> {
  const [profile, log] = await Promise.all([
    context.gameApi.getPlayer(tag, options),
    battleLogOf(context, tag, options),
  ])
  await oncePerAnswer(profile, async () => {
    await storeProfile(context, profile, log)
    await track(context, [
      { kind: 'player', key: tag, class: 'searched' },
      { kind: 'battle-log', key: tag, class: 'searched' },
    ])
    await noteCollected(context, 'player', tag)
    if (log !== null) await noteCollected(context, 'battle-log', tag)
  })
  return collectedOf(profile)
}

/** Asks the game for a player's profile alone and stores it. Throws GameApiError. */
export async function readProfile(context: Context, tag: string, options: CallOptions): Promise<Finding> {
  const profile = await context.gameApi.getPlayer(tag, options)
  const { trophies, inTrackedClub } = await known(context, profile.body)
  await oncePerAnswer(profile, () => storeProfile(context, profile, null))
  const { observedAt, maxAgeSeconds } = profile
  // The club's own call keeps a member's trophies current: the profile adds little, however lively the player.
  const isNews = trophies !== profile.body.trophies && !inTrackedClub
  return { observedAt, maxAgeSeconds, liveliness: isNews ? 'lively' : 'silent' }
}

function collectedOf({ body, observedAt }: Answer<PlayerAnswer>): CollectedPlayer {
  return { tag: body.tag, name: body.name, observedAt, clubTag: body.club?.tag ?? null }
}

/** Stores a profile, and a battle log with it. A club that nobody tracks yet is tracked. */
async function storeProfile(
  context: Context,
  { body, observedAt, glitches }: Answer<PlayerAnswer>,
  log: Answer<BattleLogAnswer> | null,
): Promise<void> {
  const answers: ObservedAnswer[] = [{ kind: 'player', body, observedAt }]
  if (log !== null) answers.push({ kind: 'battle-log', tag: body.tag, body: log.body, observedAt })
  await ingest(context.db, answers)
  await countGlitches(context, [...glitches, ...(log?.glitches ?? [])])
  if (body.club) await track(context, [{ kind: 'club', key: body.club.tag, class: 'discovered' }])
  await context.summarise({ clubs: [], players: [body.tag] })
}

async function known({ db }: Context, { tag, club }: PlayerAnswer) {
  const player = await db.selectFrom('players').select('trophies').where('tag', '=', tag).executeTakeFirst()
  const tracked = await db
    .selectFrom('clubs')
    .select('tag')
    .where('tag', '=', club?.tag ?? '')
    .executeTakeFirst()
  return { trophies: player?.trophies ?? null, inTrackedClub: tracked !== undefined }
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
