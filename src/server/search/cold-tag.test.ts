import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { openTestWorld, type TestWorld } from '#test/open-world.ts'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG, PLAYER_TAG_BEGINNING_WITH_2 } from '../../demo/landmarks.ts'
import { createFindTag } from './find-tag.ts'

const NOBODYS_TAG = '#PPPPPPPPP'

describe.each(storeKinds)('a tag that nobody looked at yet, on the %s store', (kind) => {
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

  async function ask(tag: string, clients: number) {
    const findTag = createFindTag(world.context())
    const searches = Array.from({ length: clients }, () => findTag(tag, null))
    return world.clock.drive(Promise.allSettled(searches), 0.25)
  }

  it('costs the game one call, though 500 visitors ask at once', async () => {
    const answers = await ask(EXAMPLE_CLUB_TAG, 500)
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set(['fulfilled']))
    expect(await world.calls()).toEqual({ total: 1, kinds: { club: 1 } })
    const scans = await store.db.selectFrom('club_months').select('scans').execute()
    expect(scans.flatMap((row) => row.scans.filter((count) => count !== null))).toEqual([1])
  }, 60_000)

  it('of a player costs one for the profile, one for the battle log, one for the club', async () => {
    await ask(EXAMPLE_PLAYER_TAG, 20)
    expect((await world.calls()).kinds).toMatchObject({ player: 1, battlelog: 1, club: 1 })
    const targets = await store.db.selectFrom('collection_targets').select(['kind', 'class', 'due_at']).execute()
    expect(targets.map((target) => target.kind).sort()).toEqual(['battle-log', 'club', 'player'])
    expect(targets.every((target) => target.due_at > world.clock.now())).toBe(true)
  })

  it('is followed from its first collection on: what the game does not confirm never is', async () => {
    const targets = () => store.db.selectFrom('collection_targets').select(['kind', 'key', 'class']).execute()
    await ask(NOBODYS_TAG, 3)
    expect(await targets()).toEqual([])
    await world.setFaults([{ path: '/v1/*', kind: '503' }])
    await ask(EXAMPLE_CLUB_TAG, 1)
    expect(await targets()).toEqual([])
  })

  it('of a player that looks like a club leaves no club behind to be asked for', async () => {
    await ask(PLAYER_TAG_BEGINNING_WITH_2, 1)
    const targets = await store.db
      .selectFrom('collection_targets')
      .select('kind')
      .where('key', '=', PLAYER_TAG_BEGINNING_WITH_2)
      .execute()
    expect(targets.map((target) => target.kind).sort()).toEqual(['battle-log', 'player'])
  })

  it('keeps the interest of a visitor in what is stored, though the game cannot be asked', async () => {
    await ask(EXAMPLE_CLUB_TAG, 1)
    await store.db.updateTable('collection_targets').set({ class: 4, wanted_at: null }).execute()
    await world.setFaults([{ path: '/v1/*', kind: '503' }])
    await world.clock.advance(3_600_000)
    expect(await ask(EXAMPLE_CLUB_TAG, 1)).toMatchObject([{ status: 'fulfilled' }])
    const target = await store.db.selectFrom('collection_targets').selectAll().executeTakeFirstOrThrow()
    expect(target).toMatchObject({ class: 1, wanted_at: expect.any(Date) })
  })
})
