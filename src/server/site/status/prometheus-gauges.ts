import { Gauge, type Registry } from 'prom-client'
import type { Context } from '#server/context.ts'
import type { Traffic } from '#server/kernel/counters.ts'
import type { Status } from './read-status.ts'

type Game = ReturnType<Context['gameApi']['status']>

/** The state of the game's API and our calls of it, all tokens together. */
const OF_THE_GAME: Record<string, { help: string; of: (game: Game) => number }> = {
  delphin_game_calls_last_minute: { help: 'Calls of the game', of: (game) => game.callsLastMinute },
  delphin_game_calls_per_second_allowed: { help: 'Calls allowed now', of: (game) => game.callsPerSecond },
  delphin_game_calls_used: { help: 'Calls made within the last second', of: (game) => game.usedThisSecond },
  delphin_game_calls_left: { help: 'Calls that may be made within this second', of: (game) => game.leftThisSecond },
  delphin_game_calls_waiting: { help: 'Calls waiting for their turn', of: (game) => game.queued },
  delphin_game_trouble: {
    help: '1 while the game does not serve us as it should',
    of: (game) => (game.state === 'ok' ? 0 : 1),
  },
  delphin_game_circuit_open: {
    help: '1 while the game is tried only now and then after failures in a row',
    of: (game) => (game.breaker === 'open' ? 1 : 0),
  },
  delphin_game_maintenance: {
    help: '1 while the game is in maintenance',
    of: ({ gate }) => (gate === 'closed' ? 1 : 0),
  },
}

const OF_THE_SITE: Record<string, { help: string; of: (traffic: Traffic) => number }> = {
  delphin_http_requests_in_flight: { help: 'Requests being answered', of: (traffic) => traffic.inFlight },
  delphin_http_shedding: {
    help: 'What is refused: 1 all costly work, 2 also answers that are not ready, 3 everything',
    of: (traffic) => traffic.shedding,
  },
  delphin_loop_delay_seconds: {
    help: 'How long the event loop was lately kept waiting, as the shedding of load sees it',
    of: (traffic) => traffic.loopDelayMs / 1000,
  },
  delphin_store_delay_seconds: {
    help: 'How long a statement that does nothing lately took, as the shedding of load sees it',
    of: (traffic) => traffic.storeDelayMs / 1000,
  },
}

/** Gauges that cost nothing to read. They are read when Prometheus asks. */
export function liveGauges(registry: Registry, context: Context): void {
  addAll(registry, OF_THE_GAME, () => context.gameApi.status())
  addAll(registry, OF_THE_SITE, () => context.traffic)
}

function addAll<T>(
  registry: Registry,
  table: Record<string, { help: string; of: (from: T) => number }>,
  read: () => T,
) {
  for (const [name, { help, of }] of Object.entries(table)) {
    const gauge: Gauge = new Gauge({ name, help, registers: [registry], collect: () => gauge.set(of(read())) })
  }
}

/** Gauges of the status, in the units that their names say. */
const GAUGES: Record<string, { help: string; of: (status: Status) => number | null }> = {
  delphin_tracked_clubs: { help: 'Clubs that are stored', of: (status) => status.tracked_clubs },
  delphin_tracked_players: { help: 'Players that are stored', of: (status) => status.tracked_players },
  delphin_observation_age_median_seconds: {
    help: 'Half of the tracked clubs and players were seen this long ago or less',
    of: (status) => status.observation_age_seconds.median,
  },
  delphin_observation_age_p95_seconds: {
    help: 'All but one in twenty were seen this long ago or less',
    of: (status) => status.observation_age_seconds.p95,
  },
  delphin_queue_due: { help: 'Targets whose turn has come', of: (status) => status.queue.due },
  delphin_queue_oldest_seconds: {
    help: 'Longest wait of a due target',
    of: ({ queue }) => queue.oldest_due_seconds ?? 0,
  },
  delphin_incidents_open: {
    help: 'Incidents that go on',
    of: ({ incidents }) => incidents.filter((incident) => incident.ended_at === null).length,
  },
  delphin_storage_writable: {
    help: '0 while the disk is full and nothing new is stored',
    of: ({ storage }) => (storage.writable ? 1 : 0),
  },
  delphin_backup_failed: {
    help: '1 after a scheduled backup that could not be made',
    of: ({ storage }) => (storage.backup_failed ? 1 : 0),
  },
  delphin_set_aside: { help: 'Glitches set aside today and yesterday', of: (status) => status.set_aside },
  delphin_held_back: { help: 'Scans held back today and yesterday', of: (status) => status.held_back },
}

/** Gauges of figures in the store. While it does not answer they are NaN, and `delphin_store_up` is 0. */
export function statusGauges(registry: Registry): (status: Status | null) => void {
  const gauges = Object.entries(GAUGES).map(([name, { help, of }]) => ({
    gauge: new Gauge({ name, help, registers: [registry] }),
    of,
  }))
  const up = new Gauge({ name: 'delphin_store_up', help: '1 while the store answers', registers: [registry] })
  return (status) => {
    up.set(status === null ? 0 : 1)
    for (const { gauge, of } of gauges) gauge.set((status && of(status)) ?? Number.NaN)
  }
}

/** The pool of connections to the store, as pg counts it. */
export type StorePool = { totalCount: number; idleCount: number; waitingCount: number; options: { max: number } }

/** The pool's connections, and what waits for one. */
export function storeConnections(registry: Registry, pool: StorePool): void {
  const registers = [registry]
  const connections: Gauge = new Gauge({
    name: 'delphin_store_connections',
    help: 'Open connections to the store',
    labelNames: ['state'],
    registers,
    collect() {
      connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      connections.set({ state: 'idle' }, pool.idleCount)
    },
  })
  const max: Gauge = new Gauge({
    name: 'delphin_store_connections_max',
    help: 'Connections to the store that may be open',
    registers,
    collect: () => max.set(pool.options.max),
  })
  const waiting: Gauge = new Gauge({
    name: 'delphin_store_waiting',
    help: 'Statements and transactions waiting for a connection',
    registers,
    collect: () => waiting.set(pool.waitingCount),
  })
}
