import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { plainText } from './fields.ts'

/** Control characters are let through here and escaped by the log: a log call must not fail over a stack trace. */
export const ClientLogEntry = z.object({
  level: z.enum(['debug', 'info', 'warn', 'error']),
  component: plainText('component', { min: 1, max: 64 }),
  message: z.string().check(z.maxLength(2000)),
  data: z.optional(z.unknown()),
  timestamp: z.string().check(z.maxLength(40)),
})

export const writeClientLog = endpoint({
  method: 'POST',
  path: '/api/debug/log',
  summary: 'Report a warning or error of the page',
  access: 'public',
  body: ClientLogEntry,
  response: z.object({ ok: z.literal(true) }),
})
