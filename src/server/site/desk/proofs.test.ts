import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { getQueue } from '#shared/contract/desk.ts'
import { beginProof, checkProof, chooseMyClub, endProof, listDesks, wearProof } from '#shared/contract/desk-links.ts'
import { checkPrivacy, requestPrivacy } from '#shared/contract/privacy.ts'
import { DAY_MS } from '#shared/days.ts'
import { ask } from '#test/ask.ts'
import { DESK_CLUB, type DeskStory, type DeskVisitor, openDeskStory } from '#test/desk-visitors.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { readIcon } from '../http/icon-proof.ts'
import { advanceProof } from './proofs.ts'

const TAG = EXAMPLE_PLAYER_TAG

describe.each(storeKinds)('a user who proves that a player is theirs, on the %s store', (kind) => {
  let store: TestStore
  let story: DeskStory
  let user: DeskVisitor
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    story = await openDeskStory(store)
    user = await story.user('ada')
  })
  afterEach(() => story.close())
  afterAll(() => store.close())

  const begin = (tag = TAG, who = user) => story.as(who, beginProof, { body: { tag } })
  const check = (proof_id: string, who = user) => story.as(who, checkProof, { params: { proof_id } })
  /** Waits until the icon may be read again, then wears the icon and has it read. */
  async function wear(proof_id: string, icon: number, tag = TAG) {
    await story.world.clock.advance(30_000)
    await story.world.wear(tag, icon)
    return check(proof_id)
  }
  async function prove(tag = TAG) {
    const proof = await begin(tag)
    for (const { icon } of proof.steps) await wear(proof.proof_id, icon, tag)
    return check(proof.proof_id)
  }

  it('wears two icons in their order, and then has the desk of the club', async () => {
    const proof = await begin()
    expect(proof).toMatchObject({ tag: TAG, state: 'open', reads_left: 30 })
    const [one, two] = proof.steps.map(({ icon }) => icon)
    expect((await wear(proof.proof_id, two ?? 0)).steps.map(({ done }) => done)).toEqual([false, false])
    expect((await wear(proof.proof_id, one ?? 0)).steps.map(({ done }) => done)).toEqual([true, false])
    expect(await wear(proof.proof_id, two ?? 0)).toMatchObject({
      state: 'proven',
      steps: [{ done: true }, { done: true }],
    })
    const desks = await story.as(user, listDesks, {})
    expect(desks.players).toMatchObject([{ tag: TAG, role: 'vicePresident', club: { tag: DESK_CLUB } }])
    expect(desks.clubs).toMatchObject([{ tag: DESK_CLUB, role: 'editor', trial: false }])
    expect(desks.proofs_left_today).toBe(4)
  })

  it('proves the player anew after half a year, since accounts of the game are sold', async () => {
    await prove()
    const opened = async () => (await story.as(user, listDesks, {})).clubs.length
    const age = (days: number) =>
      store.db
        .updateTable('linked_players')
        .set({ linked_at: new Date(story.context.clock.now().getTime() - days * DAY_MS) })
        .execute()
    await age(149)
    expect(await story.refused(user, beginProof, { body: { tag: TAG } })).toEqual([409, 'already_linked'])
    expect(await opened()).toBe(1)
    await age(181)
    expect(await opened()).toBe(0)
    expect(await story.refused(user, getQueue, { params: { tag: DESK_CLUB } })).toEqual([404, 'no_desk'])
    const [known] = (await story.as(user, listDesks, {})).players
    expect(Date.parse(known?.proven_until ?? '')).toBeLessThan(story.context.clock.now().getTime())
    expect((await prove()).state).toBe('proven')
    expect(await opened()).toBe(1)
  })

  it('has the icon read every 30 seconds at most, however often it asks, and 30 times in all', async () => {
    const proof = await begin()
    await story.world.calls()
    for (let time = 0; time < 5; time += 1) await check(proof.proof_id)
    expect((await story.world.calls()).kinds.player).toBe(1)
    const id = proof.proof_id
    const asking = {
      visitor: { kind: 'user', userId: user.userId, tokenHash: Buffer.from('') } as const,
      address: '::1',
    }
    let last = await advanceProof(story.context, { ...asking, userId: user.userId }, id)
    for (let time = 0; time < 29; time += 1) {
      await store.db
        .updateTable('desk_proofs')
        .set({ read_at: new Date(0) })
        .execute()
      last = await advanceProof(story.context, { ...asking, userId: user.userId }, id)
    }
    expect(last).toMatchObject({ state: 'over', reads_left: 0 })
  })

  it('has the icons set for them in the demo, and by nobody in the real game', async () => {
    const proof = await begin()
    const wearIt = () => story.as(user, wearProof, { params: { proof_id: proof.proof_id } })
    const refused = () => story.refused(user, wearProof, { params: { proof_id: proof.proof_id } })
    expect(await refused()).toEqual([404, 'no_demo'])
    Object.assign(story.context, { wearIcon: story.world.wear })
    expect((await wearIt()).steps.map(({ done }) => done)).toEqual([true, false])
    expect(await wearIt()).toMatchObject({ state: 'proven', reads_left: 28 })
    const stranger = await story.user('eve')
    expect(await story.refused(stranger, wearProof, { params: { proof_id: proof.proof_id } })).toEqual([
      404,
      'proof_over',
    ])
  })

  it('has fifteen minutes, one open proof, and five proofs a day', async () => {
    const first = await begin()
    expect(await story.refused(user, beginProof, { body: { tag: TAG } })).toEqual([409, 'proof_open'])
    await story.world.clock.advance(15 * 60_000)
    expect((await check(first.proof_id)).state).toBe('over')
    for (let time = 0; time < 4; time += 1) {
      const { proof_id } = await begin()
      await story.as(user, endProof, { params: { proof_id } })
    }
    expect(await story.refused(user, beginProof, { body: { tag: TAG } })).toEqual([429, 'proofs_used_up'])
    await story.world.clock.advance(DAY_MS)
    expect((await begin()).state).toBe('open')
  })

  it('proves nothing for others who ask about the same player at the same time', async () => {
    const stranger = await story.user('eve')
    const theirs = await begin(TAG, stranger)
    const request = await ask(story.app, requestPrivacy, { body: { tag: TAG, wish: 'delete' } })
    const own = await begin()
    for (const { icon } of own.steps) {
      await wear(own.proof_id, icon)
      await check(theirs.proof_id, stranger)
      await ask(story.app, checkPrivacy, { params: { request_id: request.request_id } })
    }
    expect((await check(own.proof_id)).state).toBe('proven')
    expect((await check(theirs.proof_id, stranger)).state).toBe('open')
    expect(await ask(story.app, checkPrivacy, { params: { request_id: request.request_id } })).toMatchObject({
      carried_out: false,
    })
    expect(await story.refused(stranger, checkProof, { params: { proof_id: own.proof_id } })).toEqual([
      404,
      'proof_over',
    ])
  })

  it('links a player once, ten at most, and may prove nothing about one who is hidden', async () => {
    expect((await prove()).state).toBe('proven')
    expect(await story.refused(user, beginProof, { body: { tag: TAG } })).toEqual([409, 'already_linked'])
    expect(await story.refused(user, beginProof, { body: { tag: '#PPPPPPPPP' } })).toEqual([404, 'tag_not_found'])
    const hidden = { tag: '#2PP', wish: 'hide', alias: 'hidden-0123456789ab', since: story.context.clock.now() }
    await store.db.insertInto('tombstones').values(hidden).execute()
    expect(await story.refused(user, beginProof, { body: { tag: '#2PP' } })).toEqual([404, 'player_hidden'])
    for (let place = 0; place < 9; place += 1) {
      const row = { user_id: user.userId, player_tag: `#LINK${place}`, linked_at: story.context.clock.now() }
      await store.db.insertInto('linked_players').values(row).execute()
    }
    expect(await story.refused(user, beginProof, { body: { tag: '#2PPP' } })).toEqual([409, 'players_full'])
  })

  it('takes a tenth of the calls of the game at most over all processes, and the collector its turns meanwhile', async () => {
    const slow = story.world.context({ api: { callsPerSecond: 1 } })
    const other = story.world.context({ api: { callsPerSecond: 1 } })
    const read = (from = slow) => readIcon(from, TAG, ['network ::1'])
    const settled = await story.world.clock.drive(
      Promise.allSettled([slow, other, slow, other, slow, other, slow, other].map(read)),
    )
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
    const [refusal] = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refusal).toMatchObject({ status: 503, code: 'busy', retryAfterSeconds: expect.any(Number) })
    await story.world.clock.advance(60_000)
    await story.world.clock.drive(read(other))
    const club = await story.world.clock.drive(slow.gameApi.getClub(DESK_CLUB, { priority: 'collector' }))
    expect(club.body.tag).toBe(DESK_CLUB)
  })

  it('may name a club as theirs without a proof', async () => {
    await story.as(user, chooseMyClub, { body: { tag: DESK_CLUB } })
    expect((await story.as(user, listDesks, {})).my_club?.tag).toBe(DESK_CLUB)
    expect(await story.refused(user, chooseMyClub, { body: { tag: '#2PPPPP' } })).toEqual([404, 'club_not_tracked'])
    await story.as(user, chooseMyClub, { body: { tag: null } })
    expect((await story.as(user, listDesks, {})).my_club).toBeNull()
  })
})
