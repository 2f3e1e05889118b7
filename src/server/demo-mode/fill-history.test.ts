import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { openTestWorld, type TestWorld } from '#test/open-world.ts'
import { EXAMPLE_CLUB_TAG } from '../../demo/landmarks.ts'
import type { Context } from '../context.ts'
import { summarise } from '../summaries/summarise.ts'
import { demoSettings } from './demo-settings.ts'
import { createHistoryFill } from './fill-history.ts'

const DAYS = 3

describe.each(storeKinds)('the history of the demo, on the %s store', (kind) => {
  let store: TestStore
  let world: TestWorld
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    world = await openTestWorld(store)
  })
  afterEach(() => world.close())
  afterAll(() => store.close())

  async function fillOf(context: Context) {
    const settings = await demoSettings(store.db, world.clock.now(), DAYS)
    const past = world.context({ api: { demoTime: true, callsPerSecond: 1_000_000 } }).gameApi
    return createHistoryFill(context, { past, settings, examples: [EXAMPLE_CLUB_TAG] })
  }

  function context(): Context {
    const made = world.context({
      settings: { DEMO_HISTORY_DAYS: String(DAYS) },
      summarise: (renewed) => summarise(made, renewed),
    })
    return made
  }

  const shown = async () =>
    (await store.db.selectFrom('club_summaries').select('tag').orderBy('tag').execute()).map((club) => club.tag)

  it('shows the example first, and every club from the first day on', async () => {
    const fill = await fillOf(context())
    const stopping = new AbortController()
    const steps: string[][] = []
    const watched = async () => {
      while (!stopping.signal.aborted) {
        const tags = await shown()
        if (tags.length !== steps.at(-1)?.length) steps.push(tags)
      }
    }
    const watching = watched()
    await world.clock.drive(fill.run(new AbortController().signal, () => {}))
    stopping.abort()
    await watching
    const clubs = await store.db.selectFrom('clubs').select('tag').orderBy('tag').execute()
    expect(await shown()).toEqual(clubs.map((club) => club.tag))
    expect(steps).toContainEqual([EXAMPLE_CLUB_TAG])
  })

  it('is filled once, though a second collector comes to fill it', async () => {
    const signal = new AbortController().signal
    const [first, second] = [await fillOf(context()), await fillOf(context())]
    await world.clock.drive(first.run(signal, () => {}))
    const { filledUntil } = await demoSettings(store.db, world.clock.now(), DAYS)
    const filling = (await world.calls()).kinds.club ?? 0
    const said: string[] = []
    await world.clock.drive(second.run(signal, (line) => said.push(line)))
    // The clock moved while the first one worked: a scan or two of that time may be due.
    expect((await world.calls()).kinds.club ?? 0).toBeLessThan(filling / 20)
    expect(said).toEqual(['Demo history: complete'])
    expect(filledUntil.getTime()).toBeLessThanOrEqual(world.clock.now().getTime())
  })
})
