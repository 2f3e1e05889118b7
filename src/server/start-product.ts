import type { FastifyInstance } from 'fastify'
import { watchDisk } from '#server/collector/disk-space.ts'
import { runCollector } from '#server/collector/run-collector.ts'
import { runJobs } from '#server/collector/scheduler.ts'
import { openStore } from '#server/database/open-store.ts'
import { shareAnnouncements } from '#server/database/shared-announcements.ts'
import { flushVisits } from '#server/directory/visits.ts'
import { refitForecasts } from '#server/history/forecast-fits.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { errorCode, StartFailure } from '#server/kernel/errors.ts'
import { createLog, logFatal } from '#server/kernel/log.ts'
import { CLUB_MESSAGES } from '#server/reach/club-messages.ts'
import { createDiscord } from '#server/reach/discord.ts'
import { enqueueDue } from '#server/reach/due-messages.ts'
import { mailDeliverer, sendsMail } from '#server/reach/mail.ts'
import { type Deliverer, deliverDue, forgetSent, type MessageKind } from '#server/reach/outbox.ts'
import { forgetLimits } from '#server/reach/send-limits.ts'
import { accountMails } from '#server/site/accounts/account-mail.ts'
import { forgetExpired } from '#server/site/accounts/sessions.ts'
import { forgetTrials } from '#server/site/desk/desk-log.ts'
import { composeInactive } from '#server/site/desk/queue.ts'
import { mailDueWeeks, weekMails } from '#server/site/desk/week-mails.ts'
import { composeWeek, makeDueWeeks } from '#server/site/desk/weeks.ts'
import { drain } from '#server/site/http/connections.ts'
import { watchLoad } from '#server/site/http/shed-load.ts'
import { deleteDue } from '#server/site/proofs/carry-out.ts'
import { createMetrics, type Metrics, serveMetrics } from '#server/site/status/prometheus.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { createApp } from './app.ts'
import type { Config, Roles } from './config.ts'
import type { Context } from './context.ts'
import { makeContext, type Stops } from './make-context.ts'

/** A running process. `url` is null when it has no site. */
export type Product = { url: string | null; stop(): Promise<void> }

/** Opens the store and the game's API, and starts the site and the collector, as `roles` says. */
export async function startProduct(config: Config, roles: Roles): Promise<Product> {
  const { log, flush } = createLog(config.LOG_LEVEL)
  logFatal(log, flush)
  const stops: Stops = []
  const stop = () => stopAll(stops)
  try {
    const store = await openStore({
      databaseUrl: config.DATABASE_URL ?? null,
      dataDirectory: config.DATA_DIR,
      connections: config.DATABASE_CONNECTIONS,
      onError: (error) => log.error({ error }, 'store connection lost'),
      onTightened: (paths) => log.warn({ paths }, 'the data directory was open to other users of the machine: closed'),
    })
    stops.push(store.close)
    const { context, fill } = await makeContext(config, roles, { db: store.db, log, clock: systemClock }, stops)
    const { DATABASE_URL: listenTo } = config
    // The embedded store belongs to one process: there is nobody else to tell.
    if (listenTo !== undefined) stops.push(shareAnnouncements(context, { listenTo, receives: roles.site }))
    stops.push(await watchDisk(context))
    const metrics = config.METRICS_PORT === undefined ? null : await startMetrics(context, config.METRICS_PORT, stops)
    const ends: Stops = []
    stops.push(() => endTogether(ends))
    const url = roles.site ? await startSite(context, metrics, ends) : null
    if (roles.collector) {
      startCollector(context, fill, ends)
      startOutbox(context, ends)
    }
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Stops the last part first. A part that fails to stop does not keep the others from stopping. */
async function stopAll(stops: Stops): Promise<void> {
  const failures: unknown[] = []
  for (const stop of stops.splice(0).reverse()) await stop().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** Stops the site and the collector at the same time. */
async function endTogether(ends: Stops): Promise<void> {
  const ended = await Promise.allSettled(ends.map((end) => end()))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}

async function startSite(context: Context, metrics: Metrics | null, ends: Stops): Promise<string> {
  const app = await createApp(context)
  const stopWatching = watchLoad(context)
  const writeVisits = keepVisits(context)
  ends.push(() => drain(app, context).finally(stopWatching).finally(writeVisits))
  metrics?.observe(app)
  const url = await listen(app, context.config)
  context.log.info(`the site listens at ${url}`)
  return url
}

async function startMetrics(context: Context, port: number, stops: Stops): Promise<Metrics> {
  const metrics = createMetrics(context)
  const host = context.config.METRICS_HOST
  const server = await serveMetrics(context, metrics, { host, port }).catch((error: unknown) => {
    throw new StartFailure(`Metrics cannot be served on port ${port} of ${host}. Set METRICS_PORT.`, { cause: error })
  })
  stops.push(server.close)
  say(`Metrics are at ${server.url}`)
  return metrics
}

/** Deletions that players asked for wait a day; some minutes more do not matter. */
const DELETIONS_EVERY_MS = 10 * MINUTE_MS

/** Reports of the week are due at midnight of the clubs' time zones. */
const WEEKS_EVERY_MS = 10 * MINUTE_MS

/** What clubs' channels are to post is put into the outbox so often. */
const CHANNELS_EVERY_MS = 30_000

function startCollector(context: Context, fill: Parameters<typeof runCollector>[1]['fill'], ends: Stops): void {
  const stopping = new AbortController()
  const jobs = [
    { name: 'expired sessions', everyMs: HOUR_MS, run: () => forgetExpired(context) },
    { name: 'weeks', everyMs: WEEKS_EVERY_MS, run: () => makeDueWeeks(context) },
    { name: 'mails of the week', everyMs: WEEKS_EVERY_MS, run: () => mailDueWeeks(context) },
    { name: 'trial desks', everyMs: HOUR_MS, run: () => forgetTrials(context) },
    { name: 'forecasts', everyMs: HOUR_MS, run: (signal: AbortSignal) => refitForecasts(context, signal) },
    { name: 'deletions', everyMs: DELETIONS_EVERY_MS, run: () => deleteDue(context) },
    { name: 'channels', everyMs: CHANNELS_EVERY_MS, run: () => enqueueDue(context) },
    { name: 'sent messages', everyMs: HOUR_MS, run: () => forgetSent(context) },
    { name: 'limits of sending', everyMs: HOUR_MS, run: () => forgetLimits(context) },
  ]
  const running = runCollector(context, { fill, jobs, say, signal: stopping.signal })
  // A collector alone has no port that keeps the process alive, and the clock's waits do not.
  const alive = setInterval(() => {}, 2 ** 30)
  say('Delphin collects')
  ends.push(() => {
    clearInterval(alive)
    stopping.abort()
    return running
  })
}

const OUTBOX_EVERY_MS = 2_000

/**
 * Delivers what waits in the outbox. Each kind of message has a job of its own beside the collector's, so that a receiver
 * that is slow delays neither the others nor the collecting.
 */
function startOutbox(context: Context, ends: Stops): void {
  const stopping = new AbortController()
  const compose = { ...CLUB_MESSAGES, week: composeWeek, inactive: composeInactive }
  const discord = createDiscord({ context, compose })
  const mails = { ...accountMails, ...weekMails }
  const deliverers: Partial<Record<MessageKind, Deliverer>> = {
    discord: discord.deliver,
    ...(sendsMail(context) ? { mail: mailDeliverer(context, mails) } : {}),
  }
  const jobs = Object.entries(deliverers).map(([kind, deliver]) => ({
    name: `outbox ${kind}`,
    everyMs: OUTBOX_EVERY_MS,
    run: (signal: AbortSignal) => deliverDue(context, kind as MessageKind, deliver, signal),
  }))
  const running = runJobs(context, jobs, stopping.signal)
  ends.push(() => {
    stopping.abort()
    return running.finally(discord.close)
  })
}

async function listen(app: FastifyInstance, { HOST, PORT }: Config): Promise<string> {
  try {
    return await app.listen({ host: HOST, port: PORT })
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EADDRINUSE') throw new StartFailure(`Port ${PORT} is in use. Stop what uses it, or set PORT.`)
    if (code === 'EACCES') throw new StartFailure(`Port ${PORT} may not be used by this user. Set PORT above 1024.`)
    if (code === 'EADDRNOTAVAIL') throw new StartFailure(`This machine has no address ${HOST}. Set HOST.`)
    throw error
  }
}

/** Writes for the person at the terminal; the log is for machines. */
function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

const FLUSH_EVERY_MS = 30_000

/** Writes the noted visits into the store twice a minute. Returns what ends it, after a last write. */
function keepVisits(context: Context): () => Promise<void> {
  const stopping = new AbortController()
  const flush = () => flushVisits(context)
  const flushing = runJobs(context, [{ name: 'visits', everyMs: FLUSH_EVERY_MS, run: flush }], stopping.signal)
  return async () => {
    stopping.abort()
    await flushing
    // Visits that cannot be written must not keep the other parts from stopping.
    await flush().catch((error: unknown) => context.log.error({ error }, 'visits not written'))
  }
}
