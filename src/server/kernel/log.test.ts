import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { createLog } from './log.ts'

/** What the log says of these, as text. */
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
])('never says what is secret, whoever logs it: %s', (_where, entry) => {
  const text = logged(entry)
  expect(text).not.toContain('canary')
  expect(text.match(/\[secret\]/g)?.length).toBeGreaterThanOrEqual(Object.keys(SECRETS).length)
})

it('says the rest, errors with their stack', () => {
  const line = JSON.parse(logged({ requestId: 'a1', error: new Error('broken') }))
  expect(line).toMatchObject({ requestId: 'a1', error: { message: 'broken', stack: expect.stringContaining('at ') } })
})

const HERE = new URL('.', import.meta.url).href

/** A process that does nothing but log and break, as the product would in a timer or a promise of its own. */
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
])(
  '%s is in the log with all that came before, and ends the process for its supervisor to start anew',
  async (_what, fault, origin) => {
    const { code, lines } = await breakBy(fault)
    expect(code).toBe(1)
    // What was being written at that moment may come out after it.
    expect(lines.toSorted((one, other) => Number(one.level) - Number(other.level))).toMatchObject([
      { msg: 'still in memory' },
      { level: 60, origin, error: { message: 'planted', stack: expect.any(String) } },
    ])
  },
)
