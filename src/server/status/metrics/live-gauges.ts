import { Gauge, type Registry } from 'prom-client'
import type { Context } from '../../context.ts'
import { type Traffic, trafficOf } from '../../http/traffic.ts'

type Game = ReturnType<Context['gameApi']['status']>

/** How the game serves us and what we ask of it, all tokens together. */
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

/** Figures that cost nothing to read: taken at the moment somebody asks for them. */
export function liveGauges(registry: Registry, context: Context): void {
  addAll(registry, OF_THE_GAME, () => context.gameApi.status())
  addAll(registry, OF_THE_SITE, () => trafficOf(context))
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
