import { createHash } from 'node:crypto'
import * as z from 'zod'
import { battleFamily, battleFormat, isRankedMode, lobbyOf } from '#server/metrics/battle-lobby.ts'
import { TAG_ALPHABET } from '#shared/tag.ts'
import type { Battle, BattleFighter, BattleLogAnswer, Glitch, Parsed } from '../answers.ts'
import { eventSchema, gameMode, type ModeWords } from './catalogue.ts'
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

/** An entry, and the mode that was played. */
type Entry = z.output<typeof entrySchema> & { mode: string }

type Changes = Pick<Battle, 'trophyChange' | 'brawlerChanges'>

/** What the battle changed. The game leaves zeros out; where it tells one change for all, those of each are unknown. */
function changesOf(entry: Entry, { brawlers }: Participant): Changes {
  const told = entry.battle.trophyChange ?? null
  const each = brawlers.map(({ trophyChange }) => trophyChange ?? 0)
  const trophyChange = told ?? each.reduce((sum, change) => sum + change, 0)
  return { trophyChange, brawlerChanges: formatOf(entry) === 'duels' && told === null ? each : null }
}

/** Teams and their players in an order that does not depend on whose log it is. */
function sortTeams(teams: Participant[][]): Participant[][] {
  const lines = new Map(teams.map((team) => [team, team.map(line).sort().join()]))
  const sorted = teams.toSorted((one, other) => ((lines.get(one) ?? '') < (lines.get(other) ?? '') ? -1 : 1))
  return sorted.map((team) => team.toSorted((one, other) => (line(one) < line(other) ? -1 : 1)))
}

function toBattle(entry: Entry, unordered: Participant[][], own: Participant): Battle {
  const { battle, event, mode } = entry
  const teams = sortTeams(unordered)
  const participants = teams.flat()
  const team = teams.findIndex((each) => each.includes(own))
  const star = battle.starPlayer?.tag.toUpperCase()
  return {
    key: battleKey(entry.battleTime, event.id, participants),
    battleTime: entry.battleTime,
    eventId: event.id,
    mode,
    map: event.map,
    type: battle.type,
    family: battleFamily(battle.type, event.id),
    format: formatOf(entry),
    result: battle.result ?? null,
    rank: battle.rank,
    durationSeconds: battle.duration,
    ...changesOf(entry, own),
    teams: teams.map((each) => ({ lobby: teamLobby(entry, each, teams), fighters: each.map(fighterOf) })),
    own: { team, place: teams[team]?.indexOf(own) ?? 0 },
    star: star === undefined ? null : participants.findIndex((participant) => participant.tag === star),
  }
}

function formatOf({ mode, battle }: Entry) {
  return battleFormat({ mode: battle.mode === 'duels' ? 'duels' : mode, rank: battle.rank })
}

function fighterOf({ tag, brawlers }: Participant): BattleFighter {
  return {
    tag,
    brawlers: brawlers.map(({ id, power, trophies }) => ({
      id,
      power: nullWhenNegative(power),
      trophies: nullWhenNegative(trophies),
    })),
  }
}

/** Friendly battles have -1 where nothing is told. */
function nullWhenNegative(figure: number | null | undefined): number | null {
  return figure === null || figure === undefined || figure < 0 ? null : figure
}

/** The number of a league tells nothing of the lobby. */
function teamLobby({ battle }: Entry, team: Participant[], teams: Participant[][]) {
  const others = teams.length === 2 ? (teams.find((each) => each !== team) ?? []) : []
  const opponents = others.map(({ tag, brawlers }) => ({
    tag,
    trophies: isRankedMode(battle.type) ? null : nullWhenNegative(brawlers[0]?.trophies),
  }))
  return lobbyOf(team.length, opponents)
}

function entriesOf(items: unknown, words: ModeWords): Parsed<Entry[]> {
  // Entries have no key before their participants are read.
  const { body, glitches } = readItems(items, entrySchema, { path: 'items', longest: MOST_ENTRIES })
  const entries = body.map((entry) => ({ ...entry, mode: gameMode(entry.event, entry.battle.mode, words) }))
  return { body: entries, glitches }
}

/**
 * Reads `/players/{tag}/battlelog` for the player `tag` (canonical). Entries that cannot be read, that do not name the
 * player, or that stand there twice are set aside.
 * @throws UnusableAnswer `malformed`
 */
export function parseBattleLog(raw: unknown, tag: string, words: ModeWords): Parsed<BattleLogAnswer> {
  const { items } = readWhole(raw, z.object({ items: z.unknown() }), 'battle log')
  const { body: entries, glitches } = entriesOf(items, words)
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
  const teams = readTeams(entry, path, glitches)
  const own = teams.flat().find((participant) => participant.tag === tag)
  if (own) return toBattle(entry, teams, own)
  glitches.push({ path, kind: 'malformed', detail: 'player is not in this battle' })
  return null
}

/** Bots of friendly battles have tags of two or three letters, shorter than those of players. */
const PARTICIPANT_TAG = new RegExp(`^#[${TAG_ALPHABET}]{1,14}$`)

/** Real figures are far smaller. */
const MOST_FIGURE = 1_000_000

const brawlerSchema = z.object({
  id: count,
  /** Null for a brawler that was withdrawn since. */
  name: maybeName,
  /** -1 in friendly battles. */
  power: z.int().max(MOST_FIGURE).nullish().catch(null),
  trophies: z.int().max(MOST_FIGURE).nullish().catch(null),
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

/** Real battles have 11 at most, with a big brawler. */
const MOST_PARTICIPANTS = 30

/** The teams as lists of what is not read yet: players without teams fight each for themselves, or all against computers. */
function listed(entry: Entry): unknown[][] {
  const { teams, players, bigBrawler } = entry.battle
  const isAlone = formatOf(entry) !== 'teams'
  const without: unknown[] = Array.isArray(players) ? players : []
  const inTeams = Array.isArray(teams) ? teams.map((team): unknown[] => (Array.isArray(team) ? team : [team])) : []
  const lone = bigBrawler ? [[bigBrawler]] : []
  return [...inTeams, ...(isAlone ? without.map((player) => [player]) : [without]), ...lone]
}

/** The teams with every readable participant. The others are added to `glitches`. */
function readTeams(entry: Entry, path: string, glitches: Glitch[]): Participant[][] {
  let index = 0
  const read = (item: unknown): Participant[] => {
    const place = index++
    if (place >= MOST_PARTICIPANTS) return []
    const result = participantSchema.safeParse(item)
    if (result.success) return [result.data]
    glitches.push({ path: `${path}.participants.${place}`, kind: 'malformed', detail: 'unreadable participant' })
    return []
  }
  return listed(entry)
    .map((team) => team.flatMap(read))
    .filter((team) => team.length > 0)
}

function line(participant: Participant): string {
  const ids = participant.brawlers.map((brawler) => brawler.id).sort((a, b) => a - b)
  return `${participant.tag}:${ids.join('+')}`
}

/**
 * The key of a battle, the same in the log of every participant: a hash of its second, its event, and who played which
 * brawlers: 128 bits, written as a UUID. docs/game-api.md#battle-identity says why names are left out and brawlers
 * are in; result, rank and trophy change are left out since they differ by side.
 */
function battleKey(battleTime: Date, eventId: number, participants: Participant[]): string {
  const who = participants.map(line).sort()
  const text = [battleTime.toISOString(), eventId, ...who].join('|')
  const digits = createHash('sha256').update(text).digest('hex')
  return digits.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
