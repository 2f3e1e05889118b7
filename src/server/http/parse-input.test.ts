import { expect, it } from 'vitest'
import { endpoints } from '#shared/contract/all.ts'
import { AppError } from './app-error.ts'
import { parseInput, parseRequest } from './parse-input.ts'

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
])('%s with %j is refused in words for a person', (name, parts, sentence) => {
  expect(refusal(name, parts)).toMatchObject({ status: 400, code: 'invalid', message: sentence })
})

it.each(['%ff', '%ED%A0%80', '%'])('an address with %s is refused, not read as something else', (part) => {
  const url = `/api/browse/entities?search=${part}`
  const refused = refusal(BROWSE, { url, query: { search: part } })
  expect(refused).toMatchObject({ status: 400, message: 'The address could not be read' })
})
