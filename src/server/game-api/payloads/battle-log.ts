import * as z from 'zod'
import { battleKey } from './battle-key.ts'
import { type Participant, readParticipants } from './battle-participants.ts'
import { gameTime, maybeCount, maybeName } from './fields.ts'
import { eventSchema, gameMode } from './game-mode.ts'
import { type Glitch, type Parsed, readItems, readWhole } from './glitch.ts'
import { UnusableAnswer } from './unusable-answer.ts'

/** A log holds the 25 newest. */
const MOST_ENTRIES = 200

const entrySchema = z.object({
  battleTime: gameTime,
  event: eventSchema,
  battle: z.object({
    mode: maybeName,
    type: maybeName,
    result: z.enum(['victory', 'defeat', 'draw']).nullish().catch(null),
    rank: maybeCount,
    duration: maybeCount,
    trophyChange: z.int().nullish(),
    starPlayer: z.object({ tag: z.string() }).nullish().catch(undefined),
    teams: z.unknown().optional(),
    players: z.unknown().optional(),
    bigBrawler: z.unknown().optional(),
  }),
})

type Entry = z.output<typeof entrySchema>

/** One battle as the queried player saw it. */
export type Battle = {
  /** Its end or thereabouts, to the second; not unique for a player. */
  battleTime: Date
  eventId: number
  mode: string
  map: string | null
  /** `ranked` is the trophy ladder, `soloRanked` and `teamRanked` the Ranked queue; null against computers. */
  type: string | null
  result: 'victory' | 'defeat' | 'draw' | null
  /** Place, 1 the best; only in showdowns. */
  rank: number | null
  durationSeconds: number | null
  /** 0 when absent, as the game leaves zeros out. In duels the sum over the player's own brawlers. */
  trophyChange: number
  isLadder: boolean
  /** Null where the mode or the entry names no star player. */
  starPlayer: boolean | null
  /** The player's brawler, in duels the first of three; null when unknown. */
  brawlerId: number | null
  brawlerName: string | null
  /** Before the battle. Null in friendly battles and in the Ranked queue, where the figure is no number of trophies. */
  brawlerTrophies: number | null
  /** Tags of all who took part, bots included, sorted. */
  participants: string[]
  /** See `battleKey`: the same in every participant's log. */
  key: string
}

/** Newest first, as sent. */
export type BattleLogAnswer = { battles: Battle[] }

function isLadder(entry: Entry): boolean {
  return entry.battle.type === 'ranked'
}

function trophyChange(entry: Entry, own: Participant): number {
  const perBrawler = own.brawlers.reduce((sum, brawler) => sum + (brawler.trophyChange ?? 0), 0)
  return entry.battle.trophyChange ?? perBrawler
}

function starPlayer(entry: Entry, tag: string): boolean | null {
  const star = entry.battle.starPlayer
  return star ? star.tag.toUpperCase() === tag : null
}

function brawlerTrophies(entry: Entry, own: Participant): number | null {
  const trophies = own.brawlers[0]?.trophies ?? null
  const isQueue = entry.battle.type === 'soloRanked' || entry.battle.type === 'teamRanked'
  return isQueue || trophies === null || trophies < 0 ? null : trophies
}

function toBattle(entry: Entry, participants: Participant[], own: Participant): Battle {
  const brawler = own.brawlers[0]
  return {
    battleTime: entry.battleTime,
    eventId: entry.event.id,
    mode: gameMode(entry.event, entry.battle.mode),
    map: entry.event.map,
    type: entry.battle.type,
    result: entry.battle.result ?? null,
    rank: entry.battle.rank,
    durationSeconds: entry.battle.duration,
    trophyChange: trophyChange(entry, own),
    isLadder: isLadder(entry),
    starPlayer: starPlayer(entry, own.tag),
    brawlerId: brawler?.id ?? null,
    brawlerName: brawler?.name ?? null,
    brawlerTrophies: brawlerTrophies(entry, own),
    participants: participants.map((participant) => participant.tag).sort(),
    key: battleKey(entry.battleTime, entry.event.id, participants),
  }
}

/** The unique path of an entry within the list: entries have no key before their participants are read. */
function entriesOf(items: unknown): Parsed<Entry[]> {
  let position = 0
  return readItems(items, entrySchema, { path: 'items', longest: MOST_ENTRIES, key: () => position++ })
}

/**
 * Reads `/players/{tag}/battlelog` for the player `tag` (canonical). Entries that cannot be read, do not hold the
 * player, or stand there twice, are set aside.
 * @throws UnusableAnswer `malformed`
 */
export function parseBattleLog(raw: unknown, tag: string): Parsed<BattleLogAnswer> {
  const { items } = readWhole(raw, z.object({ items: z.unknown() }), 'battle log')
  const { body: entries, glitches } = entriesOf(items)
  if (entries.length === 0 && glitches.length > 0)
    throw new UnusableAnswer('malformed', 'no entry of the log is readable')
  const battles = new Map<string, Battle>()
  for (const entry of entries) {
    const path = `items.${entry.battleTime.toISOString()}`
    const battle = readBattle(entry, tag, path, glitches)
    if (battle && battles.has(battle.key)) glitches.push({ path, kind: 'duplicate', detail: 'same battle twice' })
    else if (battle) battles.set(battle.key, battle)
  }
  return { body: { battles: [...battles.values()] }, glitches }
}

function readBattle(entry: Entry, tag: string, path: string, glitches: Glitch[]): Battle | null {
  const participants = readParticipants(entry.battle, path, glitches)
  const own = participants.find((participant) => participant.tag === tag)
  if (own) return toBattle(entry, participants, own)
  glitches.push({ path, kind: 'malformed', detail: 'player is not in this battle' })
  return null
}
