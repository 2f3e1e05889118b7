import { FIRST_BRAWLER_ID } from '../world/brawler-names.ts'
import type { Seconds } from '../world/time.ts'
import type { World } from '../world/world.ts'
import { type Answer, NOT_FOUND, ok } from './answer.ts'
import { catalogueAt } from './brawler-catalogue.ts'
import { pageAnswer } from './page-answer.ts'

const MAX_AGE = 3600

/** Game modes by the game's own number; some have no name. */
const GAME_MODES: readonly [number, string | null][] = [
  [0, 'GEM GRAB'],
  [2, 'HEIST'],
  [3, 'BOUNTY'],
  [5, 'BRAWL BALL'],
  [6, 'SOLO SHOWDOWN'],
  [7, 'BIG GAME'],
  [8, 'ROBO RUMBLE'],
  [9, 'DUO SHOWDOWN'],
  [10, 'BOSS FIGHT'],
  [14, 'TAKEDOWN'],
  [16, 'PRESENT PLUNDER'],
  [17, 'HOT ZONE'],
  [20, 'KNOCKOUT'],
  [21, 'CARRY THE GIFT'],
  [22, 'BASKET BRAWL'],
  [23, 'VOLLEY BRAWL'],
  [24, 'DUELS'],
  [25, 'WIPEOUT'],
  [26, 'PAYLOAD'],
  [27, 'BOT DROP'],
  [28, 'HUNTERS'],
  [31, 'WIPEOUT 5V5'],
  [32, 'BRAWL BALL 5V5'],
  [33, 'GEM GRAB 5V5'],
  [34, 'TROPHY ESCAPE'],
  [35, 'KNOCKOUT 5V5'],
  [37, 'PAINT BRAWL'],
  [38, 'TRIO SHOWDOWN'],
  [45, 'BRAWL HOCKEY'],
  [48, 'BRAWL ARENA'],
  [61, 'LAST STAND'],
  [73, null],
  [74, null],
]

export function brawlersAnswer(world: World, at: Seconds, query: URLSearchParams): Answer {
  return pageAnswer(
    catalogueAt(world, at).map((entry) => JSON.stringify(entry)),
    query,
    MAX_AGE,
  )
}

export function brawlerAnswer(world: World, at: Seconds, index: number): Answer {
  const entry = catalogueAt(world, at).find(({ id }) => id === FIRST_BRAWLER_ID + index)
  return entry === undefined ? NOT_FOUND : ok(entry, MAX_AGE)
}

export function gameModesAnswer(query: URLSearchParams): Answer {
  return pageAnswer(
    GAME_MODES.map(([id, name]) => JSON.stringify({ id, name })),
    query,
    MAX_AGE,
  )
}
