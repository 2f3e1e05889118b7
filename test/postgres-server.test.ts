import { existsSync } from 'node:fs'
import { Client } from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { findPostgres } from '../scripts/prepare/find-program.mjs'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

async function started(options: Parameters<typeof startPostgres>[0]): Promise<PostgresServer> {
  const server = await startPostgres(options)
  if ('missing' in server) throw new Error(server.missing)
  return server
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

describe.skipIf(findPostgres() === null)('a PostgreSQL of our own', () => {
  it('is there once for all tests of a run', async () => {
    const url = inject('postgresUrl') ?? ''
    expect(await ask(url, "select current_setting('server_encoding') as encoding")).toEqual([{ encoding: 'UTF8' }])
  })

  it('comes up again where it was after kill -9, with what it had acknowledged', async () => {
    const first = await started({ keep: true })
    await ask(first.url, "create table club (tag text); insert into club values ('#2PP')")
    await first.kill()
    const { directory, port } = first
    const second = await started({ directory, port })
    expect(second.url).toBe(first.url)
    expect(await ask(second.url, 'select tag from club')).toEqual([{ tag: '#2PP' }])
    await second.stop()
    expect(existsSync(directory)).toBe(false)
  })

  it('runs beside others', async () => {
    const servers = await Promise.all([started({ fast: true }), started({ fast: true })])
    const answers = await Promise.all(servers.map((server) => ask(server.url, 'show port')))
    expect(answers).toEqual(servers.map((server) => [{ port: String(server.port) }]))
    await Promise.all(servers.map((server) => server.stop()))
  })
})
