import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ClubMember } from '#server/game/answers.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { endpoints } from '#shared/contract/all.ts'
import { getQueue, inviteStaff } from '#shared/contract/desk.ts'
import { listDesks, unlinkPlayer } from '#shared/contract/desk-links.ts'
import { addMark, listMarks } from '#shared/contract/desk-records.ts'
import { DAY_MS, HOUR_MS } from '#shared/days.ts'
import { refusalOf } from '#test/ask.ts'
import { DESK_CLUB, type DeskStory, type DeskVisitor, openDeskStory } from '#test/desk-visitors.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { USUAL_RULES } from './rules.ts'

const AT = { tag: DESK_CLUB }
const PLAYER = '#2PP'

/** What is sent with each call at a desk. A call that is missing here fails the test. */
const ASKED: Record<string, { params?: object; body?: object }> = {
  getQueue: {},
  decide: { params: { player: PLAYER }, body: { action: 'removed', version: 0 } },
  listDeskMembers: {},
  getRules: {},
  setRules: { body: { rules: USUAL_RULES, time_zone: 'UTC', version: 99 } },
  getNotice: {},
  setNotice: { body: { text: 'Friends', languages: ['en'], min_trophies: null, version: 99 } },
  previewRules: { body: { rules: USUAL_RULES } },
  listStaff: {},
  inviteStaff: { params: { player: PLAYER }, body: { invited: true } },
  listMarks: {},
  addMark: { body: { kind: 'note', player_tag: PLAYER, text: 'A note' } },
  changeMark: { params: { record_id: 77 }, body: { text: 'A note', version: 1 } },
  removeMark: { params: { record_id: 77 }, body: { version: 1 } },
  listAbsences: {},
  addAbsence: { body: { player_tag: PLAYER, from: '2026-03-15', until: '2026-03-10', note: '' } },
  changeAbsence: { params: { record_id: 77 }, body: { from: '2026-03-15', until: '2026-03-16', note: '', version: 1 } },
  removeAbsence: { params: { record_id: 77 }, body: { version: 1 } },
  makeAbsenceLink: { body: { player_tag: PLAYER } },
  listFormer: {},
  checkApplicants: { body: { text: 'Nobody asks' } },
  listWeeks: {},
  getWeek: { params: { date: '2026-03-16' } },
  publishWeek: { params: { date: '2026-03-16' }, body: { published: true, version: 0 } },
  listDeskReviews: {},
  getDeskReview: { params: { period: '2025' } },
  shareDeskReview: { params: { period: '2025' }, body: { shared: true, version: 0 } },
  listChannels: {},
  listSamplePosts: {},
  addChannel: {
    body: { address: 'https://example.com', name: 'Den', posts: [], language: 'en', quiet_hours: null },
  },
  changeChannel: {
    params: { record_id: 77 },
    body: { name: 'Den', posts: [], language: 'en', quiet_hours: null, paused: true, version: 1 },
  },
  removeChannel: { params: { record_id: 77 }, body: { version: 1 } },
  testChannel: { params: { record_id: 77 } },
  getDeskGoal: {},
  setGoal: { body: { kind: 'gain', trophies: 50_000, until: '2026-03-16' } },
  withdrawGoal: { params: { record_id: 77 }, body: { version: 1 } },
  listLog: {},
  undoChange: { params: { record_id: 77 } },
}

const atDesks = [...endpoints].filter(([, { role }]) => role !== undefined)
const WHO = ['guest', 'stranger', 'member', 'viewer', 'editor', 'owner', 'ex-leader'] as const
type Who = (typeof WHO)[number]

/** Who is let in, and what the others are told, by the least role of a call. */
const TABLE: Record<string, Record<Who, [number, string] | 'in'>> = {
  member: row('in', 'in', 'in', 'in', 'in'),
  viewer: row([404, 'no_desk'], 'in', 'in', 'in', 'in'),
  editor: row([404, 'no_desk'], [403, 'role_too_low'], 'in', 'in', [403, 'role_lost']),
  owner: row([404, 'no_desk'], [403, 'role_too_low'], [403, 'role_too_low'], 'in', [403, 'role_lost']),
}

type Told = [number, string] | 'in'

function row(member: Told, viewer: Told, editor: Told, owner: Told, ex: Told): Record<Who, Told> {
  const guest: Told = [401, 'login_required']
  return { guest, stranger: [404, 'no_desk'], member, viewer, editor, owner, 'ex-leader': ex }
}

describe.each(storeKinds)("a club's desk on the %s store", (kind) => {
  let store: TestStore
  let story: DeskStory
  let who: Record<Who, DeskVisitor>
  beforeAll(async () => {
    store = await openTestStore(kind)
    story = await openDeskStory(store)
    who = await everybody(story)
  })
  afterAll(async () => {
    await story.close()
    await store.close()
  })

  it('has a line in this test for each of its calls', () => {
    expect(atDesks.map(([name]) => name).sort()).toEqual(Object.keys(ASKED).sort())
    expect(atDesks.filter(([, { access }]) => access !== 'desk')).toEqual([])
  })

  it.each(atDesks.flatMap(([name, call]) => WHO.map((each) => [name, each, call] as const)))(
    'answers %s to a %s as the role allows',
    async (name, each, call) => {
      const expected = TABLE[call.role ?? 'owner']?.[each]
      const { params, body } = ASKED[name] ?? {}
      const told = await story.refused(who[each], call, { params: { ...AT, ...params }, ...(body ? { body } : {}) })
      if (expected !== 'in') return expect(told).toEqual(expected)
      expect([401, 403, 500]).not.toContain(told[0])
      expect(told[1]).not.toBe('no_desk')
    },
  )

  it.each(atDesks)('%s tells a stranger nothing of what they send', async (name, { method, path }) => {
    const params: Record<string, unknown> = { ...AT, ...ASKED[name]?.params }
    const url = path.replaceAll(/\{(\w+)\}/g, (_, part: string) => String(params[part]).replace('#', ''))
    const headers = { ...who.stranger.headers, 'content-type': 'application/json' }
    for (const sent of [{ payload: '{"text":' }, { payload: '[1]' }, { payload: ' '.repeat(40_000) }]) {
      const answer = await story.app.inject({
        method,
        url: `${url}?limit=no`,
        headers,
        ...(method === 'GET' ? {} : sent),
      })
      expect([answer.statusCode, refusalOf(answer).code]).toEqual([404, 'no_desk'])
    }
  })

  it('is the same 404 to a stranger, whether the club has a desk, has none, or is unknown', async () => {
    for (const tag of [DESK_CLUB, '#2PYL', '#2PPP']) {
      expect(await story.refused(who.stranger, getQueue, { params: { tag } })).toEqual([404, 'no_desk'])
    }
  })
})

describe.each(storeKinds)('who leads a club, on the %s store', (kind) => {
  let store: TestStore
  let story: DeskStory
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    story = await openDeskStory(store)
  })
  afterEach(() => story.close())
  afterAll(() => store.close())

  const roleOf = async (visitor: DeskVisitor) => (await story.as(visitor, getQueue, { params: AT })).desk
  const told = (visitor: DeskVisitor) => story.refused(visitor, getQueue, { params: AT })

  it('is told by an answer of the game that is at most ten minutes old', async () => {
    const owner = await story.user('ada', story.roles.president?.[0] ?? '')
    await story.world.calls()
    await story.world.clock.advance(9 * 60_000)
    expect((await roleOf(owner)).role).toBe('owner')
    expect((await story.world.calls()).kinds.club ?? 0).toBe(0)
    await story.world.clock.advance(2 * 60_000)
    expect((await roleOf(owner)).role).toBe('owner')
    expect((await story.world.calls()).kinds.club).toBe(1)
  })

  it('passes to a new president, who finds the desk as it was; the old one reads for a day, then nothing', async () => {
    const [old = ''] = story.roles.president ?? []
    const [next = ''] = story.roles.vicePresident ?? []
    const [before, after] = [await story.user('old', old), await story.user('next', next)]
    await story.as(before, addMark, { params: AT, body: { kind: 'note', player_tag: next, text: 'Keeps the peace' } })
    await story.world.clock.advance(60_000)
    await scanWith(story, { [old]: 'member', [next]: 'president' })
    expect((await roleOf(after)).role).toBe('owner')
    expect((await story.as(after, listMarks, { params: AT, query: {} })).marks[0]?.text).toBe('Keeps the peace')
    const reads = await roleOf(before)
    expect([reads.role, reads.reads_until]).toEqual([
      'viewer',
      new Date(story.world.clock.now().getTime() + DAY_MS).toISOString(),
    ])
    await story.world.clock.advance(DAY_MS)
    await scanWith(story, { [old]: 'member', [next]: 'president' })
    expect(await told(before)).toEqual([404, 'no_desk'])
  })

  it('is not somebody who links a player after the role was lost, nor one who unlinked the player', async () => {
    const [old = '', other = ''] = story.roles.vicePresident ?? []
    await story.world.clock.advance(60_000)
    await scanWith(story, { [old]: 'member' })
    await story.world.clock.advance(60_000)
    expect(await told(await story.user('late', old))).toEqual([404, 'no_desk'])
    const editor = await story.user('editor', other)
    expect((await roleOf(editor)).role).toBe('editor')
    await story.as(editor, unlinkPlayer, { params: { player: other } })
    expect(await told(editor)).toEqual([404, 'no_desk'])
  })

  it('only reads while the game does not answer, for a day', async () => {
    const owner = await story.user('ada', story.roles.president?.[0] ?? '')
    await story.world.setFaults([{ path: '/v1/clubs/*', kind: '503' }])
    await story.world.clock.advance(HOUR_MS)
    expect(await story.world.clock.drive(roleOf(owner))).toMatchObject({ role: 'viewer' })
    const body = { kind: 'note', player_tag: '#2PP', text: 'A note' } as const
    expect(await story.world.clock.drive(story.refused(owner, addMark, { params: AT, body }))).toEqual([
      403,
      'role_lost',
    ])
    await story.world.clock.advance(DAY_MS)
    expect((await story.world.clock.drive(told(owner)))[0]).toBe(503)
  })

  it('sees all their desks, and in the demo anybody has one of their own to try', async () => {
    await story.close()
    story = await openDeskStory(store, { demo: true })
    const owner = await story.user('ada', story.roles.president?.[0] ?? '')
    const [guest, other] = [await story.guest(), await story.guest()]
    const desks = async (visitor: DeskVisitor) =>
      (await story.as(visitor, listDesks, {})).clubs.map(({ tag, role, trial }) => [tag, role, trial])
    expect(await desks(owner)).toEqual([[DESK_CLUB, 'owner', true]])
    expect(await desks(guest)).toEqual([[DESK_CLUB, 'owner', true]])
    await story.as(guest, addMark, { params: AT, body: { kind: 'note', player_tag: '#2PP', text: 'Only mine' } })
    const texts = async (visitor: DeskVisitor) =>
      (await story.as(visitor, listMarks, { params: AT, query: {} })).marks.map(({ text }) => text)
    expect([await texts(guest), await texts(other), await texts(owner)]).toEqual([['Only mine'], [], []])
    expect(await story.refused(guest, getQueue, { params: { tag: '#2PYL' } })).toEqual([401, 'login_required'])
  })
})

/** One visitor of each kind. The ex-leader was vice president until an hour ago. */
async function everybody(story: DeskStory): Promise<Record<Who, DeskVisitor>> {
  const { president = [], vicePresident = [], senior = [], member = [] } = story.roles
  const [first = '', second = ''] = vicePresident
  const owner = await story.user('owner', president[0] ?? '')
  const visitors = {
    guest: await story.guest(),
    stranger: await story.user('stranger', '#2PP'),
    member: await story.user('member', member[0] ?? ''),
    viewer: await story.user('viewer', senior[0] ?? ''),
    editor: await story.user('editor', first),
    owner,
    'ex-leader': await story.user('ex-leader', second),
  }
  await story.as(owner, inviteStaff, { params: { ...AT, player: senior[0] ?? '' }, body: { invited: true } })
  await story.world.clock.advance(60_000)
  await scanWith(story, { [second]: 'member' })
  return visitors
}

/** A scan of the club in which some members have other roles. */
async function scanWith({ context }: DeskStory, roles: Record<string, ClubMember['role']>): Promise<void> {
  const { body } = await context.gameApi.getClub(DESK_CLUB)
  const members = body.members.map((member) => ({ ...member, role: roles[member.tag] ?? member.role }))
  await ingest(context.db, [{ kind: 'club', observedAt: context.clock.now(), body: { ...body, members } }])
}
