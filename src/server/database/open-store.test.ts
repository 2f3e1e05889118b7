import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import { StartFailure } from '#server/kernel/errors.ts'
import { bothStores, layStore, openTestStore } from '#test/open-store.ts'
import { defineQuery, queryRows } from './database.ts'
import { openStore, startFault } from './open-store.ts'

const columns = { n: z.number() }
const slow = 'select count(*) as n from generate_series(1, 200000)'
const readSlowly = defineQuery(columns, slow)

describe.each(bothStores)('closing the %s store', { timeout: 120_000 }, (kind) => {
  it('waits for all statements that were sent, and loses no connection', async () => {
    const lost: Error[] = []
    const store = await openTestStore(kind, (error) => lost.push(error))
    const asked = [
      store.db.transaction().execute(async (transaction) => {
        await sql.raw(slow).execute(transaction)
        return queryRows(transaction, columns, sql.raw(slow))
      }),
      ...Array.from({ length: 12 }, () => readSlowly(store.db, [])),
    ]
    const answers = Promise.all(asked)
    await store.close()
    expect(await answers).toEqual(asked.map(() => [{ n: 200_000 }]))
    expect(lost).toEqual([])
  })

  it('ends connections that were never used', async () => {
    const lost: Error[] = []
    const store = await openTestStore(kind, (error) => lost.push(error))
    await store.close()
    expect(lost).toEqual([])
  })
})

const STARVED = `
  import { closeSync, openSync } from 'node:fs'
  import { sql } from 'kysely'
  import { openStore } from '#server/database/open-store.ts'
  const troubles = []
  const onError = (error) => troubles.push(error.message.slice(0, 6))
  const store = await openStore({ databaseUrl: null, dataDirectory: process.env.DATA, connections: 1, onError })
  await sql\`create table kept (n integer)\`.execute(store.db)
  const taken = []
  try { for (;;) taken.push(openSync('/dev/null')) } catch {}
  await new Promise((resolve) => setTimeout(resolve, 2500))
  for (const file of taken) closeSync(file)
  await new Promise((resolve) => setTimeout(resolve, 1200))
  await sql\`insert into kept values (1)\`.execute(store.db)
  await store.close()
  process.stdout.write(JSON.stringify(troubles))`

it('the embedded store survives a time in which no more files can be opened, and reports it once', async () => {
  const DATA = mkdtempSync(join(tmpdir(), 'delphin-test-'))
  layStore(DATA)
  const script = join(import.meta.dirname, `starved-${process.pid}.mjs`)
  writeFileSync(script, STARVED)
  const child = spawn('bash', ['-c', 'ulimit -n 512 && exec "$0" "$1"', process.execPath, script], {
    env: { ...process.env, DATA },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    expect(JSON.parse(await text(child.stdout))).toEqual(['EMFILE'])
  } finally {
    rmSync(script)
    rmSync(DATA, { recursive: true, force: true })
  }
}, 60_000)

const startFaults: [what: string, error: Error, free: number][] = [
  ['a file that cannot be written', Object.assign(new Error('write'), { code: 'ENOSPC' }), 1e9],
  ['a lock that SQLite cannot write', Object.assign(new Error('database or disk is full'), { errcode: 13 }), 1e9],
  ['a statement that the store refuses', Object.assign(new Error('extend'), { code: '53100' }), 1e9],
  ['a store that aborts without a reason', new Error('Aborted()'), 1e6],
]

it.each(startFaults)('a start on a full disk says so in one line: %s', (_what, error, free) => {
  const fault = startFault(error, '/data', () => free)
  expect(fault).toBeInstanceOf(StartFailure)
  expect(String(fault)).toMatch(/^[^\n]*The disk of \/data is full \(DATA_DIR\)[^\n]*$/)
})

it('a start that fails for another reason keeps its error', () => {
  const error = new Error('Aborted()')
  expect(startFault(error, '/data', () => 1e9)).toBe(error)
})

it('a folder with other files where the store is to be is left alone', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'delphin-taken-'))
  const file = join(dataDirectory, 'store', 'letter.txt')
  mkdirSync(join(file, '..'))
  writeFileSync(file, 'Dear Ada')
  const opened = openStore({ databaseUrl: null, dataDirectory, connections: 1, onError: () => {} })
  await expect(opened).rejects.toThrow(/holds files that are no store of Delphin \(DATA_DIR\)/)
  expect(readFileSync(file, 'utf8')).toBe('Dear Ada')
  rmSync(dataDirectory, { recursive: true })
})

it('the folder of the socket of a killed process is removed by the next one', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'delphin-killed-'))
  layStore(dataDirectory)
  const left = mkdtempSync(join(tmpdir(), 'delphin-'))
  writeFileSync(join(dataDirectory, 'store.socket'), `${left}\n`)
  const store = await openStore({ databaseUrl: null, dataDirectory, connections: 1, onError: () => {} })
  expect(existsSync(left)).toBe(false)
  const used = readFileSync(join(dataDirectory, 'store.socket'), 'utf8').trim()
  expect(existsSync(used)).toBe(true)
  await store.close()
  expect(existsSync(used)).toBe(false)
  rmSync(dataDirectory, { recursive: true })
}, 60_000)

const server = inject('postgresUrl')

it.skipIf(!server)('a PostgreSQL store needs no rights beyond a database of its own', async () => {
  const admin = new pg.Client({ connectionString: String(server) })
  await admin.connect()
  await admin.query("create role ordinary_user login password 'ordinary'")
  await admin.query('create database ordinary owner ordinary_user')
  const url = Object.assign(new URL(String(server)), {
    username: 'ordinary_user',
    password: 'ordinary',
    pathname: '/ordinary',
  })
  const store = await openStore({ databaseUrl: url.href, dataDirectory: '', connections: 2, onError: () => {} })
  const { rows } = await admin.query("select rolsuper, rolcreatedb from pg_roles where rolname = 'ordinary_user'")
  expect(rows).toEqual([{ rolsuper: false, rolcreatedb: false }])
  expect(await store.db.selectFrom('users').selectAll().execute()).toEqual([])
  await store.close()
  await admin.query('drop database ordinary with (force)')
  await admin.query('drop role ordinary_user')
  await admin.end()
})
