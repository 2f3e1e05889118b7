import type { Context } from '#server/context.ts'
import type { BattleLogAnswer, ObservedAnswer, PlayerAnswer } from '#server/game/answers.ts'
import { type Answer, type CallOptions, GameApiError } from '#server/game/game-api.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { type Finding, noteCollected } from './queue.ts'
import { countGlitches } from './record-trouble.ts'
import { livelinessOfClub, livelinessOfLog, track } from './targets.ts'

export type Collected = { tag: string; name: string; observedAt: Date }

/** Collects a club outside its turn, for a visitor who asked; from now on it has turns of its own. Throws GameApiError. */
export async function collectClub(context: Context, tag: string, options: CallOptions): Promise<Collected> {
  const collected = await collectClubTarget(context, tag, options)
  await track(context, [{ kind: 'club', key: tag, class: 'searched' }])
  await noteCollected(context, 'club', tag)
  return collected
}

/**
 * Asks the game for a club and stores what it says of it and of all its members, who are current through their club
 * and need no calls of their own. Throws GameApiError.
 */
export async function collectClubTarget(
  context: Context,
  tag: string,
  options: CallOptions,
): Promise<Collected & Finding> {
  const { body, observedAt, maxAgeSeconds, glitches } = await context.gameApi.getClub(tag, options)
  const { changedPlayers } = await ingest(context.db, [{ kind: 'club', body, observedAt }])
  await countGlitches(context, glitches)
  await context.summarise({ clubs: [tag], players: changedPlayers })
  const liveliness = livelinessOfClub(changedPlayers.length, body.members.length)
  return { tag, name: body.name, observedAt, maxAgeSeconds, liveliness }
}

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
  await storeProfile(context, profile, log)
  await track(context, [
    { kind: 'player', key: tag, class: 'searched' },
    { kind: 'battle-log', key: tag, class: 'searched' },
  ])
  await noteCollected(context, 'player', tag)
  if (log !== null) await noteCollected(context, 'battle-log', tag)
  return collectedOf(profile)
}

/** Asks the game for a player's profile alone and stores it. Throws GameApiError. */
export async function collectProfileTarget(context: Context, tag: string, options: CallOptions): Promise<Finding> {
  const profile = await context.gameApi.getPlayer(tag, options)
  const { trophies, inTrackedClub } = await known(context, profile.body)
  await storeProfile(context, profile, null)
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

/** Asks the game for a player's battle log and stores it. Throws GameApiError. */
export async function collectBattleLogTarget(context: Context, tag: string, options: CallOptions): Promise<Finding> {
  const { body, observedAt, maxAgeSeconds, glitches } = await context.gameApi.getBattleLog(tag, options)
  const { newBattles } = await ingest(context.db, [{ kind: 'battle-log', tag, body, observedAt }])
  await countGlitches(context, glitches)
  await context.summarise({ clubs: [], players: [tag] })
  return { observedAt, maxAgeSeconds, liveliness: livelinessOfLog(newBattles) }
}
