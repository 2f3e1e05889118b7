import { createHash } from 'node:crypto'
import * as z from 'zod'
import { TAG_ALPHABET } from '#shared/tag.ts'
import type { Battle, BattleLogAnswer, Glitch, Parsed } from '../answers.ts'
import { eventSchema, gameMode } from './catalogue.ts'
import { count, gameTime, maybeCount, maybeName, readItems, readWhole, UnusableAnswer } from './parsing.ts'

/** A log holds the 25 newest battles. */
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

/** Entries have no key before their participants are read, so each gets one of its own. */
function entriesOf(items: unknown): Parsed<Entry[]> {
  let position = 0
  return readItems(items, entrySchema, { path: 'items', longest: MOST_ENTRIES, key: () => position++ })
}

/**
 * Reads `/players/{tag}/battlelog` for the player `tag` (canonical). Entries that cannot be read, that do not name the
 * player, or that stand there twice are set aside.
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

/** Bots of friendly battles have tags of two or three letters, shorter than those of players. */
const PARTICIPANT_TAG = new RegExp(`^#[${TAG_ALPHABET}]{1,14}$`)

const brawlerSchema = z.object({
  id: count,
  /** Null for a brawler that was withdrawn since. */
  name: maybeName,
  /** -1 in friendly battles. */
  trophies: z.int().nullish().catch(null),
  /** Only in duels, which count each brawler. */
  trophyChange: z.int().nullish(),
})

const participantSchema = z
  .object({
    tag: z.string().toUpperCase().regex(PARTICIPANT_TAG),
    brawler: brawlerSchema.nullish().catch(null),
    brawlers: z.array(brawlerSchema).max(10).nullish(),
  })
  .transform(({ tag, brawler, brawlers }) => ({ tag, brawlers: brawlers ?? (brawler ? [brawler] : []) }))

/** A player of a battle: with one brawler, with three in duels, with none when it is unknown. */
type Participant = z.output<typeof participantSchema>

/** The parts of a battle that list players: teams, players, and the big brawler of older battles. */
type ParticipantLists = { teams?: unknown; players?: unknown; bigBrawler?: unknown }

/** Real battles have 11 at most, with a big brawler. */
const MOST_PARTICIPANTS = 30

function listed(lists: ParticipantLists): unknown[] {
  const teams = Array.isArray(lists.teams) ? lists.teams.flat(1) : []
  const players = Array.isArray(lists.players) ? lists.players : []
  const lone = lists.bigBrawler ? [lists.bigBrawler] : []
  return [...teams, ...players, ...lone].slice(0, MOST_PARTICIPANTS)
}

/** Every readable participant of a battle. The others are added to `glitches`. */
function readParticipants(lists: ParticipantLists, path: string, glitches: Glitch[]): Participant[] {
  return listed(lists).flatMap((item, index) => {
    const result = participantSchema.safeParse(item)
    if (result.success) return [result.data]
    glitches.push({ path: `${path}.participants.${index}`, kind: 'malformed', detail: 'unreadable participant' })
    return []
  })
}

function line(participant: Participant): string {
  const ids = participant.brawlers.map((brawler) => brawler.id).sort((a, b) => a - b)
  return `${participant.tag}:${ids.join('+')}`
}

/**
 * The key of a battle, the same in the log of every participant: a hash of its second, its event, and who played which
 * brawlers. 22 letters of base64url (128 bits). docs/game-api.md#battle-identity says why names are left out and brawlers
 * are in; result, rank and trophy change are left out since they differ by side.
 */
function battleKey(battleTime: Date, eventId: number, participants: Participant[]): string {
  const who = participants.map(line).sort()
  const text = [battleTime.toISOString(), eventId, ...who].join('|')
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
