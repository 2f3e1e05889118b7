import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { isWholeRun } from '#test/how-much.ts'
import { layStore } from '#test/open-store.ts'
import { openStore } from './open-store.ts'
import { closeToOthers } from './private-files.ts'

let parent: string
let directory: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'delphin-private-'))
  directory = join(parent, 'data')
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

/** Files and folders of a data directory in which others have rights. */
function openToOthers(data = directory): string[] {
  const names = ['.', ...readdirSync(data, { recursive: true, encoding: 'utf8' })]
  return names.filter((name) => (lstatSync(join(data, name)).mode & 0o077) !== 0)
}

/** Opens the store, writes as much as makes a new file of the log and of a table, and answers what was tightened. */
async function useStore(): Promise<number> {
  let tightened = 0
  const store = await openStore({
    databaseUrl: null,
    dataDirectory: directory,
    connections: 1,
    onError: () => {},
    onTightened: (paths) => {
      tightened += paths
    },
  })
  await sql`create table if not exists diary as select repeat(n::text, 1000) as page from generate_series(1, 2000) n`.execute(
    store.db,
  )
  await sql`checkpoint`.execute(store.db)
  const open = openToOthers()
  await store.close()
  expect(open).toEqual([])
  return tightened
}

it('nobody but the owner of the process can read or write a file of a new store', () => {
  expect(openToOthers(inject('storeTemplate'))).toEqual([])
})

it('nobody but the owner of the process can enter a new data directory', () => {
  expect(closeToOthers(directory)).toBe(0)
  expect(lstatSync(directory).mode & 0o777).toBe(0o700)
})

// Making a store takes seven seconds.
it.runIf(isWholeRun)(
  'nobody but the owner of the process can read or write a file in a data directory that a store makes',
  async () => {
    expect(await useStore()).toBe(0)
    expect(lstatSync(directory).mode & 0o777).toBe(0o700)
    expect(openToOthers()).toEqual([])
  },
  60_000,
)

it('a store of an earlier version, open to every user, is closed to them when it is opened', async () => {
  mkdirSync(directory)
  layStore(directory)
  writeFileSync(join(directory, 'secret.key'), 'x')
  chmodSync(directory, 0o755)
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const path = join(directory, name)
    chmodSync(path, lstatSync(path).isDirectory() ? 0o777 : 0o666)
  }
  expect(await useStore()).toBeGreaterThan(100)
  expect(openToOthers()).toEqual([])
  expect(await useStore()).toBe(0)
}, 60_000)
