import type { Logger } from 'pino'
import type { Database } from '#server/database/database.ts'
import { createStorage, type Storage } from '#server/database/storage.ts'
import { createNotedVisits, type NotedVisits } from '#server/directory/noted-visits.ts'
import type { GameApi } from '#server/game/game-api.ts'
import { type Announcements, createAnnouncements } from '#server/kernel/announcements.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { type Counters, createCounters, createTraffic, type Traffic } from '#server/kernel/counters.ts'
import { createMemory, type Memory } from '#server/kernel/memory.ts'
import { readTexts, type Texts } from '#server/kernel/texts.ts'
import type { EntityType } from '#shared/tag.ts'
import type { Config } from './config.ts'

/** Facts of this installation that pages and calls show. They do not change while it runs. */
type Installation = {
  /** Whether the figures come from the simulated world of the demo provider. */
  demo: boolean
  exampleClubTag: string | null
  examplePlayerTag: string | null
  /** The first tag in a new visitor's search history. */
  defaultPlayerTag: string | null
}

/** How much of the demo's history is filled in. */
export type HistoryProgress = { daysDone: number; daysTotal: number }

/** The filling of the demo's history, in the process that does it. */
export type DemoHistory = {
  /** Null when the history is complete. */
  progress(): HistoryProgress | null
  /** Fills the history of one club or player before that of the others. */
  ahead(type: EntityType, tag: string): Promise<void>
}

/** The clubs and players of whom something new was stored. */
export type Renewed = { clubs: readonly string[]; players: readonly string[] }

/** Everything that the parts of the server work with. It is their first argument, and they reach nothing in another way. */
export type Context = {
  config: Config
  installation: Installation
  db: Database
  gameApi: GameApi
  clock: Clock
  log: Logger
  counters: Counters
  traffic: Traffic
  storage: Storage
  /** Visits that are not written yet. */
  visits: NotedVisits
  /** What this process keeps of the store. */
  memory: Memory
  /** The texts of mails, posts, pictures and feeds in each language. */
  texts: Texts
  /** Tells what was stored anew, so that answers made of it are dropped. */
  announcements: Announcements
  /** Renews the summaries that browse, search and the dashboard read, and announces the change. Never fails. */
  summarise(renewed: Renewed): Promise<void>
  demoHistory: DemoHistory | null
}

export type ProcessState = Pick<
  Context,
  'counters' | 'traffic' | 'storage' | 'visits' | 'memory' | 'texts' | 'announcements'
>

/** What one process keeps in memory, as it is when the process starts. */
export function createProcessState(clock: Clock, texts = readTexts()): ProcessState {
  return {
    counters: createCounters(),
    traffic: createTraffic(),
    storage: createStorage(),
    visits: createNotedVisits(clock),
    memory: createMemory(),
    texts,
    announcements: createAnnouncements(),
  }
}
