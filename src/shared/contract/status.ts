import * as z from 'zod/mini'
import { INCIDENT_KINDS } from '../kinds.ts'
import { CLIENT_LOG_BATCH_MAX } from '../limits.ts'
import { endpoint } from './endpoint.ts'
import { maybeNumber, maybeText, plainText, time } from './fields.ts'

/** What every page needs to know about this installation. */
export const getSite = endpoint({
  method: 'GET',
  path: '/api/site',
  summary: 'Settings of this installation that pages show',
  access: 'public',
  response: z
    .object({
      /** True while the figures come from the simulated world of the demo provider. */
      demo: z.boolean(),
      example_club_tag: maybeText,
      example_player_tag: maybeText,
      default_player_tag: maybeText,
      /** The address that users allow for their own API key. */
      public_ip: maybeText,
      /** Whether the site sends mail: only then a forgotten password can be reset without the operator. */
      mail: z.boolean(),
      /** Whether the site has the game's own pictures, below /art. */
      art: z.boolean(),
    })
    .check(z.meta({ id: 'Site' })),
})

export const getLiveness = endpoint({
  method: 'GET',
  path: '/api/health/live',
  summary: 'The process answers',
  access: 'public',
  response: z.object({ status: z.literal('ok') }),
})

/** How many days of the demo's history are filled. */
const DemoHistory = z.object({ days_done: z.int(), days_total: z.int(), percent: z.number() })

export const getReadiness = endpoint({
  method: 'GET',
  path: '/api/health/ready',
  summary: 'Whether the store can be reached, and the progress of the demo history',
  access: 'public',
  response: z.object({
    status: z.enum(['ready', 'starting', 'degraded', 'stopping']),
    store: z.enum(['ok', 'unavailable']),
    /** Present in demo mode until the history is filled. */
    history: z.nullable(DemoHistory),
  }),
})

export const getStatus = endpoint({
  method: 'GET',
  path: '/api/status',
  summary: 'How current the data is',
  access: 'public',
  response: z
    .object({
      tracked_clubs: z.int(),
      tracked_players: z.int(),
      /** Players whose own profile was read in the last 24 hours. */
      players_daily: z.int(),
      observation_age_seconds: z.object({ median: maybeNumber, p95: maybeNumber }),
      queue: z.object({ due: z.int(), oldest_due_seconds: maybeNumber }),
      game_api: z.object({
        state: z.enum(['ok', ...INCIDENT_KINDS]),
        calls_last_minute: z.int(),
        calls_per_second: z.number(),
        calls_left_this_second: z.number(),
      }),
      /** Odd answers of today and yesterday, or parts of them, which were not stored. */
      set_aside: z.int(),
      /** Scans of today and yesterday that took more than half of a club at once, and waited for one that says the same. */
      held_back: z.int(),
      /** When it was last found that the server's clock had been ahead and was put back, if that was in the last 7 days. */
      clock_jumped_at: z.nullable(time),
      /** As in the readiness of the process that answers: null unless the demo's history is being filled. */
      history: z.nullable(DemoHistory),
      storage: z.object({
        /** False while the disk is full: then nothing new is stored, and everything else works. */
        writable: z.boolean(),
        last_backup_at: z.nullable(time),
        /** The last scheduled backup could not be made. */
        backup_failed: z.boolean(),
      }),
      incidents: z.array(
        z.object({ kind: z.enum(INCIDENT_KINDS), started_at: time, ended_at: z.nullable(time), message: z.string() }),
      ),
      checked_at: time,
    })
    .check(z.meta({ id: 'Status' })),
})

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
