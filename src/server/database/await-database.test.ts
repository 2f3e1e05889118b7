import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { manualClock } from '#test/manual-clock.ts'
import { openTestStore } from '#test/open-store.ts'
import { awaitDatabase } from './await-database.ts'

describe('a start whose database is away', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  async function freePort(): Promise<number> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    return port
  }

  it.each([
    ['refuses connections', '127.0.0.1', 'nothing listens there'],
    ['has an unknown host', 'no-such-host.invalid', /there is no host of this name|cannot be looked up/],
  ])('waits while it %s, and says once which database it is, without the password', async (_why, host, why) => {
    const clock = manualClock()
    const lines: string[] = []
    const port = await freePort()
    const url = `postgres://ada:s3cret-word@${host}:${port}/delphin`
    const waiting = awaitDatabase({ url, clock, onAway: (line) => void lines.push(line) })
    waiting.catch(() => {})
    for (let tries = 0; tries < 3; tries++) {
      await expect.poll(() => clock.waiting(), { timeout: 20_000 }).toBe(1)
      await clock.advance(5_000)
    }
    expect(lines).toEqual([expect.stringContaining(`The database delphin at ${host}:${port} (DATABASE_URL) does not`)])
    expect(lines[0]).toMatch(why)
    expect(lines[0]).not.toContain('s3cret-word')
  })

  it('waits for one whose port takes connections and never answers', { timeout: 30_000 }, async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    servers.push(silent)
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const away = new Promise<string>((resolve, reject) => {
      const url = `postgres://ada@127.0.0.1:${port}/delphin`
      awaitDatabase({ url, clock: manualClock(), onAway: resolve }).catch(reject)
    })
    expect(await away).toContain('does not answer')
  })

  /** What a PostgreSQL answers when it refuses a connection. */
  function refusing(code: string, message: string): Server {
    const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
    const length = Buffer.alloc(4)
    length.writeInt32BE(fields.length + 4)
    return createServer((socket) => {
      socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, fields])))
      socket.on('error', () => {})
    }).listen(0, '127.0.0.1')
  }

  it.each([
    ['28P01', 'password authentication failed for user "ada"', 'refuses the user or the password'],
    ['3D000', 'database "delphin" does not exist', 'does not exist'],
  ])('ends with one line, without the password, when it answers %s', async (code, message, words) => {
    const server = refusing(code, message)
    servers.push(server)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const url = `postgres://ada:s3cret-word@127.0.0.1:${port}/delphin`
    const lines: string[] = []
    const trying = awaitDatabase({ url, clock: manualClock(), onAway: (line) => void lines.push(line) })
    await expect(trying).rejects.toThrow(
      `The database delphin at 127.0.0.1:${port} (DATABASE_URL) ${words}: ${message}`,
    )
    expect(lines).toEqual([])
  })

  describe.skipIf((inject('postgresUrl') ?? null) === null)('with a PostgreSQL', () => {
    it('ends when the database takes connections', { timeout: 30_000 }, async () => {
      const store = await openTestStore('postgres')
      const url = new URL(store.url ?? '')
      const behind = { host: url.hostname, port: Number(url.port) }
      const port = await freePort()
      url.host = `127.0.0.1:${port}`
      const clock = manualClock()
      const ready = awaitDatabase({ url: url.href, clock, onAway: () => {} })
      await expect.poll(() => clock.waiting(), { timeout: 20_000 }).toBe(1)
      const door = createServer((socket) => {
        const other = connect(behind)
        socket.pipe(other).pipe(socket)
        for (const end of [socket, other]) end.on('error', () => {})
      }).listen(port, '127.0.0.1')
      servers.push(door)
      await once(door, 'listening')
      await clock.advance(5_000)
      await ready
      await store.close()
    })
  })
})
