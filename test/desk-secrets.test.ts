import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { queryRows } from '#server/database/database.ts'
import { exportFile } from '#server/history/archive/write-archive.ts'
import { carryOut, deleteDue } from '#server/site/proofs/carry-out.ts'
import { createMetrics } from '#server/site/status/prometheus.ts'
import { login } from '#shared/contract/accounts.ts'
import { endpoints } from '#shared/contract/all.ts'
import { listDeskMembers } from '#shared/contract/desk.ts'
import { listLog } from '#shared/contract/desk-log.ts'
import { addAbsence, addMark, listAbsences, listMarks, makeAbsenceLink } from '#shared/contract/desk-records.ts'
import { DAY_MS, dayOf } from '#shared/days.ts'
import { tagInPath } from '#shared/tag.ts'
import { DESK_CLUB, type DeskStory, type DeskVisitor, openDeskStory } from './desk-visitors.ts'
import { openTestStore, storeKinds, type TestStore } from './open-store.ts'

const AT = { params: { tag: DESK_CLUB } }
const SECRETS = ['planted-note', 'planted-warning', 'planted-safe', 'planted-blacklist', 'planted-absence']

describe.each(storeKinds)('what leaders noted, on the %s store', (kind) => {
  let store: TestStore
  let story: DeskStory
  let owner: DeskVisitor
  let player: string
  const logged: string[] = []
  beforeAll(async () => {
    store = await openTestStore(kind)
    const log = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) })
    story = await openDeskStory(store, { log })
    owner = await story.user('ada', story.roles.president?.[0] ?? '')
    player = story.roles.member?.[0] ?? ''
    for (const each of ['note', 'warning', 'safe', 'blacklist'] as const) {
      const body = { kind: each, player_tag: player, text: `planted-${each}` }
      await story.as(owner, addMark, { ...AT, body })
    }
    const today = dayOf(story.world.clock.now())
    const body = { player_tag: player, from: today, until: today, note: 'planted-absence' }
    await story.as(owner, addAbsence, { ...AT, body })
  })
  afterAll(async () => {
    await story.close()
    await store.close()
  })

  const found = (text: string) => SECRETS.filter((secret) => text.includes(secret))

  it('is seen by leaders', async () => {
    const seen = [
      await story.as(owner, listMarks, { ...AT, query: {} }),
      await story.as(owner, listAbsences, AT),
      await story.as(owner, listLog, { ...AT, query: {} }),
    ]
    expect(found(JSON.stringify(seen))).toEqual(SECRETS)
  })

  it('is in no public call, page or picture, whoever asks, before and after leaders have looked', async () => {
    const reads = [...endpoints.values()].filter(({ method, access }) => method === 'GET' && access !== 'desk')
    const tags = { club: tagInPath(DESK_CLUB), player: tagInPath(player) }
    const paths = reads.map(({ path }) =>
      path
        .replace('{tag}', path.includes('player') ? tags.player : tags.club)
        .replace('{date}', '2026-03-16')
        .replace(/\{\w+\}/, '1'),
    )
    const pages = [`/club/${tags.club}`, `/player/${tags.player}`, '/', `/og/club/${tags.club}.png`]
    const stranger = await story.user('eve', '#2PP')
    for (const headers of [{}, (await story.guest()).headers, stranger.headers, owner.headers]) {
      for (const url of [...paths, ...pages, ...paths.map((path) => `${path}?format=csv`)]) {
        const { body } = await story.app.inject({ url, headers })
        expect([url, found(body)]).toEqual([url, []])
      }
    }
  })

  it('is in no log, no metrics and no export', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'delphin-desk-'))
    const file = join(folder, 'export.ndjson')
    const { context } = story
    await exportFile({ db: context.db, clock: context.clock, file, gzip: false, say: () => {} })
    const exported = readFileSync(file, 'utf8')
    rmSync(folder, { recursive: true })
    const metrics = await createMetrics(context).text()
    // Refused logins are logged.
    await story.refused(owner, login, { body: { identifier: 'ada', password: 'no dolphins' } })
    expect([exported.length > 1000, metrics.length > 100, logged.length > 0]).toEqual([true, true, true])
    expect([found(exported), found(metrics), found(logged.join('\n'))]).toEqual([[], [], []])
  })

  it('is answered so that nothing keeps it', async () => {
    for (const [, call] of endpoints) {
      if (call.role === undefined || call.method !== 'GET') continue
      const url = call.path.replace('{tag}', tagInPath(DESK_CLUB)).replace('{date}', '2026-03-16')
      const { headers } = await story.app.inject({ url, headers: owner.headers })
      expect([call.path, headers['cache-control'], headers.etag]).toEqual([call.path, 'no-store, private', undefined])
    }
  })

  it('is of an alias while the player is hidden, and gone when the player is deleted', async () => {
    const { context } = story
    const { name } = await store.db
      .selectFrom('players')
      .select('name')
      .where('tag', '=', player)
      .executeTakeFirstOrThrow()
    const told = async () =>
      JSON.stringify([
        await story.as(owner, listMarks, { ...AT, query: {} }),
        await story.as(owner, listAbsences, AT),
        await story.as(owner, listLog, { ...AT, query: {} }),
        await story.as(owner, listDeskMembers, AT),
      ])
    const member = await story.user('max', player)
    await story.as(member, makeAbsenceLink, { ...AT, body: { player_tag: player } })
    expect(await told()).toContain(player)
    await carryOut(context, player, 'hide')
    const hidden = await told()
    expect([hidden.includes(player), hidden.includes(name), found(hidden)]).toEqual([false, false, SECRETS])
    const body = { kind: 'note', player_tag: player, text: 'Still here?' } as const
    expect(await story.refused(owner, addMark, { ...AT, body })).toEqual([404, 'player_hidden'])
    await carryOut(context, player, 'show')
    expect(await told()).toContain(player)
    await carryOut(context, player, 'delete')
    await story.world.clock.advance(DAY_MS)
    await deleteDue(context)
    expect(found(await story.world.clock.drive(told()))).toEqual([])
    for (const table of ['member_marks', 'absences', 'queue_decisions', 'desk_log', 'linked_players']) {
      const rows = await queryRows(
        store.db,
        { row: z.string() },
        sql`select t::text as row from ${sql.table(table)} t where t::text like ${`%${player}%`} or t::text like '%planted%'`,
      )
      expect([table, rows]).toEqual([table, []])
    }
  })
})
