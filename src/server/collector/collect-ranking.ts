import type { Context } from '#server/context.ts'
import type { Glitch, Observed } from '#server/game/answers.ts'
import type { CallOptions } from '#server/game/game-api.ts'
import { learnModes, MODE_WORDS } from '#server/game/payloads/catalogue.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { storedModes } from '#server/history/ingest/write-catalogue.ts'
import { META_CHANGE, RANKINGS_CHANGE } from '#server/kernel/announcements.ts'
import type { Finding } from './queue.ts'
import { countGlitches } from './record-trouble.ts'
import { type Target, track } from './targets.ts'

/** Which ranking, as it is stored. `brawlerId` is 0 but for the ranking of one brawler. */
export type RankingName = { type: 'players' | 'clubs' | 'brawlers'; country: string; brawlerId: number }

/**
 * Asks the game for a ranking, stores and announces it, and has it and everyone in it tracked. Returns when the game was
 * asked. Throws GameApiError.
 */
export async function collectRanking(context: Context, name: RankingName, options: CallOptions): Promise<Date> {
  const { answer, glitches } = await askForRanking(context, name, options)
  await ingest(context.db, [answer])
  await countGlitches(context, glitches)
  const tags = answer.body.map((row) => row.tag)
  const kind = name.type === 'clubs' ? 'club' : 'player'
  await track(context, [rankingTarget(name), ...tags.map((key): Target => ({ kind, key, class: 'ranked' }))])
  // The ranking of a brawler stores nobody new: its players come with their own profiles.
  const clubs = name.type === 'clubs' ? tags : []
  const players = name.type === 'players' ? tags : []
  await context.summarise({ clubs, players })
  context.announcements.announce([RANKINGS_CHANGE])
  return answer.observedAt
}

/** The ranking itself as something to collect again. */
export function rankingTarget({ type, country, brawlerId }: RankingName): Target {
  if (type === 'brawlers') return { kind: 'brawler-ranking', key: `${country}/${brawlerId}`, class: 'ranked' }
  return { kind: type === 'clubs' ? 'club-ranking' : 'player-ranking', key: country, class: 'ranked' }
}

type Asked = { answer: Observed<'club-ranking' | 'player-ranking' | 'brawler-ranking'>; glitches: Glitch[] }

async function askForRanking({ gameApi }: Context, name: RankingName, options: CallOptions): Promise<Asked> {
  const { type, country, brawlerId } = name
  if (type === 'clubs') {
    const { glitches, body, observedAt } = await gameApi.getClubRanking(country, options)
    return { answer: { kind: 'club-ranking', country, body, observedAt }, glitches }
  }
  if (type === 'players') {
    const { glitches, body, observedAt } = await gameApi.getPlayerRanking(country, options)
    return { answer: { kind: 'player-ranking', country, body, observedAt }, glitches }
  }
  const { glitches, body, observedAt } = await gameApi.getBrawlerRanking(country, brawlerId, options)
  return { answer: { kind: 'brawler-ranking', country, brawlerId, body, observedAt }, glitches }
}

/** Asks the game for its brawlers and stores them; one that was withdrawn is kept. Throws GameApiError. */
export async function collectBrawlers(context: Context, options: CallOptions): Promise<number> {
  const { body, observedAt, glitches } = await context.gameApi.getBrawlers(options)
  await ingest(context.db, [{ kind: 'brawlers', body, observedAt }])
  await countGlitches(context, glitches)
  return body.length
}

/** Asks the game which events can be played now, stores and announces them. Throws GameApiError. */
export async function collectRotation(context: Context, options: CallOptions): Promise<Finding> {
  const { body, observedAt, glitches, maxAgeSeconds } = await context.gameApi.getRotation(options)
  await ingest(context.db, [{ kind: 'rotation', body, observedAt }])
  await countGlitches(context, glitches)
  context.announcements.announce([META_CHANGE])
  return { observedAt, maxAgeSeconds, liveliness: 'calm' }
}

/** Asks the game for its modes, stores them, and reads battles with their names from now on. Throws GameApiError. */
export async function collectGameModes(context: Context, options: CallOptions): Promise<Finding> {
  const { body, observedAt, glitches, maxAgeSeconds } = await context.gameApi.getGameModes(options)
  await ingest(context.db, [{ kind: 'gamemodes', body, observedAt }])
  await countGlitches(context, glitches)
  learnModes(context.memory(MODE_WORDS), body)
  return { observedAt, maxAgeSeconds, liveliness: 'calm' }
}

/** Takes in the modes that are stored: at the start of a process, and then whatever another process has stored. */
export async function learnStoredModes({ db, memory }: Pick<Context, 'db' | 'memory'>): Promise<void> {
  learnModes(memory(MODE_WORDS), await storedModes(db))
}
