import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listLog } from '#shared/contract/desk-log.ts'
import {
  addAbsence,
  addMark,
  listAbsences,
  listMarks,
  removeAbsence,
  removeMark,
} from '#shared/contract/desk-records.ts'
import { DAY_MS, dayOf } from '#shared/days.ts'
import { DESK_CLUB, type DeskStory, type DeskVisitor, openDeskStory } from '#test/desk-visitors.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { clearDesks } from './desk-room.ts'

const AT = { tag: DESK_CLUB }
const NOTE = { kind: 'note', player_tag: '#2PP', text: 'One more' } as const

describe.each(storeKinds)('what a desk keeps, on the %s store', (kind) => {
  let store: TestStore
  let story: DeskStory
  let owner: DeskVisitor
  let editor: DeskVisitor
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(() => open({}))
  afterEach(() => story.close())
  afterAll(() => store.close())

  async function open(options: Parameters<typeof openDeskStory>[1]) {
    story = await openDeskStory(store, options)
    owner = await story.user('ada', story.roles.president?.[0] ?? '')
    editor = await story.user('milo', story.roles.vicePresident?.[0] ?? '')
  }
  const at = (days = 0) => new Date(story.world.clock.now().getTime() + days * DAY_MS)
  const note = (by = owner) => story.refused(by, addMark, { params: AT, body: NOTE })

  it('takes so many changes a minute of a user, twice as many of a network, and more a minute later', async () => {
    await story.close()
    await open({ settings: { DESK_WRITES_PER_MINUTE: '6' } })
    const other = await story.user('eve', story.roles.vicePresident?.[1] ?? '')
    const changes = async (by: DeskVisitor, count: number) => {
      const statuses = []
      for (let place = 0; place < count; place += 1) statuses.push((await note(by))[0])
      return statuses.filter((status) => status === 200).length
    }
    expect(await changes(owner, 7)).toBe(6)
    expect(await changes(editor, 4)).toBe(4)
    expect(await changes(other, 4)).toBe(2)
    await story.world.clock.advance(60_000)
    expect(await changes(owner, 1)).toBe(1)
  })

  it('is 5,000 marks, also when leaders write at the same moment, until those taken away are cleared', async () => {
    await sql`
      insert into member_marks (desk, player_tag, kind, text, pinned, created_at, changed_at, version)
      select ${DESK_CLUB}, '#2PP', 'note', 'Note ' || place, false, ${at()}::timestamptz, ${at()}::timestamptz, 1
      from generate_series(1, 4998) place`.execute(store.db)
    const told = await Promise.all([owner, editor, owner, editor].map(note))
    expect(told.map(([status, code]) => `${status} ${code}`).sort()).toEqual([
      '200 ok',
      '200 ok',
      '409 marks_full',
      '409 marks_full',
    ])
    const [newest] = (await story.as(owner, listMarks, { params: AT, query: {} })).marks
    const params = { ...AT, record_id: newest?.id ?? 0 }
    await story.as(owner, removeMark, { params, body: { version: 1 } })
    expect(await note()).toEqual([409, 'marks_full'])
    await clearDesks(story.context)
    expect(await note()).toEqual([409, 'marks_full'])
    await store.db
      .updateTable('member_marks')
      .set({ removed_at: at(-91) })
      .where('id', '=', params.record_id)
      .execute()
    await clearDesks(story.context)
    expect(await note()).toEqual([200, 'ok'])
  })

  it('is a thousand absences, until those that are over are cleared', async () => {
    await sql`
      insert into absences (desk, player_tag, from_day, until_day, note, by_member, created_at, changed_at, version)
      select ${DESK_CLUB}, '#2PP' || place, ${dayOf(at())}::date, ${dayOf(at(9))}::date, '', false, ${at()}::timestamptz,
        ${at()}::timestamptz, 1 from generate_series(1, 999) place`.execute(store.db)
    const away = (from: Date) => ({ player_tag: '#2PP', from: dayOf(from), until: dayOf(from), note: '' })
    const { absence } = await story.as(editor, addAbsence, { params: AT, body: away(at()) })
    const gone = { params: { ...AT, record_id: absence.id }, body: { version: 1 } }
    await story.as(editor, removeAbsence, gone)
    expect(await story.refused(editor, addAbsence, { params: AT, body: away(at()) })).toEqual([409, 'absences_full'])
    await store.db
      .updateTable('absences')
      .set({ until_day: dayOf(at(-91)) })
      .execute()
    await clearDesks(story.context)
    await story.as(editor, addAbsence, { params: AT, body: away(at()) })
    expect((await story.as(editor, listAbsences, { params: AT })).absences).toHaveLength(1)
  })

  /** Fills the log with entries of this age and size, and answers how many are left after one more. */
  async function entriesLeft(filled: readonly { count: number; bytes: number; days: number }[]) {
    for (const { count, bytes, days } of filled) {
      await sql`
        insert into desk_log (desk, at, kind, text, record, undo)
        select ${DESK_CLUB}, ${at(-days)}::timestamptz, 'mark_added', (
            select string_agg(md5(random()::text), '') from generate_series(1, ${Math.ceil(bytes / 32)}) where entry > 0
          ), 'member_marks ' || entry, '[]'
        from generate_series(1, ${count}) entry`.execute(store.db)
    }
    expect(await note()).toEqual([200, 'ok'])
    const { left } = await store.db
      .selectFrom('desk_log')
      .select(({ fn }) => fn.countAll<number>().as('left'))
      .executeTakeFirstOrThrow()
    return Number(left)
  }

  it('is 20,000 entries of the log; more only of the last year', async () => {
    const entries = [
      { count: 500, bytes: 10, days: 400 },
      { count: 19_900, bytes: 10, days: 300 },
    ]
    expect(await entriesLeft(entries)).toBe(20_000)
    await store.db
      .updateTable('desk_log')
      .set({ at: at(-10) })
      .execute()
    expect(await entriesLeft([{ count: 100, bytes: 10, days: 5 }])).toBe(20_101)
  })

  it('is 10 MB of the log, and 5 MB of it for a year', async () => {
    const left = await entriesLeft([
      { count: 1000, bytes: 7000, days: 400 },
      { count: 1000, bytes: 7000, days: 300 },
    ])
    expect(left).toBeGreaterThan(1200)
    expect(left).toBeLessThan(1450)
    const { entries } = await story.as(owner, listLog, { params: AT, query: {} })
    expect(entries[0]?.text).toContain('One more')
  })

  it('is 200 KB at a desk that is tried', async () => {
    await story.close()
    await open({ demo: true, settings: { DESK_WRITES_PER_MINUTE: '1000' } })
    const guest = await story.guest()
    const body = {
      ...NOTE,
      text: randomBytes(1500).toString('base64'),
    }
    const statuses: string[] = []
    for (let place = 0; place < 60; place += 1) {
      statuses.push((await story.refused(guest, addMark, { params: AT, body })).join(' '))
    }
    expect(new Set(statuses)).toEqual(new Set(['200 ok', '409 trial_full']))
    const { bytes } = await store.db
      .selectFrom('member_marks')
      .select(sql<number>`sum(pg_column_size(member_marks.*))`.as('bytes'))
      .executeTakeFirstOrThrow()
    expect(Number(bytes)).toBeLessThan(200_000)
  })

  it('has no characters that turn the text around them', async () => {
    const body = { ...NOTE, text: 'Ada \u202Eevil\u202C \u2066x\u2069 مرحبا' }
    const { mark } = await story.as(owner, addMark, { params: AT, body })
    expect(mark.text).toBe('Ada evil x مرحبا')
    expect(await story.refused(owner, addMark, { params: AT, body: { ...NOTE, text: '\u202E' } })).toEqual([
      400,
      'invalid',
    ])
  })
})
