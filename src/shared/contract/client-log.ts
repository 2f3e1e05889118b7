import * as z from 'zod/mini'
import { CLIENT_LOG_BATCH_MAX } from '../limits.ts'
import { endpoint } from './endpoint.ts'
import { plainText } from './fields.ts'

/** A message may hold control characters, which the log escapes: a stack trace must not make the report fail. */
const ClientLogEntry = z
  .object({
    level: z.enum(['debug', 'info', 'warn', 'error']),
    component: plainText('component', { min: 1, max: 64 }),
    message: z.string().check(z.maxLength(2000)),
    data: z.optional(z.unknown()),
    timestamp: z.string().check(z.maxLength(40)),
  })
  .check(z.meta({ id: 'ClientLogEntry' }))

const Batch = z.object({
  entries: z.array(ClientLogEntry).check(z.minLength(1), z.maxLength(CLIENT_LOG_BATCH_MAX)),
})

export const writeClientLog = endpoint({
  method: 'POST',
  path: '/api/debug/log',
  summary: 'Report one or more warnings or errors of a page',
  access: 'public',
  body: z.union([ClientLogEntry, Batch], 'Send one entry, or entries'),
  response: z.object({ ok: z.literal(true) }),
})
