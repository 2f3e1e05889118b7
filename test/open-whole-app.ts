import type { FastifyInstance } from 'fastify'
import { createApp } from '#server/app.ts'
import { openTestContext, type TestContext, type TestContextOptions } from './open-context.ts'
import { openTestStore, storeOfApp } from './open-store.ts'
import { rising, settle } from './small-world.ts'

export const CLUB = '#2PYL'
export const PLAYER = '#2PY'

export type WholeApp = { app: FastifyInstance; context: TestContext; close(): Promise<void> }

/** The whole app with its production guards. Its store is new and holds one club with two weeks of history. */
export async function openWholeApp(options: Omit<TestContextOptions, 'store'> = {}): Promise<WholeApp> {
  const store = await openTestStore(storeOfApp)
  const context = openTestContext({ ...options, store })
  const members = [
    { tag: PLAYER, name: '=HYPERLINK("x")', days: rising('##.###.##.####', 12_000) },
    { tag: '#2PL', name: 'Кира 🐬, "the 2nd"', days: rising('#.#.#.#.#.#.#.', 9_000) },
    { tag: '#2PQ', name: '<c1>Ada</c>', days: rising('..............', 300) },
  ]
  await settle(context, [{ tag: CLUB, name: 'Delphin Divers', country: 'DE', members }])
  const app = await createApp(context)
  const close = async () => {
    await app.close()
    await store.close()
  }
  return { app, context, close }
}
