import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import { type Database, queryRows } from '#server/database/database.ts'
import { openStore } from '#server/database/open-store.ts'
import { battle, battleLog, team } from '#test/club-history.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestStore } from '#test/open-store.ts'
import { importFiles } from '../archive/import-files.ts'
import { ingest } from '../ingest/ingest.ts'
import { battleMaps } from './read-battles.ts'
import { unpackBattle, unpackSides } from './unpack-battles.ts'

/** Battles and sides as versions before 0.2 stored them. The last side has lost its battle, and its key is none of theirs. */
const EARLIER = `
  create table battles_20260302 partition of battles for values from ('2026-03-02Z') to ('2026-03-09Z');
  create table player_battles_20260302 partition of player_battles for values from ('2026-03-02Z') to ('2026-03-09Z');
  insert into battles values
    ('abcdefghijklmnopqrst_-', '2026-03-04T09:00:01Z', 15000026, 'brawlBall', 'Pinhole Punt', 'ranked', 121, '{#2PP,#8QQ,#VVVVVVVVVVVVVV}'),
    ('0123456789ABCDEFGHIJKA', '2026-03-04T09:00:01Z', 15000200, 'soloShowdown', 'Skull Creek', 'ranked', null, '{#2PP,#8}'),
    ('0123456789ABCDEFGHIJKQ', '2026-03-04T23:59:59Z', 0, 'a new mode', null, 'a new type', 30, '{#2PP}'),
    ('0123456789ABCDEFGHIJKg', '2026-03-05T00:00:00Z', 7, 'duels', 'Odd', 'soloRanked', 70, '{#2PP,#9}');
  insert into player_battles values
    ('#2PP', '2026-03-04T09:00:01Z', 'abcdefghijklmnopqrst_-', 8, 'victory', null, 16000104, 1210, true),
    ('#8QQ', '2026-03-04T09:00:01Z', 'abcdefghijklmnopqrst_-', -70, 'defeat', null, 16000000, 0, false),
    ('#2PP', '2026-03-04T09:00:01Z', '0123456789ABCDEFGHIJKA', 0, null, 4, 16000001, 700, null),
    ('#2PP', '2026-03-04T23:59:59Z', '0123456789ABCDEFGHIJKQ', 0, 'draw', null, null, null, null),
    ('#2PP', '2026-03-05T00:00:00Z', '0123456789ABCDEFGHIJKg', 0, 'victory', null, 12, null, null),
    ('#2PP', '2026-03-05T10:00:00Z', 'another', 5, 'victory', null, 16000002, 500, null)`

/** Everything that is stored of battles. */
async function storedBattles(db: Database) {
  const battles = await db.selectFrom('battles').selectAll().orderBy('battle_key').execute()
  const days = await db.selectFrom('player_battles').selectAll().orderBy('player_tag').orderBy('day').execute()
  const months = await db.selectFrom('due_battle_months').selectAll().orderBy('player_tag').execute()
  const weeks = await db.selectFrom('due_meta_weeks').selectAll().execute()
  return { battles, days, maps: await battleMaps(db), months, weeks }
}

/** The rows of both tables as an export of that version holds them. */
async function exportedLines(db: Database): Promise<string[]> {
  const lines = [
    '{"format":"delphin-archive","version":1,"holds":"history","schema":"0015-privacy-proof","made_at":"2026-11-01"}',
  ]
  for (const table of ['battles', 'player_battles'] as const) {
    const rows = await queryRows(
      db,
      { row: z.string() },
      sql`select row_to_json(r)::text as row from ${sql.table(table)} r`,
    )
    lines.push(...rows.map(({ row }) => `{"table":"${table}","row":${row}}`))
  }
  return [...lines, `{"format":"delphin-history","end":{"rows":${lines.length - 1}}}`]
}

const serverUrl = inject('postgresUrl') ?? null

describe.each(serverUrl === null ? ['embedded'] : ['embedded', 'postgres'])(
  'battles of an earlier version (%s)',
  (kind) => {
    const name = `earlier_${Math.random().toString(36).slice(2)}`
    const dataDirectory = mkdtempSync(join(tmpdir(), 'delphin-earlier-'))
    const url = new URL(serverUrl ?? 'postgres://none')
    if (kind === 'postgres') url.pathname = `/${name}`
    const databaseUrl = kind === 'postgres' ? url.href : null
    const options = { databaseUrl, dataDirectory, connections: 1, onError: () => {} }
    const administer = async (statement: string) => {
      const admin = new pg.Pool({ connectionString: serverUrl ?? '' })
      await admin.query(statement)
      await admin.end()
    }
    beforeAll(async () => {
      if (kind === 'postgres') await administer(`create database ${name}`)
    })
    afterAll(async () => {
      if (kind === 'postgres') await administer(`drop database ${name} with (force)`)
      rmSync(dataDirectory, { recursive: true })
    })

    it('are kept as far as they tell, and come to the same rows from an old export', { timeout: 120_000 }, async () => {
      const older = await openStore({ ...options, schema: '0015-privacy-proof' })
      await sql.raw(EARLIER).execute(older.db)
      const lines = await exportedLines(older.db)
      await older.close()
      const { db, close } = await openStore(options)
      const upgraded = await storedBattles(db)
      expect(upgraded.battles).toHaveLength(4)
      const [ofFirstDay] = upgraded.days
      expect(unpackSides(ofFirstDay?.sides ?? Buffer.alloc(0), 0)).toMatchObject([
        { mode: 'brawlBall', family: 'ladder', result: 'win', star: true, trophyChange: 8, seconds: 121 },
        { mode: 'soloShowdown', format: 'showdown', place: 4, teams: 10, star: null, mates: [], lobby: 'unknown' },
        { mode: 'a new mode', family: 'other', eventId: 0, result: 'draw', brawlers: [] },
      ])
      const whole = upgraded.battles.map(({ sides }) => unpackBattle(sides))
      expect(whole.every(({ teamsKnown }) => !teamsKnown)).toBe(true)
      expect(whole.find(({ mode }) => mode === 'brawlBall')?.teams).toMatchObject([
        { fighters: [{ tag: '#2PP' }, { tag: '#8QQ' }, { tag: '#VVVVVVVVVVVVVV' }] },
      ])
      const target = await openTestStore('embedded')
      await importFiles({
        db: target.db,
        clock: manualClock(new Date('2026-11-02T00:00Z')),
        files: ['-'],
        stdin: Readable.from([lines.join('\n')]),
        say: (line) => expect(line).not.toContain('skipped'),
      })
      expect(await storedBattles(target.db)).toEqual(upgraded)
      await target.close()
      await close()
    })

    it('are told whole by the next log that holds them', { timeout: 120_000 }, async () => {
      const { db, close } = await openStore(options)
      const key = Buffer.from('abcdefghijklmnopqrst_-', 'base64url').toString('hex')
      const [before] = (await storedBattles(db)).battles.filter(
        ({ battle_key }) => battle_key.replaceAll('-', '') === key,
      )
      const teams = [team('#2PP #8QQ #9LL'), team('#2VV #8YY #9JJ')]
      const told = { ...battle('2026-03-04T09:00:01Z', 8, { teams, star: 0 }), key: before?.battle_key ?? '' }
      await ingest(db, [battleLog('2026-03-04T12:00Z', '#2PP', [told])])
      const { battles, days } = await storedBattles(db)
      expect(battles).toHaveLength(4)
      const after = battles.find(({ battle_key }) => battle_key === told.key)
      expect(unpackBattle(after?.sides ?? Buffer.alloc(0))).toMatchObject({ teamsKnown: true, teams })
      expect(after).toMatchObject({ results: 0x21, owners: 1 })
      const sides = unpackSides(days[0]?.sides ?? Buffer.alloc(0), 0)
      expect(sides.map(({ mates }) => mates)).toEqual([['#8QQ', '#9LL'], [], []])
      await close()
    })
  },
)
