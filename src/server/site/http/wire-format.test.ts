import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#server/kernel/errors.ts'
import { endpoints } from '#shared/contract/all.ts'
import { openWholeApp, type WholeApp } from '#test/open-whole-app.ts'
import { chooseFormat, parseInput, parseRequest, renderAnswer } from './wire-format.ts'

const BROWSE = 'GET /api/browse/entities'
const SCORES = 'GET /api/analytics/club/{tag}/member-scores'
const LOG = 'POST /api/debug/log'
const LOGIN = 'POST /api/auth/login'
const params = { tag: '2PP' }

function refusal(name: string, parts: { params?: unknown; query?: unknown; body?: unknown; url?: string }): AppError {
  const endpoint = [...endpoints.values()].find(({ method, path }) => `${method} ${path}` === name)
  if (endpoint === undefined) throw new Error(`There is no call ${name}`)
  try {
    const whole = { params: undefined, query: undefined, body: undefined, ...parts }
    if (parts.url === undefined) parseInput(endpoint, whole)
    else parseRequest(endpoint, { ...whole, url: parts.url })
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('Nothing was refused')
}

it.each([
  [BROWSE, { query: { limit: '' } }, 'limit must be a whole number from 1 to 100'],
  [BROWSE, { query: { limit: '1.5' } }, 'limit must be a whole number from 1 to 100'],
  [BROWSE, { query: { page: '-1' } }, 'page must be a whole number from 1 to 100000'],
  [BROWSE, { query: { page: ['1', '2'] } }, 'page must be a whole number from 1 to 100000'],
  [SCORES, { params, query: { days: 'abc' } }, 'days must be one of 7, 14, 30, 90'],
  [SCORES, { params, query: { days: '' } }, 'days must be one of 7, 14, 30, 90'],
  [LOGIN, { body: [] }, 'The request must be a JSON object'],
  [LOGIN, { body: 'text' }, 'The request must be a JSON object'],
  [LOG, { body: { entries: [] } }, 'entries is not valid'],
  [LOG, { body: { entries: [5] } }, 'Send one entry, or entries'],
])('%s with %j is refused with a sentence for a person', (name, parts, sentence) => {
  expect(refusal(name, parts)).toMatchObject({ status: 400, code: 'invalid', message: sentence })
})

it.each(['%ff', '%ED%A0%80', '%'])('an address with %s is refused, and not read as another address', (part) => {
  const url = `/api/browse/entities?search=${part}`
  const refused = refusal(BROWSE, { url, query: { search: part } })
  expect(refused).toMatchObject({ status: 400, message: 'The address could not be read' })
})

describe('CSV files', () => {
  let whole: WholeApp
  const csv = async (path: string) => {
    const answer = await whole.app.inject(path)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    return { lines: answer.body.split('\r\n'), name: answer.headers['content-disposition'], raw: answer.rawPayload }
  }

  beforeAll(async () => {
    whole = await openWholeApp()
  })
  afterAll(() => whole.close())

  it('hold the members of a club by name, and no cell runs as a formula', async () => {
    const { lines, name, raw } = await csv('/api/browse/club/2PYL?format=csv')
    expect(name).toBe('attachment; filename="members-2PYL.csv"')
    expect([...raw.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(lines[0]).toBe('\uFEFFplayer_tag,player_name,role,trophies,joined_at,last_change_at,tier,rating,prestige')
    expect(lines).toHaveLength(4)
    expect(lines.join('\n')).toContain('"\'=HYPERLINK(""x"")"')
    expect(lines.join('\n')).toContain('"Кира 🐬, ""the 2nd"""')
  })

  it('hold scores, heatmaps and trophy lines of the timeframe asked for', async () => {
    const scores = await csv('/api/analytics/club/2PYL/member-scores?days=14&format=csv')
    expect([scores.lines.length, scores.name]).toEqual([4, 'attachment; filename="member-scores-2PYL-14-days.csv"'])
    const heatmap = await csv('/api/analytics/club/2PYL/activity-heatmap?days=7&format=csv')
    expect(heatmap.lines.map((line) => line.split(',').length >= 12)).toEqual(heatmap.lines.map(() => true))
    for (const path of ['/api/analytics/club/2PYL', '/api/analytics/player/2PY']) {
      const line = await csv(`${path}/trophy-progression?days=7&format=csv`)
      expect(line.lines).toHaveLength(8)
      expect(line.lines[7]).toMatch(path.includes('club') ? /^\d{4}-\d\d-\d\d,\d+,\d+,0,yes$/ : /,0,yes,,,,,$/)
    }
  })

  it('hold a ranking', async () => {
    const { lines, name } = await csv('/api/rankings/leaderboards?type=clubs&country=DE&format=csv')
    expect(name).toBe('attachment; filename="leaderboard-clubs-DE.csv"')
    expect(lines[1]).toMatch(/^1,,#2PYL,Delphin Divers,1,/)
  })

  it('exist for every call that declares them, and for no other', async () => {
    for (const { formats, path, method } of endpoints.values()) {
      if (method !== 'GET' || path.includes('brawler')) continue
      const url = path.replace('{tag}', path.includes('player') ? '2PY' : '2PYL').replace('{session_id}', 'x')
      const answer = await whole.app.inject(`${url}?format=csv&type=clubs&country=DE`)
      expect([path, String(answer.headers['content-type']).includes('csv')]).toEqual([path, formats !== undefined])
    }
  })

  it('have names that are safe in a header and on a disk', async () => {
    const csv = () => ({ name: '../"a\r\nb": Ü #2PP', rows: [] })
    const { headers } = await renderAnswer<unknown>({} as never, { format: 'csv', csv, input: {} as never })
    expect(headers['content-disposition']).toBe('attachment; filename="a-b-2PP.csv"')
    expect(() => chooseFormat({ formats: ['json', 'csv'] }, { format: ['csv', 'csv'] })).toThrow('json or csv')
  })
})
