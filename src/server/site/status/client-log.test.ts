import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { refusalOf } from '#test/ask.ts'
import { openTestApp, openTestContext, type TestContext } from '#test/open-context.ts'
import type { TestStore } from '#test/open-store.ts'
import { registerClientLog, safeData } from './routes.ts'

/** Reports are written to the log alone. */
const store = { dataDirectory: null } as TestStore

const ENTRY = { level: 'error', component: 'ClubPage', message: 'It broke', timestamp: '2026-06-01T00:00:00Z' }

describe('a report of a page', () => {
  let context: TestContext
  let lines: string[]
  let app: ReturnType<typeof openTestApp>
  const post = (payload: unknown) =>
    app.inject({
      method: 'POST',
      url: '/api/debug/log',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    })

  beforeEach(() => {
    lines = []
    const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) })
    context = openTestContext({ store, log })
    app = openTestApp(context, [registerClientLog])
  })

  it('becomes one log line for each entry, marked as coming from a page', async () => {
    expect((await post(ENTRY)).json()).toEqual({ ok: true })
    expect((await post({ entries: [{ ...ENTRY, level: 'warn' }, ENTRY] })).statusCode).toBe(200)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, source: 'page', page: { component: 'ClubPage', message: 'It broke' } },
      { level: 40 },
      { level: 50 },
    ])
  })

  it('cannot forge a log line or colour a terminal, and is not repeated in the answer', async () => {
    const evil = '\n{"level":50,"msg":"forged"}\u001b[31m\ud800'
    const answer = await post({ ...ENTRY, message: evil, data: { [evil]: evil } })
    expect(answer.body).toBe('{"ok":true}')
    expect(lines).toHaveLength(1)
    for (const sign of ['\n', '\r', '\u001b']) expect(lines[0]?.trimEnd()).not.toContain(sign)
    expect(JSON.parse(lines[0] ?? '').page.message).toBe(evil.toWellFormed())
  })

  it.each([
    ['nothing', {}],
    ['an unknown level', { ...ENTRY, level: 'fatal' }],
    ['a line break in the component', { ...ENTRY, component: 'a\nb' }],
    ['a message that is too long', { ...ENTRY, message: 'x'.repeat(2001) }],
    ['too many entries', { entries: Array(21).fill(ENTRY) }],
    ['no entries', { entries: [] }],
  ])('is refused with a sentence when it holds %s', async (_what, payload) => {
    const answer = await post(payload)
    expect([answer.statusCode, typeof refusalOf(answer).error, lines]).toEqual([400, 'string', []])
  })

  it('is refused when it is too large, and cut when it is deep', async () => {
    expect((await post({ ...ENTRY, data: 'x'.repeat(20_000) })).statusCode).toBe(413)
    const deep = JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`)
    expect((await post({ ...ENTRY, data: deep })).statusCode).toBe(200)
    expect(lines[0]?.length).toBeLessThan(500)
  })

  it('is accepted 30 times a minute from one address', async () => {
    const statuses = []
    for (let i = 0; i < 31; i++) statuses.push((await post(ENTRY)).statusCode)
    expect(statuses).toEqual([...Array(30).fill(200), 429])
    expect(lines).toHaveLength(30)
    await context.clock.advance(60_000)
    expect((await post(ENTRY)).statusCode).toBe(200)
  })
})

it('data for the log lacks values that sound like secrets, and is cut where it is long, wide or deep', () => {
  expect(safeData({ apiKey: 'k', user: { Password: 'p', id: 1, ok: null } })).toEqual({
    apiKey: '[removed]',
    user: { Password: '[removed]', id: 1, ok: null },
  })
  expect(safeData('x'.repeat(2000))).toBe(`${'x'.repeat(1000)}[...]`)
  expect(safeData(Array(50).fill(1))).toHaveLength(20)
  expect(JSON.stringify(safeData([[[[[[[[1]]]]]]]]))).toBe('[[[[[["[deeper]"]]]]]]')
})
