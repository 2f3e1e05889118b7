import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StartFailure } from '#server/kernel/errors.ts'
import { layStore } from '#test/open-store.ts'
import { failToListen } from './start-product.ts'

const MAIN = join(import.meta.dirname, 'main.ts')

/** With a token there is no world of the demo to start. Nothing listens at port 9. */
const REAL_GAME = { BRAWL_API_TOKEN: 'a token', BRAWL_API_URL: 'http://127.0.0.1:9/v1' }

type Run = { child: ChildProcess; output: () => string; ended: Promise<number | null> }

describe('starting the product', { timeout: 60_000 }, () => {
  let directory: string
  const running: Run[] = []

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'delphin-start-'))
  })
  afterEach(async () => {
    for (const run of running.splice(0)) {
      run.child.kill('SIGKILL')
      await run.ended
    }
    rmSync(directory, { recursive: true, force: true })
  })

  function start(settings: Record<string, string>, ...command: string[]): Run {
    const env = {
      PATH: process.env.PATH,
      DATA_DIR: directory,
      PORT: '0',
      DEMO_CLUBS: '4',
      DEMO_HISTORY_DAYS: '1',
      LOG_LEVEL: 'warn',
    }
    const child = spawn(process.execPath, [MAIN, ...command], { env: { ...env, ...settings }, stdio: 'pipe' })
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.stderr.on('data', (chunk) => {
      text += chunk
    })
    const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
    const run = { child, output: () => text, ended }
    running.push(run)
    return run
  }

  function says(run: Run, words: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = () => run.output().includes(words) && resolve()
      run.child.stdout?.on('data', look)
      run.child.stderr?.on('data', look)
      void run.ended.then(() => reject(new Error(`ended before it said "${words}": ${run.output()}`)))
      look()
    })
  }

  it('refuses bad settings in one line, which names each of them', async () => {
    const run = start({ PORT: 'many', BRAWL_API_URL: 'ftp://x', DATABASE_URL: 'mysql://x' })
    expect(await run.ended).toBe(1)
    expect(run.output()).toContain('PORT must be a whole number')
    expect(run.output()).toContain('BRAWL_API_URL')
    expect(run.output()).toContain('DATABASE_URL must be a postgres:// address')
    expect(run.output().trim().split('\n')).toHaveLength(1)
  })

  it('says which port is taken', async () => {
    layStore(directory)
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    const run = start({ ...REAL_GAME, PORT: String(port) })
    expect(await run.ended).toBe(1)
    expect(run.output()).toContain(`Port ${port} is in use`)
    expect(run.output()).not.toMatch(/^ +at /m)
    other.close()
  })

  it('waits for a database that is away, and answers meanwhile that it is not ready', async () => {
    const free = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => free.once('listening', resolve))
    const { port } = free.address() as { port: number }
    await new Promise((resolve) => free.close(resolve))
    const run = start({ DATABASE_URL: 'postgres://ada:s3cret-word@127.0.0.1:9/delphin', PORT: String(port) })
    await says(run, 'The database delphin at 127.0.0.1:9 (DATABASE_URL) does not answer')
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    await expect.poll(async () => (await get('/api/health/live').catch(() => null))?.status).toBe(200)
    const ready = await get('/api/health/ready')
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { error: expect.stringContaining('database'), code: 'store_unavailable' },
    ])
    expect((await get('/')).status).toBe(503)
    expect(run.output()).not.toContain('s3cret-word')
    run.child.kill('SIGTERM')
    await run.ended
  })

  it('says when the data directory cannot be written', async () => {
    const file = join(directory, 'file')
    writeFileSync(file, '')
    const run = start({ DATA_DIR: join(file, 'data') })
    expect(await run.ended).toBe(1)
    expect(run.output().trim()).toBe(`The data directory ${join(file, 'data')} cannot be written (DATA_DIR)`)
  })

  it('fits beside others on a rented server of 512 MB, and refuses a second process', {
    timeout: 150_000,
  }, async () => {
    layStore(directory)
    const first = start(REAL_GAME)
    await says(first, 'Delphin is at')
    const second = start(REAL_GAME)
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`is in use by process ${first.child.pid}`)
    const address = /Delphin is at (\S+)/.exec(first.output())?.[1]
    expect((await fetch(`${address}/api/health/live`)).status).toBe(200)
    // While it starts it takes more, which it returns. `megabytes` is null where the kernel does not tell.
    await vi.waitFor(() => expect(megabytes(first.child.pid) ?? 0).toBeLessThan(300), {
      timeout: 120_000,
      interval: 500,
    })
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
  })

  it('loads its code without starting anything, so that Node keeps it compiled', async () => {
    const checked = start({ DATA_DIR: join(directory, 'untouched') }, 'check')
    expect(await checked.ended).toBe(0)
    expect(checked.output()).toBe('')
    expect(existsSync(join(directory, 'untouched'))).toBe(false)
  })

  it('logs what happens, and stops on Ctrl-C with all that it started', { timeout: 150_000 }, async () => {
    layStore(directory)
    const run = start({ LOG_LEVEL: 'debug' })
    await says(run, 'Delphin is at')
    await says(run, 'Demo history: complete')
    const started = startedBy(run.child.pid)
    expect(started).not.toEqual([])
    run.child.kill('SIGINT')
    expect(await run.ended).toBe(0)
    // The demo's world among them.
    expect(started?.filter(isRunning) ?? []).toEqual([])
    const lines = run
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    const messages = lines.map((line) => (JSON.parse(line) as { msg?: string }).msg)
    expect(messages).toContainEqual(expect.stringMatching(/^the site listens at http:/))
    expect(messages.filter((message) => !message?.trim())).toEqual([])
  })
})

it.each([
  ['EADDRNOTAVAIL', 'This machine has no address 203.0.113.9. Set HOST.'],
  ['ENOTFOUND', 'The host name 203.0.113.9 is not known. Set HOST.'],
  ['EACCES', 'Port 80 may not be used by this user. Set PORT above 1024.'],
])('a start that ends with %s says what to set', (code, sentence) => {
  const fail = failToListen({ HOST: '203.0.113.9', PORT: 80 })
  expect(() => fail(Object.assign(new Error('listen'), { code }))).toThrow(new StartFailure(sentence))
})

/** The processes that a process has started, as Linux tells them; null elsewhere. */
function startedBy(pid: number | undefined): number[] | null {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? (readFileSync(file, 'utf8').match(/\d+/g) ?? []).map(Number) : null
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The memory that a process has in use, as Linux tells it. */
function megabytes(pid: number | undefined): number | null {
  const file = `/proc/${pid}/status`
  const kilobytes = existsSync(file) ? /VmRSS:\s+(\d+)/.exec(readFileSync(file, 'utf8'))?.[1] : undefined
  return kilobytes === undefined ? null : Number(kilobytes) / 1024
}
