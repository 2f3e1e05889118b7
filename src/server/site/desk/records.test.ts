import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getNotice, getRules, inviteStaff, listStaff, setNotice, setRules } from '#shared/contract/desk.ts'
import { listLog, undoChange } from '#shared/contract/desk-log.ts'
import {
  addAbsence,
  addMark,
  addOwnAbsence,
  changeAbsence,
  changeMark,
  listAbsences,
  listMarks,
  makeAbsenceLink,
  readOwnAbsences,
  removeMark,
  removeOwnAbsence,
} from '#shared/contract/desk-records.ts'
import { beginProof } from '#shared/contract/proofs.ts'
import { DAY_MS, dayOf } from '#shared/days.ts'
import { ask } from '#test/ask.ts'
import { DESK_CLUB, type DeskStory, type DeskVisitor, openDeskStory } from '#test/desk-visitors.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { USUAL_RULES } from './rules.ts'

const AT = { tag: DESK_CLUB }
const HARD_TEXTS = [
  '<script>alert(1)</script> & "quotes" <c4>Ada</c>',
  'مرحبا \u202Eback\u202C ועוד',
  'Z\u0335\u0321\u0322\u0327\u0328\u0315\u0316a\u0300\u0301\u0302\u0303lgo',
  'one\nline\n\nafter\tanother',
]

describe.each(storeKinds)('what a desk remembers, on the %s store', (kind) => {
  let store: TestStore
  let story: DeskStory
  let owner: DeskVisitor
  let editor: DeskVisitor
  let player: string
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await story?.close()
    story = await openDeskStory(store)
    owner = await story.user('ada', story.roles.president?.[0] ?? '')
    editor = await story.user('milo', story.roles.vicePresident?.[0] ?? '')
    player = story.roles.member?.[0] ?? ''
  })
  afterAll(async () => {
    await story?.close()
    await store.close()
  })

  const today = (days = 0) => dayOf(new Date(story.world.clock.now().getTime() + days * DAY_MS))
  const marks = async () => (await story.as(owner, listMarks, { params: AT, query: {} })).marks
  const log = async () => (await story.as(owner, listLog, { params: AT, query: {} })).entries
  const note = (text: string, by = owner) =>
    story.as(by, addMark, { params: AT, body: { kind: 'note', player_tag: player, text } })

  it('are marks of four kinds, with what is usual for each', async () => {
    const add = async (body: { kind: 'note' | 'warning' | 'safe' | 'blacklist'; text: string }) =>
      (await story.as(owner, addMark, { params: AT, body: { player_tag: player, ...body } })).mark
    expect(await add({ kind: 'note', text: ' Plays at night ' })).toMatchObject({ text: 'Plays at night', until: null })
    expect(await add({ kind: 'warning', text: 'Rude' })).toMatchObject({ weight: 1, until: today(30), expired: false })
    expect(await add({ kind: 'safe', text: '' })).toMatchObject({ weight: null, until: null })
    expect(await add({ kind: 'blacklist', text: 'Cheats' })).toMatchObject({ until: today(180) })
    await story.as(owner, addMark, {
      params: AT,
      body: { kind: 'warning', player_tag: player, text: 'Late', weight: 3, until: today(7) },
    })
    await story.world.clock.advance(8 * DAY_MS)
    expect((await marks()).map(({ kind, expired }) => [kind, expired])).toEqual([
      ['warning', true],
      ['blacklist', false],
      ['safe', false],
      ['warning', false],
      ['note', false],
    ])
  })

  it.each(HARD_TEXTS)('is text as it was typed, turned around by nothing: %j', async (text) => {
    const shown = text.replaceAll(/[\u202C\u202E]/g, '')
    expect((await note(text)).mark.text).toBe(shown)
    expect((await marks())[0]?.text).toBe(shown)
  })

  it('says in public what the club looks for, which is undone like any change', async () => {
    const notice = { text: 'Friends who play\nat night 🌙', languages: ['en', 'pt-BR'], min_trophies: 20_000 }
    expect(await story.as(owner, getNotice, { params: AT })).toEqual({
      text: '',
      languages: [],
      min_trophies: null,
      version: 0,
    })
    const first = await story.as(editor, setNotice, { params: AT, body: { ...notice, version: 0 } })
    expect(first).toMatchObject({ ...notice, version: 1 })
    expect(
      await story.refused(owner, setNotice, { params: AT, body: { ...notice, text: 'Mine', version: 0 } }),
    ).toEqual([409, 'changed_meanwhile'])
    const log = await story.as(owner, listLog, { params: AT, query: {} })
    expect(log.entries[0]).toMatchObject({
      kind: 'notice_changed',
      text: `Looking for: ${notice.text}`,
      can_undo: true,
    })
    await story.as(owner, undoChange, { params: { ...AT, record_id: first.log_id } })
    expect(await story.as(owner, getNotice, { params: AT })).toMatchObject({
      text: '',
      languages: [],
      min_trophies: null,
    })
    const told = (body: object) =>
      story.refused(owner, setNotice, { params: AT, body: { ...notice, version: 2, ...body } })
    for (const body of [
      { text: 'x'.repeat(281) },
      { languages: ['english'] },
      { min_trophies: -1 },
      { text: 'a\u0000b' },
    ]) {
      expect([body, await told(body)]).toEqual([body, [400, 'invalid']])
    }
  })

  it('refuses what is too long, out of bounds or empty with a sentence', async () => {
    const told = (body: object) => story.refused(owner, addMark, { params: AT, body: { player_tag: player, ...body } })
    const invalid = [400, 'invalid']
    for (const body of [
      { kind: 'note', text: '   ' },
      { kind: 'note', text: 'x'.repeat(10_240) },
      { kind: 'note', text: 'a\u0000b' },
      { kind: 'note', text: 'a', until: today(3) },
      { kind: 'warning', text: 'x'.repeat(501) },
      { kind: 'warning', text: 'x', weight: 4 },
      { kind: 'warning', text: 'x', until: today(400) },
      { kind: 'blacklist', text: 'x', until: null },
      { kind: 'safe', text: '', until: today(-1) },
    ]) {
      expect([body, await told(body)]).toEqual([body, invalid])
    }
    expect(await marks()).toEqual([])
  })

  it('is changed by whoever knows its newest version; the other is told what it is now', async () => {
    const { mark } = await note('First')
    const params = { ...AT, record_id: mark.id }
    const changed = await story.as(editor, changeMark, { params, body: { text: 'Second', pinned: true, version: 1 } })
    expect(changed.mark).toMatchObject({ text: 'Second', pinned: true, version: 2 })
    const answer = await story.app.inject({
      method: 'PUT',
      url: `/api/desk/${DESK_CLUB.slice(1)}/marks/${mark.id}`,
      headers: owner.headers,
      payload: { text: 'Third', version: 1 },
    })
    expect([answer.statusCode, JSON.parse(answer.body)]).toEqual([
      409,
      expect.objectContaining({
        code: 'changed_meanwhile',
        current: expect.objectContaining({ text: 'Second', version: 2 }),
      }),
    ])
    expect(answer.headers['cache-control']).toBe('no-store, private')
  })

  it('tells who did what, and undoes it in any order of records', async () => {
    const { mark, log_id } = await note('Helps newcomers', editor)
    const params = { ...AT, record_id: mark.id }
    const later = await story.as(owner, changeMark, { params, body: { text: 'Helps everybody', version: 1 } })
    expect(await story.refused(owner, undoChange, { params: { ...AT, record_id: log_id } })).toEqual([
      409,
      'changed_meanwhile',
    ])
    await story.as(owner, undoChange, { params: { ...AT, record_id: later.log_id } })
    expect((await marks())[0]).toMatchObject({ text: 'Helps newcomers', version: 3 })
    const removed = await story.as(owner, removeMark, { params, body: { version: 3 } })
    expect(await marks()).toEqual([])
    await story.as(editor, undoChange, { params: { ...AT, record_id: removed.log_id } })
    expect((await marks())[0]).toMatchObject({ text: 'Helps newcomers' })
    const entries = await log()
    expect(entries.map(({ kind, can_undo }) => [kind, can_undo])).toEqual([
      ['undone', false],
      ['mark_removed', false],
      ['undone', false],
      ['mark_changed', false],
      ['mark_added', false],
    ])
    const names = new Set(entries.map(({ author }) => author))
    expect([names.size, names.has(null)]).toEqual([2, false])
    expect(entries.at(-1)).toMatchObject({ player_tag: player, text: 'Note: Helps newcomers' })
  })

  it('loses no mark when twenty are made at once, and has room for so many', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, place) => note(`Note ${place}`)))
    expect((await marks()).length).toBe(20)
    expect((await log()).length).toBe(20)
  })

  it('has texts, weights, days and absences up to their limits, and not beyond', async () => {
    const open = { player_tag: player, from: today(), until: today(1), note: '' }
    const absence = (given: object) => [addAbsence, { ...open, ...given }] as const
    const mark = (given: object) => [addMark, { kind: 'warning', player_tag: player, text: '', ...given }] as const
    const pairs = [
      [mark({ kind: 'note', text: 'x'.repeat(2000) }), mark({ kind: 'note', text: 'x'.repeat(2001) })],
      [mark({ text: 'x'.repeat(500) }), mark({ text: 'x'.repeat(501) })],
      [mark({ weight: 3 }), mark({ weight: 4 })],
      [mark({ weight: 1 }), mark({ weight: 0 })],
      [mark({ until: today(365) }), mark({ until: today(366) })],
      [mark({ kind: 'blacklist', until: today(365) }), mark({ kind: 'blacklist', until: today(366) })],
      [absence({ note: 'x'.repeat(500) }), absence({ note: 'x'.repeat(501) })],
      [absence({ from: today(365), until: today(365) }), absence({ from: today(366), until: today(366) })],
    ] as const
    for (const pair of pairs) {
      const told = pair.map(([call, body]) => story.refused(owner, call, { params: AT, body }))
      expect([pair[1][1], await Promise.all(told)]).toEqual([
        pair[1][1],
        [
          [200, 'ok'],
          [400, 'invalid'],
        ],
      ])
    }
    for (let place = 2; place < 10; place += 1) await story.as(editor, addAbsence, { params: AT, body: open })
    expect(await story.refused(editor, addAbsence, { params: AT, body: open })).toEqual([409, 'absences_full'])
  })

  it('are absences, which end by themselves and may end earlier', async () => {
    const body = { player_tag: player, from: today(), until: today(10), note: 'Holidays' }
    const { absence } = await story.as(editor, addAbsence, { params: AT, body })
    expect(absence).toMatchObject({ state: 'now', by_member: false, version: 1 })
    const params = { ...AT, record_id: absence.id }
    const span = { from: today(), until: today(1), note: 'Back early' }
    const earlier = await story.as(owner, changeAbsence, { params, body: { ...span, version: 1 } })
    expect(earlier.absence.until).toBe(today(1))
    await story.as(owner, undoChange, { params: { ...AT, record_id: earlier.log_id } })
    await story.world.clock.advance(11 * DAY_MS)
    const [past] = (await story.as(owner, listAbsences, { params: AT })).absences
    expect(past).toMatchObject({ state: 'over', note: 'Holidays' })
    const away = (from: string, until: string) => ({ ...body, from, until })
    for (const wrong of [away(today(), today(60)), away(today(-1), today(59)), away(today(366), today(370))])
      expect(await story.refused(owner, addAbsence, { params: AT, body: wrong })).toEqual([400, 'invalid'])
    const sixty = await story.as(owner, addAbsence, { params: AT, body: away(today(), today(59)) })
    expect(sixty.absence.until).toBe(today(59))
  })

  it('are absences that a member enters by a link, which shows and changes nothing else', async () => {
    const member = await story.user('max', player)
    const leaders = { player_tag: player, from: today(), until: today(3), note: 'Secret reason' }
    await story.as(owner, addAbsence, { params: AT, body: leaders })
    const first = await story.as(member, makeAbsenceLink, { params: AT, body: { player_tag: player } })
    const { token } = await story.as(member, makeAbsenceLink, { params: AT, body: { player_tag: player } })
    const guest = { headers: {}, userId: 0 }
    expect(await story.refused(guest, readOwnAbsences, { body: { token: first.token } })).toEqual([404, 'link_over'])
    const span = { from: today(5), until: today(9), note: 'Exams' }
    const own = await ask(story.app, addOwnAbsence, { body: { token, ...span } })
    expect(own.absences).toMatchObject([{ ...span, version: 1 }])
    expect(JSON.stringify(own)).not.toContain('Secret')
    const seen = (await story.as(owner, listAbsences, { params: AT })).absences
    expect(seen.map(({ note: text, by_member }) => [text, by_member])).toEqual([
      ['Exams', true],
      ['Secret reason', false],
    ])
    const theirs = seen.find(({ by_member }) => !by_member)?.id ?? 0
    expect(await story.refused(guest, removeOwnAbsence, { body: { token, id: theirs, version: 1 } })).toEqual([
      404,
      'no_record',
    ])
    const id = own.absences[0]?.id ?? 0
    expect((await ask(story.app, removeOwnAbsence, { body: { token, id, version: 1 } })).absences).toEqual([])
    expect(await story.refused(member, makeAbsenceLink, { params: AT, body: { player_tag: '#2PP' } })).toEqual([
      404,
      'not_linked',
    ])
  })

  it('are rules of the club, which two leaders cannot overwrite unseen', async () => {
    const rules = { ...USUAL_RULES, warn_after_days: 5 }
    const body = { rules, time_zone: 'Europe/Berlin', version: 0 }
    const set = await story.as(owner, setRules, { params: AT, body })
    expect([set.rules.warn_after_days, set.version]).toEqual([5, 1])
    expect(await story.refused(editor, setRules, { params: AT, body })).toEqual([409, 'changed_meanwhile'])
    expect((await log())[0]?.text).toBe('warn_after_days 7 to 5, time zone UTC to Europe/Berlin')
    await story.as(editor, undoChange, { params: { ...AT, record_id: set.log_id } })
    expect(await story.as(editor, getRules, { params: AT })).toMatchObject({
      rules: USUAL_RULES,
      time_zone: 'UTC',
      version: 2,
    })
    const bad = (more: object) => story.refused(owner, setRules, { params: AT, body: { ...body, version: 2, ...more } })
    expect(await bad({ time_zone: 'Mars/Olympus' })).toEqual([400, 'invalid'])
    expect(await bad({ rules: { ...rules, remove_after_days: 5 } })).toEqual([400, 'invalid'])
  })

  it('is who was invited: seniors read the desk, and no longer when that ends', async () => {
    const [senior = ''] = story.roles.senior ?? []
    const viewer = await story.user('lin', senior)
    const reads = () => story.refused(viewer, listStaff, { params: AT })
    expect(await reads()).toEqual([404, 'no_desk'])
    const params = { ...AT, player: senior }
    await story.as(editor, inviteStaff, { params, body: { invited: true } })
    expect(await reads()).toEqual([200, 'ok'])
    const { staff } = await story.as(viewer, listStaff, { params: AT })
    expect(staff.find(({ player_tag }) => player_tag === senior)).toMatchObject({ access: 'viewer', linked: true })
    await story.as(owner, inviteStaff, { params, body: { invited: false } })
    expect(await reads()).toEqual([404, 'no_desk'])
    expect(await story.refused(owner, inviteStaff, { params: { ...AT, player }, body: { invited: true } })).toEqual([
      404,
      'not_a_senior',
    ])
  })

  it('loses the name of an author whose account is deleted, and keeps what was noted', async () => {
    await note('Stays', editor)
    const payload = { password: 'dolphins swim' }
    await story.app.inject({ method: 'DELETE', url: '/api/auth/account', headers: editor.headers, payload })
    expect((await marks())[0]).toMatchObject({ text: 'Stays', author: null })
    expect((await log())[0]?.author).toBeNull()
    expect((await story.refused(editor, beginProof, { body: { tag: '#2PP' } }))[0]).toBe(401)
  })
})
