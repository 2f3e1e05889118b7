import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { listDesks } from '#shared/contract/desk-links.ts'
import {
  addAbsence,
  addMark,
  addOwnAbsence,
  listAbsences,
  listMarks,
  makeAbsenceLink,
} from '#shared/contract/desk-records.ts'
import { beginProof, requestPrivacy, wearProof } from '#shared/contract/proofs.ts'
import { DAY_MS, dayOf } from '#shared/days.ts'
import { answerOf, ask } from '#test/ask.ts'
import { DESK_CLUB, type DeskStory, type DeskVisitor, openDeskStory } from '#test/desk-visitors.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { clearDesks } from '../desk/desk-room.ts'

const TAG = EXAMPLE_PLAYER_TAG
const AT = { tag: DESK_CLUB }

describe.each(storeKinds)('a visitor of the demo, on the %s store', (kind) => {
  let store: TestStore
  let story: DeskStory
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    story = await openDeskStory(store, { demo: true })
  })
  afterEach(() => story.close())
  afterAll(() => store.close())

  /** Begins a proof and has the demo do its steps. */
  async function hide(wish: string, address: string, headers: Record<string, string> = {}) {
    const { app } = story
    const from = { remoteAddress: address, headers }
    const asked = await app.inject({
      method: 'POST',
      url: '/api/privacy/requests',
      payload: { tag: TAG, wish },
      ...from,
    })
    if (asked.statusCode !== 200) return asked.statusCode
    const { proof_id, steps } = answerOf(requestPrivacy, asked)
    const states = []
    for (const _step of steps) {
      const url = `/api/proofs/${proof_id}/wear`
      states.push(answerOf(wearProof, await app.inject({ method: 'POST', url, ...from })).state)
    }
    return states.at(-1)
  }
  async function link(visitor: DeskVisitor, tag: string) {
    const { proof_id, steps } = await story.as(visitor, beginProof, { body: { tag } })
    for (const _step of steps) await story.as(visitor, wearProof, { params: { proof_id } })
  }

  it('hides and deletes nobody for others, with a row of proofs from three addresses', async () => {
    const outcomes = []
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      for (const wish of ['hide', 'delete', 'delete', 'show']) outcomes.push(await hide(wish, address))
    }
    expect(new Set(outcomes)).toEqual(new Set(['done']))
    expect(await store.db.selectFrom('tombstones').selectAll().execute()).toEqual([])
    const icon = (await story.context.gameApi.getPlayer(TAG)).body.iconId
    const proofs = await store.db.selectFrom('proofs').select('icon_before').distinct().execute()
    expect(proofs).toEqual([{ icon_before: icon }])
  })

  it('shows again only whom the same session hid, for a day', async () => {
    const [one, other] = [await story.guest(), await story.guest()]
    expect(await hide('hide', '203.0.113.1', one.headers)).toBe('done')
    expect(await hide('show', '203.0.113.1', other.headers)).toBe(409)
    await story.world.clock.advance(1000)
    expect(await hide('show', '203.0.113.1', one.headers)).toBe('done')
    expect(await hide('show', '203.0.113.1', one.headers)).toBe(409)
    await story.world.clock.advance(1000)
    expect(await hide('hide', '203.0.113.1', one.headers)).toBe('done')
    await story.world.clock.advance(DAY_MS)
    expect(await hide('show', '203.0.113.1', one.headers)).not.toBe('done')
  })

  it('leads a club by a proof in a session of their own, where nobody sees what they write, for a day', async () => {
    const president = story.roles.president?.[0] ?? ''
    const [ada, eve] = [await story.user('ada'), await story.user('eve')]
    for (const visitor of [ada, eve]) await link(visitor, president)
    expect((await story.as(ada, listDesks, {})).clubs).toMatchObject([{ tag: DESK_CLUB, role: 'owner', trial: true }])
    const mark = { kind: 'note', player_tag: '#2PP', text: 'Insults and links' } as const
    await story.as(ada, addMark, { params: AT, body: mark })
    const { token } = await story.as(ada, makeAbsenceLink, { params: AT, body: { player_tag: president } })
    const today = dayOf(story.context.clock.now())
    const span = { from: today, until: today, note: 'By link' }
    await ask(story.app, addOwnAbsence, { body: { token, ...span } })
    await story.as(eve, addAbsence, { params: AT, body: { player_tag: president, ...span, note: 'Mine' } })
    const seen = async (visitor: DeskVisitor) => {
      const { marks } = await story.as(visitor, listMarks, { params: AT, query: {} })
      const { absences } = await story.as(visitor, listAbsences, { params: AT })
      return [...marks.map(({ text }) => text), ...absences.map(({ note }) => note)]
    }
    expect(await seen(ada)).toEqual(['Insults and links', 'By link'])
    expect(await seen(eve)).toEqual(['Mine'])
    await story.world.clock.advance(DAY_MS + 1)
    await clearDesks(story.context)
    expect([await seen(ada), await seen(eve)]).toEqual([[], []])
  })
})
