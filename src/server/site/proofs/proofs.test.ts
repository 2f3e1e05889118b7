import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { getQueue } from '#shared/contract/desk.ts'
import { chooseMyClub, chooseMyPlayer, listDesks } from '#shared/contract/desk-links.ts'
import { beginProof, checkProof, endProof, requestPrivacy, wearProof } from '#shared/contract/proofs.ts'
import { DAY_MS } from '#shared/days.ts'
import { answerOf, ask, refusalOf } from '#test/ask.ts'
import { DESK_CLUB, type DeskStory, type DeskVisitor, openDeskStory } from '#test/desk-visitors.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { carryOut } from './carry-out.ts'
import { readIcon } from './read-icon.ts'

const TAG = EXAMPLE_PLAYER_TAG
const OTHER_ICON = 28_000_777
const MINUTE = 60_000

describe.each(storeKinds)('a visitor who proves that a player is theirs, on the %s store', (kind) => {
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
    await story.world.clock.advance(20_000)
    await story.world.wear(tag, icon)
    return check(proof_id)
  }
  async function prove(tag = TAG) {
    const { proof_id, current_icon } = await begin(tag)
    await wear(proof_id, OTHER_ICON, tag)
    return wear(proof_id, current_icon ?? 0, tag)
  }
  /** A request for privacy from an address. */
  async function request(wish: string, address: string, tag = TAG) {
    const asked = { method: 'POST', url: '/api/privacy/requests', payload: { tag, wish } } as const
    return story.app.inject({ ...asked, remoteAddress: address })
  }
  const requested = async (wish: string, address: string) => answerOf(requestPrivacy, await request(wish, address))
  const checked = (proof_id: string) => ask(story.app, checkProof, { params: { proof_id } })
  const done = ({ steps }: Awaited<ReturnType<typeof check>>) => steps.map((step) => step.done)

  it('changes the icon to any other one and back, in this order, and then has the desk of the club', async () => {
    const proof = await begin()
    expect(proof).toMatchObject({ tag: TAG, state: 'open', wish: 'link', reads_left: 39 })
    const old = proof.current_icon ?? 0
    expect(proof.steps.map(({ icon }) => icon)).toEqual([null, old])
    expect(done(await wear(proof.proof_id, old))).toEqual([false, false])
    expect(done(await wear(proof.proof_id, OTHER_ICON))).toEqual([true, false])
    expect(done(await wear(proof.proof_id, OTHER_ICON + 1))).toEqual([true, false])
    expect(await wear(proof.proof_id, old)).toMatchObject({ state: 'done', steps: [{ done: true }, { done: true }] })
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
    expect((await prove()).state).toBe('done')
    expect(await opened()).toBe(1)
  })

  it('has the icon read every 20 seconds at most, however often they ask, and 40 times in all', async () => {
    const { proof_id } = await begin()
    await story.world.calls()
    for (let time = 0; time < 5; time += 1) await check(proof_id)
    expect((await story.world.calls()).kinds.player).toBeUndefined()
    await story.world.clock.advance(20_000)
    await Promise.all([check(proof_id), check(proof_id), check(proof_id)])
    expect((await story.world.calls()).kinds.player).toBe(1)
    await store.db.updateTable('proofs').set({ reads: 39 }).execute()
    await story.world.clock.advance(20_000)
    expect(await check(proof_id)).toMatchObject({ state: 'over', reads_left: 0 })
  })

  it('has twenty minutes, one open proof, and five proofs a day', async () => {
    const first = await begin()
    const [other] = story.roles.president ?? []
    expect(await story.refused(user, beginProof, { body: { tag: other } })).toEqual([409, 'proof_open'])
    await wear(first.proof_id, OTHER_ICON)
    await story.world.clock.advance(20 * MINUTE)
    expect(await wear(first.proof_id, first.current_icon ?? 0)).toMatchObject({ state: 'over' })
    expect((await story.as(user, listDesks, {})).players).toEqual([])
    for (let time = 0; time < 4; time += 1) {
      const { proof_id } = await begin()
      await story.as(user, endProof, { params: { proof_id } })
    }
    expect(await story.refused(user, beginProof, { body: { tag: TAG } })).toEqual([429, 'proofs_used_up'])
    await story.world.clock.advance(DAY_MS)
    expect((await begin()).state).toBe('open')
  })

  it('goes on with the open proof of a player whom they ask for again, as in another browser, and spends one of the day', async () => {
    const first = await begin()
    await wear(first.proof_id, OTHER_ICON)
    const again = await begin()
    expect(again).toMatchObject({ state: 'open', expires_at: first.expires_at })
    expect(done(again)).toEqual([true, false])
    expect(await story.refused(user, checkProof, { params: { proof_id: first.proof_id } })).toEqual([404, 'proof_over'])
    expect((await story.as(user, listDesks, {})).proofs_left_today).toBe(4)
    const eve = await begin(TAG, await story.user('eve'))
    expect(eve).toMatchObject({ state: 'waiting', current_icon: null })
    expect((await wear(again.proof_id, first.current_icon ?? 0)).state).toBe('done')
  })

  it('waits while another proof of the player is open, is told when the place is free, and comes next', async () => {
    const first = await requested('hide', '203.0.113.1')
    await story.world.clock.advance(MINUTE)
    const second = await begin()
    expect(second).toMatchObject({ state: 'waiting', starts_at: first.expires_at, current_icon: null, reads_left: 40 })
    const third = await requested('delete', '203.0.113.3')
    expect(third.starts_at).toBe(second.expires_at)
    await story.world.wear(TAG, OTHER_ICON)
    expect(done(await check(second.proof_id))).toEqual([false, false])
    await ask(story.app, endProof, { params: { proof_id: first.proof_id } })
    // The icon that is worn now is the old one, whatever was worn while it waited.
    expect(await check(second.proof_id)).toMatchObject({ state: 'open', current_icon: OTHER_ICON, reads_left: 39 })
    expect(done(await wear(second.proof_id, OTHER_ICON + 1))).toEqual([true, false])
    expect(await checked(third.proof_id)).toMatchObject({ state: 'waiting', current_icon: null })
    expect((await wear(second.proof_id, OTHER_ICON)).state).toBe('done')
    const last = await checked(third.proof_id)
    expect(last).toMatchObject({ state: 'open', current_icon: OTHER_ICON })
    expect(Date.parse(last.expires_at) - story.context.clock.now().getTime()).toBe(20 * MINUTE)
  })

  it('proves nothing for strangers at three addresses, who ask in a row before and after', async () => {
    const strangers = [await requested('delete', '203.0.113.1'), await requested('hide', '203.0.113.2')]
    await ask(story.app, endProof, { params: { proof_id: strangers[0]?.proof_id ?? '' } })
    await ask(story.app, endProof, { params: { proof_id: strangers[1]?.proof_id ?? '' } })
    const own = await begin()
    strangers.push(...[await requested('delete', '203.0.113.1'), await requested('hide', '203.0.113.2')])
    strangers.push(await requested('delete', '203.0.113.3'))
    for (const icon of [OTHER_ICON, own.current_icon ?? 0]) {
      await wear(own.proof_id, icon)
      for (const { proof_id } of strangers) await checked(proof_id)
    }
    expect((await check(own.proof_id)).state).toBe('done')
    for (const { proof_id } of strangers) expect((await checked(proof_id)).state).not.toBe('done')
    expect(await store.db.selectFrom('tombstones').selectAll().execute()).toEqual([])
    const eve = await story.user('eve')
    expect(await story.refused(eve, checkProof, { params: { proof_id: own.proof_id } })).toEqual([404, 'proof_over'])
  })

  it('may have three proofs of one network, and six of one player, that are not over', async () => {
    const { members } = (await story.context.gameApi.getClub(DESK_CLUB)).body
    const statuses = []
    for (const { tag } of members.slice(0, 4)) {
      const answer = await request('hide', '203.0.113.1', tag)
      statuses.push(answer.statusCode === 200 ? 200 : refusalOf(answer).code)
    }
    expect(statuses).toEqual([200, 200, 200, 'proofs_open'])
    for (let host = 2; host <= 8; host += 1) {
      const answer = await request('hide', `203.0.113.${host}`)
      const [first] = [answer.statusCode]
      expect(first).toBe(host <= 7 ? 200 : 429)
    }
  })

  it('links a player once, ten at most, and may prove nothing about one who is hidden', async () => {
    expect((await prove()).state).toBe('done')
    expect(await story.refused(user, beginProof, { body: { tag: TAG } })).toEqual([409, 'already_linked'])
    expect(await story.refused(user, beginProof, { body: { tag: '#PPPPPPPPP' } })).toEqual([404, 'tag_not_found'])
    const hidden = {
      tag: '#2PP',
      wish: 'hide',
      alias: 'hidden-0123456789ab',
      since: story.context.clock.now(),
    } as const
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

  it('cannot have the steps done by the site, but in the demo', async () => {
    const { proof_id } = await begin()
    expect(await story.refused(user, wearProof, { params: { proof_id } })).toEqual([404, 'no_demo'])
  })

  it('may name a club as theirs without a proof', async () => {
    await story.as(user, chooseMyClub, { body: { tag: DESK_CLUB } })
    expect((await story.as(user, listDesks, {})).my_club?.tag).toBe(DESK_CLUB)
    expect(await story.refused(user, chooseMyClub, { body: { tag: '#2PPPPP' } })).toEqual([404, 'club_not_tracked'])
    await story.as(user, chooseMyClub, { body: { tag: null } })
    expect((await story.as(user, listDesks, {})).my_club).toBeNull()
  })

  it('is the player whom they prove first, until they name another one or take it back', async () => {
    const myPlayer = async () => (await story.as(user, listDesks, {})).my_player?.tag ?? null
    expect(await myPlayer()).toBeNull()
    await prove()
    expect(await myPlayer()).toBe(TAG)
    await story.as(user, chooseMyPlayer, { body: { tag: null } })
    expect(await myPlayer()).toBeNull()
    await story.as(user, chooseMyPlayer, { body: { tag: TAG } })
    expect(await myPlayer()).toBe(TAG)
    expect(await story.refused(user, chooseMyPlayer, { body: { tag: '#2PPPPP' } })).toEqual([404, 'player_not_tracked'])
    await carryOut(story.context, TAG, 'hide')
    expect(await myPlayer()).toBeNull()
    expect(await story.refused(user, chooseMyPlayer, { body: { tag: TAG } })).toEqual([404, 'player_hidden'])
  })
})
