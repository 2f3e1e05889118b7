import type { Context } from '#server/context.ts'
import type { BattleLogAnswer, ObservedAnswer, PlayerAnswer } from '#server/game/answers.ts'
import { type Answer, type CallOptions, GameApiError } from '#server/game/game-api.ts'
import { type Ingested, ingest } from '#server/history/ingest/ingest.ts'
import { clubBattlesChange } from '#server/kernel/announcements.ts'
import { createCoalescedCalls } from '#server/kernel/coalesced-calls.ts'
import { type Finding, noteCollected } from './queue.ts'
import { countGlitches } from './record-trouble.ts'
import { hastenProfiles, livelinessOfClub, livelinessOfLog, type TargetClass, track } from './targets.ts'

export type Collected = { tag: string; name: string; observedAt: Date }

/**
 * Collects a club outside its turn, for a visitor who asked. From now on the club is collected in turns of its own.
 * Throws GameApiError.
 */
export async function collectClub(
  context: Context,
  tag: string,
  options: CallOptions,
  trackedAs: TargetClass = 'searched',
): Promise<Collected> {
  const collected = await collectClubTarget(context, tag, options)
  await track(context, [{ kind: 'club', key: tag, class: trackedAs }])
  await noteCollected(context, { kind: 'club', key: tag, isHeldBack: collected.isHeldBack })
  return collected
}

/**
 * Asks the game for a club and stores what it says of the club and of all its members. The members are current through
 * their club and need no calls of their own. Throws GameApiError.
 */
export async function collectClubTarget(
  context: Context,
  tag: string,
  options: CallOptions,
): Promise<Collected & Finding> {
  const answer = await context.gameApi.getClub(tag, options)
  const { body, observedAt, maxAgeSeconds } = answer
  const { changedPlayers, heldBack } = await store(context, { answer, observed: { kind: 'club', body, observedAt } })
  await context.summarise({ clubs: [tag], players: changedPlayers })
  const isHeldBack = heldBack.includes(tag)
  const liveliness = isHeldBack ? 'calm' : livelinessOfClub(changedPlayers.length, body.members.length)
  return { tag, name: body.name, observedAt, maxAgeSeconds, liveliness, isHeldBack }
}

export type CollectedPlayer = Collected & { clubTag: string | null }

/**
 * Collects a player and the battle log outside their turns, for a visitor who asked. From now on both are collected in
 * turns of their own. Throws GameApiError.
 */
export async function collectPlayer(
  context: Context,
  tag: string,
  options: CallOptions,
  trackedAs: TargetClass = 'searched',
): Promise<CollectedPlayer> {
  const [profile, log] = await Promise.all([
    context.gameApi.getPlayer(tag, options),
    battleLogOf(context, tag, options),
  ])
  await storePlayer(context, profile, log)
  await track(context, [
    { kind: 'player', key: tag, class: trackedAs },
    { kind: 'battle-log', key: tag, class: trackedAs },
  ])
  await noteCollected(context, { kind: 'player', key: tag })
  if (log !== null) await noteCollected(context, { kind: 'battle-log', key: tag })
  const { body, observedAt } = profile
  return { tag: body.tag, name: body.name, observedAt, clubTag: body.club?.tag ?? null }
}

/** The battle log; null where the game does not give it. The profile is stored without it then. */
async function battleLogOf(
  { gameApi, log }: Context,
  tag: string,
  options: CallOptions,
): Promise<Answer<BattleLogAnswer> | null> {
  try {
    return await gameApi.getBattleLog(tag, options)
  } catch (error) {
    if (!(error instanceof GameApiError)) throw error
    if (error.kind !== 'not-found') log.warn({ tag, kind: error.kind }, 'battle log not collected')
    return null
  }
}

/** Asks the game for a player's profile alone and stores it. Throws GameApiError. */
export async function collectProfileTarget(context: Context, tag: string, options: CallOptions): Promise<Finding> {
  const before = await context.db.selectFrom('players').select('trophies').where('tag', '=', tag).executeTakeFirst()
  const profile = await context.gameApi.getPlayer(tag, options)
  const { body, observedAt, maxAgeSeconds } = profile
  await storePlayer(context, profile, null)
  // The club's own call keeps a member's trophies current: the profile adds little, however lively the player is.
  const isNews = before?.trophies !== body.trophies && !(await isTracked(context, body.club?.tag))
  return { observedAt, maxAgeSeconds, liveliness: isNews ? 'lively' : 'silent' }
}

async function isTracked({ db }: Context, clubTag = ''): Promise<boolean> {
  return (await db.selectFrom('clubs').select('tag').where('tag', '=', clubTag).executeTakeFirst()) !== undefined
}

/** Stores a profile, and a battle log with it. A club that nobody tracks yet is tracked. */
async function storePlayer(
  context: Context,
  profile: Answer<PlayerAnswer>,
  log: Answer<BattleLogAnswer> | null,
): Promise<void> {
  const { body, observedAt } = profile
  const observed = { kind: 'player', body, observedAt } as const
  const { newBattles } = await store(
    context,
    { answer: profile, observed },
    log === null ? undefined : observedLog(body.tag, log),
  )
  if (newBattles > 0) await announceBattles(context, body.tag)
  if (body.club) await track(context, [{ kind: 'club', key: body.club.tag, class: 'discovered' }])
  await context.summarise({ clubs: [], players: [body.tag] })
}

/** Asks the game for a player's battle log and stores it. Throws GameApiError. */
export async function collectBattleLogTarget(context: Context, tag: string, options: CallOptions): Promise<Finding> {
  const log = await context.gameApi.getBattleLog(tag, options)
  const { newBattles } = await store(context, observedLog(tag, log))
  if (newBattles > 0) await announceBattles(context, tag)
  await context.summarise({ clubs: [], players: [tag] })
  const { observedAt, maxAgeSeconds } = log
  return { observedAt, maxAgeSeconds, liveliness: livelinessOfLog(newBattles) }
}

/** The player's own answers are dropped with the summary; those about the club are made of its members' battles. */
async function announceBattles({ db, announcements }: Context, tag: string): Promise<void> {
  const player = await db.selectFrom('players').select('club_tag').where('tag', '=', tag).executeTakeFirst()
  if (player?.club_tag) announcements.announce([clubBattlesChange(player.club_tag)])
}

/** An answer of the game, and what it says in the terms of the history. */
type Observation = { answer: Answer<unknown>; observed: ObservedAnswer }

function observedLog(tag: string, answer: Answer<BattleLogAnswer>): Observation {
  const { body, observedAt } = answer
  return { answer, observed: { kind: 'battle-log', tag, body, observedAt } }
}

type Stored = { found: Ingested; answers: Answer<unknown>[] }

/** By answer. All who ask the game for the same at the same time get one answer between them. */
const storing = createCoalescedCalls<Stored>()

/** Stores an answer once, whoever else has got it, and in the same transaction the one that came with it. */
async function store(context: Context, first: Observation, second?: Observation): Promise<Ingested> {
  const both = second === undefined ? [first] : [first, second]
  const answers = both.map(({ answer }) => answer)
  const stored = await storing.join(first.answer, async () => {
    const found = await ingest(
      context.db,
      both.map(({ observed }) => observed),
    )
    const heldBack = found.heldBack.map(() => ({ kind: 'held back' as const }))
    const setAside = new Array(found.setAside).fill({ kind: 'set aside' as const })
    await countGlitches(context, [...answers.flatMap(({ glitches }) => glitches), ...heldBack, ...setAside])
    await hastenProfiles(context, found.fallen)
    return { found, answers }
  })
  // Somebody else has stored the first one without the second.
  if (second !== undefined && !stored.answers.includes(second.answer)) await store(context, second)
  return stored.found
}
