import type { Logger } from 'pino'
import type { Database } from '#server/database/database.ts'
import { createStorage, type Storage } from '#server/database/storage.ts'
import { createNotedVisits, type NotedVisits } from '#server/directory/noted-visits.ts'
import type { GameApi } from '#server/game/game-api.ts'
import { type Announcements, createAnnouncements } from '#server/kernel/announcements.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { type Counters, createCounters, createTraffic, type Traffic } from '#server/kernel/counters.ts'
import type { EntityType } from '#shared/tag.ts'
import type { Config } from './config.ts'

/** What this installation is: facts of the start that pages and calls show. */
export type Installation = {
  /** The figures come from the simulated world of the demo provider. */
  demo: boolean
  exampleClubTag: string | null
  examplePlayerTag: string | null
  /** The one tag of a new visitor's search history. */
  defaultPlayerTag: string | null
}

/** How far the demo's history is, while it is being filled. */
export type HistoryProgress = { daysDone: number; daysTotal: number }

/** In demo mode, while the history is being filled: how far it is, and what fills one entity before the others. */
export type DemoHistory = {
  progress(): HistoryProgress | null
  ahead(type: EntityType, tag: string): Promise<void>
}

/** Clubs and players of whom something new was stored. */
export type Renewed = { clubs: readonly string[]; players: readonly string[] }

/** Everything that the server's parts work with, as the first argument. Nothing is reached in another way. */
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
  /** Says what new was stored. Whoever keeps answers that were made of it drops them. */
  announcements: Announcements
  /** Renews what browse, search and the dashboard read of these; called after each collection. */
  summarise(renewed: Renewed): Promise<void>
  demoHistory: DemoHistory | null
}

type ProcessState = Pick<Context, 'counters' | 'traffic' | 'storage' | 'visits' | 'announcements'>

/** What one process keeps in memory, as it is at the start. */
export function createProcessState(clock: Clock): ProcessState {
  return {
    counters: createCounters(),
    traffic: createTraffic(),
    storage: createStorage(),
    visits: createNotedVisits(clock),
    announcements: createAnnouncements(),
  }
}
