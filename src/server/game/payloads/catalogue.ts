import * as z from 'zod'
import type { Keeping } from '#server/kernel/memory.ts'
import type { Brawler, GameMode, Parsed, ScheduledEvent } from '../answers.ts'
import { count, gameTime, maybeName, name, readItems, readWhole } from './parsing.ts'

/** Modes by their number, as the game listed them on 2026-04-13 (docs/game-api.md#modes). */
const MODE_BY_ID: Record<number, string> = {
  0: 'gemGrab',
  2: 'heist',
  3: 'bounty',
  5: 'brawlBall',
  6: 'soloShowdown',
  7: 'bigGame',
  8: 'roboRumble',
  9: 'duoShowdown',
  10: 'bossFight',
  11: 'spiritWars',
  14: 'takedown',
  16: 'presentPlunder',
  17: 'hotZone',
  20: 'knockout',
  21: 'holdTheTrophy',
  22: 'basketBrawl',
  23: 'volleyBrawl',
  24: 'duels',
  25: 'wipeout',
  26: 'payload',
  27: 'botDrop',
  28: 'hunters',
  31: 'wipeout5V5',
  32: 'brawlBall5V5',
  33: 'gemGrab5V5',
  34: 'trophyEscape',
  35: 'knockout5V5',
  37: 'paintBrawl',
  38: 'trioShowdown',
  40: 'soulCollector',
  41: 'cleaningDuty',
  45: 'brawlHockey',
  48: 'brawlArena',
  55: 'tokenRun',
  61: 'megaBoss',
}

/** Words for further numbers, from the game's own list of modes: battles and events are read with them. */
export type ModeWords = Map<number, string>

/** The words that this process has learnt. */
export const MODE_WORDS: Keeping<ModeWords> = { begin: () => new Map() }

/** Takes in the game's list of modes. */
export function learnModes(words: ModeWords, modes: readonly GameMode[]): void {
  for (const { id, name } of modes) if (name !== null) words.set(id, modeWord(name))
}

/** A name as a word of the game's API: `TOKEN RUN` is `tokenRun`, `KNOCKOUT 2V2` is `knockout2V2`. */
function modeWord(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const [first = 'unknown', ...rest] = words.map((word) => word.toLowerCase())
  const joined = rest.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
  return `${first}${joined}`.replaceAll(/(\d)v(\d)/g, '$1V$2')
}

/** The event of a battle. Id 0 without a map is a community map. */
export const eventSchema = z.object({
  id: count,
  mode: maybeName,
  modeId: z.int().nullish().catch(null),
  map: maybeName,
})

type GameEvent = z.output<typeof eventSchema>

/**
 * The mode that was played: the event's own word, else the word for its number, else the battle's word. The battle's
 * word comes last, since it differs from the event's in a quarter of the battles (docs/game-api.md#modes).
 */
export function gameMode(event: GameEvent, battleMode: string | null, words: ModeWords): string {
  if (event.mode !== null && event.mode !== 'unknown') return event.mode
  const number = event.modeId ?? -1
  return MODE_BY_ID[number] ?? words.get(number) ?? battleMode ?? 'unknown'
}

/** The number of a mode by its word, the other way round; null for a word that the game has not listed. */
export function numberOfMode(word: string, words: ModeWords): number | null {
  for (const [number, known] of words) if (known === word) return number
  const [number] = Object.entries(MODE_BY_ID).find(([, known]) => known === word) ?? []
  return number === undefined ? null : Number(number)
}

const MOST_BRAWLERS = 1_000

const accessories = z
  .array(z.object({ id: count, name }))
  .nullish()
  .transform((list) => list ?? [])
  .catch([])

const brawlerSchema = z.object({
  id: count,
  name,
  gadgets: accessories,
  starPowers: accessories,
  hyperCharges: accessories,
})

/** Reads `/brawlers`, which are sorted by id, with gaps. @throws UnusableAnswer `malformed` */
export function parseBrawlers(raw: unknown): Parsed<Brawler[]> {
  const { items } = readWhole(raw, z.object({ items: z.unknown() }), 'brawlers')
  return readItems(items, brawlerSchema, { path: 'items', longest: MOST_BRAWLERS, key: (brawler) => brawler.id })
}

const MOST_EVENTS = 200

const scheduledSchema = z
  .object({ startTime: gameTime, endTime: gameTime, event: eventSchema })
  .refine(({ startTime, endTime }) => startTime < endTime, 'ends before it starts')

const MOST_MODES = 1_000

/** Reads `/gamemodes`. @throws UnusableAnswer `malformed` */
export function parseGameModes(raw: unknown): Parsed<GameMode[]> {
  const { items } = readWhole(raw, z.object({ items: z.unknown() }), 'gamemodes')
  const mode = z.object({ id: count, name: maybeName })
  return readItems(items, mode, { path: 'items', longest: MOST_MODES, key: ({ id }) => id })
}

/**
 * Reads `/events/rotation`, a bare list or one within `items`: what the game offers to play now.
 * @throws UnusableAnswer `malformed`
 */
export function parseRotation(raw: unknown, words: ModeWords): Parsed<ScheduledEvent[]> {
  const list = Array.isArray(raw) ? raw : readWhole(raw, z.object({ items: z.unknown() }), 'rotation').items
  const { body, glitches } = readItems(list, scheduledSchema, {
    path: 'events',
    longest: MOST_EVENTS,
    key: ({ event, startTime }) => `${event.id} ${startTime.getTime()}`,
  })
  const events = body.map(({ startTime, endTime, event }) => {
    return { id: event.id, mode: gameMode(event, null, words), map: event.map, startsAt: startTime, endsAt: endTime }
  })
  return { body: events, glitches }
}
