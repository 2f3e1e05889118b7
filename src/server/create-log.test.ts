import { expect, it } from 'vitest'
import { createLog } from './create-log.ts'

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
