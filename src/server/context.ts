import type { Logger } from 'pino'
import type { Database } from '#server/database/connection.ts'
import type { GameApi } from '#server/game/client.ts'
import type { Announcements } from '#server/kernel/announcements.ts'
import type { Clock } from '#server/kernel/clock.ts'
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

/** Everything a slice works with. Always the first argument; nothing is reached any other way. */
export type Context = {
  config: Config
  installation: Installation
  db: Database
  gameApi: GameApi
  clock: Clock
  log: Logger
  /** Renews what browse and the dashboard read of these; called after each collection. */
  summarise(renewed: Renewed): Promise<void>
  /** Where it is announced that something new was stored; answers made of it before are dropped. */
  changes: Announcements
  demoHistory: DemoHistory | null
}
