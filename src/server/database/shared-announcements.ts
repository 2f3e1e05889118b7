import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Announcements, ChangeTopic } from '#server/kernel/announcements.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { MINUTE_MS } from '#shared/days.ts'
import { type Database, defineQuery } from './database.ts'

type Parts = { db: Database; announcements: Announcements; clock: Clock; log: Logger }

export type SharingOptions = {
  /** The PostgreSQL that says at once when there is something to read; null leaves it at reading every two seconds. */
  listenTo: string | null
  /** False for a process that keeps no answers. */
  receives: boolean
}

/**
 * Carries announcements between the processes that use one PostgreSQL. They are rows of a table, which every process
 * reads every two seconds, and at once when LISTEN brings it a notification. A pooler in transaction mode brings none.
 * Returns what ends it, once the last announcements are sent.
 */
export function shareAnnouncements(parts: Parts, { listenTo, receives }: SharingOptions): () => Promise<void> {
  const stopping = new AbortController()
  const sender = randomUUID()
  const sending = createSender(parts, sender, stopping.signal)
  const wakeUp = createWakeUp(parts.clock, stopping.signal)
  const stopListening = parts.announcements.listen((topics, origin) => {
    if (origin === 'here') sending.announce(topics)
  })
  const running = receives ? [receive(parts, sender, wakeUp, stopping.signal)] : []
  if (receives && listenTo !== null) running.push(listen(listenTo, wakeUp.wake, parts.clock, stopping.signal))
  return async () => {
    stopListening()
    stopping.abort()
    await Promise.all([sending.end(), ...running])
  }
}

/** What is announced within this time goes into one row. */
const BATCH_MS = 100
const RETRY_MS = 1000

/** Bounds the memory while the store is away. */
const PENDING_MAX = 10_000

/** Writes announcements in the background. Those that cannot be written are tried again, until the process stops. */
function createSender({ db, clock, log }: Parts, sender: string, stopping: AbortSignal) {
  const pending = new Set<ChangeTopic>()
  const write = createWriter(db, clock, sender)
  let sending: Promise<void> | null = null

  function add(topics: readonly ChangeTopic[]): void {
    for (const topic of topics) if (pending.size < PENDING_MAX) pending.add(topic)
  }

  async function send(): Promise<void> {
    let hasFailed = false
    await clock.wait(BATCH_MS, stopping).catch(() => {})
    while (pending.size > 0) {
      const topics = [...pending]
      pending.clear()
      try {
        await write(topics)
      } catch (error) {
        add(topics)
        if (!hasFailed) log.warn({ error }, 'changes not announced to other processes')
        hasFailed = true
        if (stopping.aborted) return
        await clock.wait(RETRY_MS, stopping).catch(() => {})
      }
    }
  }

  return {
    announce(topics: readonly ChangeTopic[]): void {
      add(topics)
      sending ??= send().finally(() => {
        sending = null
      })
    },
    end: (): Promise<void> => sending ?? Promise.resolve(),
  }
}

const CHANNEL = 'delphin_announcements'

/** Rows are kept this long: what a process kept in memory before is not given any more. */
const KEPT_SECONDS = 300
const DELETE_EVERY_MS = MINUTE_MS

/** The notification says only that there is something to read: its text is limited to 8000 bytes. */
function createWriter(db: Database, clock: Clock, sender: string) {
  let number = 0
  let deletedAt = Number.NEGATIVE_INFINITY
  return async (topics: ChangeTopic[]): Promise<void> => {
    number += 1
    await sql`
      with written as (
        insert into announcements (sender, number, topics, announced_at) values (${sender}, ${number}, ${topics}, now())
        returning number
      )
      select pg_notify(${CHANNEL}, '') from written`.execute(db)
    if (clock.monotonic() - deletedAt < DELETE_EVERY_MS) return
    deletedAt = clock.monotonic()
    await sql`delete from announcements where announced_at < now() - make_interval(secs => ${KEPT_SECONDS})`.execute(db)
  }
}

const ASK_EVERY_MS = 2000

/** What other senders wrote beyond the numbers that were read. Each sender writes its numbers in order. */
const readNew = defineQuery(
  { sender: z.string(), number: z.number(), topics: z.array(z.string()) },
  `select sender, number, topics from announcements
  where sender <> $1 and not exists (
    select from unnest($2::text[], $3::integer[]) as known (sender, number)
    where known.sender = announcements.sender and announcements.number <= known.number
  )
  order by sender, number`,
)

/** Announces in this process what others wrote. While the store is away it is tried again. */
async function receive({ db, announcements, log }: Parts, self: string, wakeUp: WakeUp, stopping: AbortSignal) {
  const numbers = new Map<string, number>()
  let isAway = false
  while (!stopping.aborted) {
    try {
      for (const { sender, number, topics } of await readNew(db, [self, [...numbers.keys()], [...numbers.values()]])) {
        numbers.set(sender, number)
        announcements.announce(topics, 'elsewhere')
      }
      isAway = false
    } catch (error) {
      if (!isAway) log.warn({ error }, 'changes announced by other processes not read')
      isAway = true
    }
    await wakeUp.pause(ASK_EVERY_MS)
  }
}

const RECONNECT_MS = 1000
const CONNECT_MS = 10_000

/** Calls `onNotification` for each one, and after each time the connection is made, since some may have been missed. */
async function listen(url: string, onNotification: () => void, clock: Clock, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: CONNECT_MS })
    const ended = Promise.withResolvers<void>()
    const end = () => ended.resolve()
    client.on('error', end).on('end', end).on('notification', onNotification)
    stopping.addEventListener('abort', end, { once: true })
    // A connection that cannot be had is tried again; the table is read meanwhile.
    await client
      .connect()
      .then(() => client.query(`listen ${CHANNEL}`))
      .then(onNotification, end)
    await ended.promise
    stopping.removeEventListener('abort', end)
    client.end().catch(() => {})
    await clock.wait(RECONNECT_MS, stopping).catch(() => {})
  }
}

type WakeUp = ReturnType<typeof createWakeUp>

/** A pause that may be cut short, also before it begins. */
function createWakeUp(clock: Clock, stopping: AbortSignal) {
  let early = new AbortController()
  return {
    wake: (): void => early.abort(),
    async pause(ms: number): Promise<void> {
      await clock.wait(ms, AbortSignal.any([early.signal, stopping])).catch(() => {})
      early = new AbortController()
    },
  }
}
