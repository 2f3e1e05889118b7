import { startDemoProvider } from '#demo/start-demo-provider.ts'
import { createGameApi, type GameApiOptions } from '#server/game/client.ts'
import type { Incident } from '#server/game/game-api.ts'
import { DAY_MS } from '#shared/days.ts'
import { CONTROL } from './demo-control.ts'
import { type ManualClock, manualClock } from './manual-clock.ts'
import { openTestContext, type TestContext, type TestContextOptions } from './open-context.ts'
import type { TestStore } from './open-store.ts'

const WORLD_AGE_MS = 20 * DAY_MS

/** A fault as the demo provider takes it. */
export type Fault = { path: string; kind: string; remaining?: number; retryAfterSeconds?: number }

export type TestWorld = {
  clock: ManualClock
  incidents: Incident[]
  /** A context whose game is the demo world. Each has a client of its own, as if it were another process. */
  context(options?: Partial<TestContextOptions> & { api?: Partial<GameApiOptions> }): TestContext
  setFaults(faults: Fault[]): Promise<void>
  /** Changes the icon of a player. */
  wear(tag: string, iconId: number): Promise<void>
  /** Calls that reached the game since this was called last, by kind. */
  calls(): Promise<{ total: number; kinds: Record<string, number> }>
  close(): Promise<void>
}

/** The demo provider with a small world, on the test's clock: the game's API for tests that collect. */
export async function openTestWorld(store: TestStore, clock: ManualClock = manualClock()): Promise<TestWorld> {
  const epoch = new Date(clock.now().getTime() - WORLD_AGE_MS)
  const provider = await startDemoProvider({ epoch, clubs: 8, now: () => clock.now(), controlKey: CONTROL.controlKey })
  const control = (what: string, method: string, body?: unknown) =>
    fetch(provider.url.replace(/\/v1$/, `/_demo/${what}`), {
      method,
      headers: CONTROL.headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const incidents: Incident[] = []
  const opened: TestContext[] = []

  return {
    clock,
    incidents,
    context({ api, ...options } = {}) {
      const onIncident = (incident: Incident) => incidents.push(incident)
      const common = { baseUrl: provider.url, tokens: [provider.token], callsPerSecond: 500, clock, onIncident }
      const context = openTestContext({ store, clock, gameApi: createGameApi({ ...common, ...api }), ...options })
      opened.push(context)
      return context
    },
    async setFaults(faults) {
      await control('faults', 'PUT', faults)
    },
    async wear(tag, iconId) {
      await control('icons', 'PUT', { tag, iconId })
    },
    async calls() {
      const answer = await control('calls', 'GET')
      await control('calls', 'DELETE')
      return (await answer.json()) as { total: number; kinds: Record<string, number> }
    },
    async close() {
      for (const { gameApi } of opened) await gameApi.close()
      await provider.close()
    },
  }
}
