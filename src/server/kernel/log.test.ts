import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { manualClock } from '#test/manual-clock.ts'
import { createLog } from './log.ts'

/** The log's text about these entries. */
function logged(...entries: object[]): string {
  let text = ''
  const { log } = createLog('info', { write: (line) => (text += line) })
  for (const entry of entries) log.warn(entry, 'something happened')
  return text
}

const SECRETS = {
  authorization: 'Bearer canary',
  'x-guest-session': 'canary',
  password: 'canary',
  new_password: 'canary',
  api_key: 'canary',
  token: 'canary',
}

it.each([
  ['at the top', SECRETS],
  ['in headers', { headers: SECRETS }],
  ['in the body of a request', { request: { body: SECRETS, headers: SECRETS } }],
])('the log has no secrets of an entry %s', (_where, entry) => {
  const text = logged(entry)
  expect(text).not.toContain('canary')
  expect(text.match(/\[secret\]/g)?.length).toBeGreaterThanOrEqual(Object.keys(SECRETS).length)
})

it('the log has the other fields, and errors with their stack', () => {
  const line = JSON.parse(logged({ requestId: 'a1', error: new Error('broken') }))
  expect(line).toMatchObject({ requestId: 'a1', error: { message: 'broken', stack: expect.stringContaining('at ') } })
})

it('a flood of one trouble fills a minute with a few lines, and the next one says how many are missing', async () => {
  const lines: { msg: string; unsaid?: number }[] = []
  const clock = manualClock()
  const { log } = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }, clock)
  for (let count = 0; count < 5000; count++) log.warn({ count }, 'slow request')
  log.error({ error: new Error('other') }, 'request failed')
  for (let count = 0; count < 100; count++) log.info({ count }, 'logged in')
  expect(lines).toHaveLength(60 + 1 + 100)
  await clock.advance(60_000)
  log.warn({ count: 1 }, 'slow request')
  log.warn({ count: 2 }, 'slow request')
  expect(lines.slice(-2)).toMatchObject([{ count: 1, unsaid: 4940 }, { count: 2 }])
  expect(lines.at(-1)).not.toHaveProperty('unsaid')
})

const HERE = new URL('.', import.meta.url).href

/** Runs a process that logs and then breaks, as the product could in a timer or a promise. */
async function breakBy(fault: string): Promise<{ code: number | null; lines: Record<string, unknown>[] }> {
  const program = `
    import { createLog, logFatal } from '${HERE}log.ts'
    const { log, flush } = createLog('info')
    logFatal(log, flush)
    log.info('still in memory')
    setTimeout(() => { ${fault} }, 1)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program])
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const said = await text(child.stdout)
  return {
    code: await ended,
    lines: said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  }
}

it.each([
  ['an error thrown in a timer', "throw new Error('planted')", 'uncaughtException'],
  ['a rejection nobody waits for', "Promise.reject(new Error('planted'))", 'unhandledRejection'],
])('the log has %s and everything before it, and the process ends', async (_what, fault, origin) => {
  const { code, lines } = await breakBy(fault)
  expect(code).toBe(1)
  // What was being written at that moment may come out after it.
  expect(lines.toSorted((one, other) => Number(one.level) - Number(other.level))).toMatchObject([
    { msg: 'still in memory' },
    { level: 60, origin, error: { message: 'planted', stack: expect.any(String) } },
  ])
})
