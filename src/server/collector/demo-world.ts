import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { mergeSetting, readSetting, writeSetting } from '#server/database/settings.ts'
import type { Tables } from '#server/database/tables.ts'
import { DAY_MS } from '#shared/days.ts'
import { DEMO_WORLD_VERSION } from '#shared/demo-world.ts'

/** Days of the simulated world before its history is kept, so that clubs differ when the history begins. */
const WARM_UP_DAYS = 10

export type DemoSettings = {
  /** When the simulated world began. */
  epoch: Date
  /** Since when history is kept. */
  historyFrom: Date
  /** Up to when it is complete. */
  filledUntil: Date
}

type World = { version: number; clubs: number }

/** For a setting that stays as it was first written. */
const IF_NEW = sql`false`

type Parts = Pick<Context, 'db' | 'log' | 'clock'>

/** The settings that the first start in demo mode stored. This call stores them when it is the first. */
export async function demoSettings(
  db: Database,
  now: Date,
  historyDays: number,
  world: World | null = null,
): Promise<DemoSettings> {
  const from = new Date(now.getTime() - historyDays * DAY_MS).toISOString()
  const epoch = new Date(now.getTime() - (historyDays + WARM_UP_DAYS) * DAY_MS).toISOString()
  const first = { epoch, historyFrom: from, filledUntil: from, world }
  await writeSetting(db, 'demo', first, IF_NEW)
  const times = (await readSetting(db, 'demo')) ?? first
  return {
    epoch: new Date(times.epoch),
    historyFrom: new Date(times.historyFrom),
    filledUntil: new Date(times.filledUntil),
  }
}

type Installed = Pick<Config, 'DEMO_CLUBS' | 'DEMO_HISTORY_DAYS'>

/**
 * The settings of the world that this program simulates. Where the store holds another one, what was collected from that is
 * deleted first, and the log says so; what people entered stays. Data of the real game are never deleted.
 */
export function openDemoWorld({ db, log, clock }: Parts, installed: Installed): Promise<DemoSettings> {
  const world: World = { version: DEMO_WORLD_VERSION, clubs: installed.DEMO_CLUBS }
  return db.transaction().execute(async (transaction) => {
    const read = () => demoSettings(transaction, clock.now(), installed.DEMO_HISTORY_DAYS, world)
    await read()
    // The lock lets one of several processes do it.
    await transaction.selectFrom('settings').select('key').where('key', '=', 'demo').forUpdate().execute()
    const settings = await read()
    const stored = (await readSetting(transaction, 'demo'))?.world
    if (stored?.version === world.version && stored.clubs === world.clubs) return settings
    if ((await readSetting(transaction, 'real game')) !== undefined) {
      log.error({ stored, world }, 'the store holds another demo world, and data of the real game: nothing is deleted')
      return settings
    }
    log.warn({ stored, world }, 'the store holds another demo world: it begins anew, and accounts stay')
    const collected = Object.entries(IS_COLLECTED).flatMap(([table, is]) => (is ? [sql.table(table)] : []))
    await sql`truncate ${sql.join(collected)}`.execute(transaction)
    await transaction.deleteFrom('settings').where('key', 'in', ['demo', 'raw_history']).execute()
    return read()
  })
}

/** Notes up to when the history is filled, so that the next start goes on from there. */
export async function noteFilled(db: Database, filledUntil: Date): Promise<void> {
  await mergeSetting(db, 'demo', { filledUntil: filledUntil.toISOString() })
}

/** Notes that the store holds data of the real game, or imported ones that may be: no demo may delete them. */
export async function noteRealGame(db: Database): Promise<void> {
  await writeSetting(db, 'real game', true, IF_NEW)
}

/**
 * Whether a table holds what was collected from the game, or what is computed from that. The others hold what people entered
 * or asked for, and what guards that.
 */
const IS_COLLECTED: Record<keyof Tables, boolean> = {
  absences: false,
  announcements: false,
  api_keys: false,
  arrivals: true,
  battle_log_coverage: true,
  battle_maps: true,
  battles: true,
  brawler_players: true,
  brawlers: true,
  club_answers: true,
  club_channels: false,
  club_goals: false,
  club_members: true,
  club_months: true,
  club_notices: false,
  club_profiles: true,
  club_resets: true,
  club_reviews: true,
  club_rules: false,
  club_staff: false,
  club_summaries: true,
  clubs: true,
  collection_targets: true,
  desk_log: false,
  discord_links: false,
  due_battle_months: true,
  due_brawler_players: true,
  due_meta_weeks: true,
  due_replays: true,
  entity_counts: true,
  favourites: false,
  forecast_fits: true,
  former_names: true,
  game_modes: true,
  glitches: true,
  guest_sessions: false,
  hourly_work: true,
  incidents: true,
  known_sign_ins: false,
  linked_players: false,
  login_tries: false,
  mail_links: false,
  member_marks: false,
  meta_turns: true,
  meta_weeks: true,
  outbox: false,
  player_answers: true,
  player_battle_months: true,
  player_battles: true,
  player_months: true,
  player_profiles: true,
  player_resets: true,
  player_reviews: true,
  player_summaries: true,
  players: true,
  proofs: false,
  queue_decisions: false,
  rankings: true,
  roster_events: true,
  rotation_events: true,
  send_limits: false,
  settings: false,
  throttle_windows: false,
  tombstones: false,
  trophy_counts: true,
  user_sessions: false,
  user_visits: false,
  users: false,
  visits: true,
  week_mails: false,
  week_reports: true,
}
