import { call } from '../api/client.ts'
import { createClientLog } from './client-log.ts'

/** The log of this page. */
export const pageLog = createClientLog({
  send: (entries) => call('POST /api/debug/log', { body: { entries } }),
  later: (act, ms) => void setTimeout(act, ms),
  now: () => new Date(),
})
