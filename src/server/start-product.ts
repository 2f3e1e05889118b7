import type { Logger } from 'pino'
import { learnStoredModes } from '#server/collector/collect-ranking.ts'
import type { HistoryFill } from '#server/collector/demo-past.ts'
import { watchDisk } from '#server/collector/disk-space.ts'
import { runCollector } from '#server/collector/run-collector.ts'
import { runJobs } from '#server/collector/scheduler.ts'
import { awaitDatabase } from '#server/database/await-database.ts'
import { openStore } from '#server/database/open-store.ts'
import { shareAnnouncements } from '#server/database/shared-announcements.ts'
import { flushVisits } from '#server/directory/visits.ts'
import { refitForecasts } from '#server/history/forecast-fits.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { errorCode, StartFailure } from '#server/kernel/errors.ts'
import { createLog, logFatal } from '#server/kernel/log.ts'
import { CLUB_MESSAGES } from '#server/reach/club-messages.ts'
import { type Compose, createDiscord } from '#server/reach/discord.ts'
import { enqueueDue } from '#server/reach/due-messages.ts'
import { type MailComposers, mailDeliverer, sendsMail } from '#server/reach/mail.ts'
import { type Deliverer, deliverDue, forgetSent } from '#server/reach/outbox.ts'
import { forgetLimits } from '#server/reach/send-limits.ts'
import { accountMails } from '#server/site/accounts/account-mail.ts'
import { forgetExpired } from '#server/site/accounts/sessions.ts'
import { clearDesks } from '#server/site/desk/desk-room.ts'
import { composeInactive } from '#server/site/desk/queue.ts'
import { mailDueWeeks, weekMails } from '#server/site/desk/week-mails.ts'
import { composeWeek, makeDueWeeks } from '#server/site/desk/weeks.ts'
import { drain } from '#server/site/http/connections.ts'
import { watchLoad } from '#server/site/http/shed-load.ts'
import { serveWhileWaiting } from '#server/site/http/waiting-site.ts'
import { deleteDue } from '#server/site/proofs/carry-out.ts'
import { createMetrics, type Metrics, serveMetrics } from '#server/site/status/prometheus.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { type ChannelEvent, MESSAGE_KINDS, type MessageKind } from '#shared/kinds.ts'
import { createApp } from './app.ts'
import type { Config, Roles } from './config.ts'
import type { Context } from './context.ts'
import { makeContext, type Part } from './make-context.ts'

/** A running process. `url` is null when it has no site. */
export type Product = { url: string | null; stop(): Promise<void> }

/** Opens the store and the game's API, and starts the site and the collector, as `roles` says. */
export async function startProduct(config: Config, roles: Roles): Promise<Product> {
  const { log, flush } = createLog(config.LOG_LEVEL)
  logFatal(log, flush)
  const parts: Part[] = []
  const stop = () => stopAll(log, parts)
  try {
    if (config.DATABASE_URL !== undefined) await waitForDatabase(config, config.DATABASE_URL, roles)
    const store = await openStore({
      databaseUrl: config.DATABASE_URL ?? null,
      dataDirectory: config.DATA_DIR,
      connections: config.DATABASE_CONNECTIONS,
      onError: (error) => log.error({ error }, 'store connection lost'),
      onTightened: (paths) => log.warn({ paths }, 'the data directory was open to other users of the machine: closed'),
    })
    parts.push({ name: 'the store', stop: store.close })
    const { context, fill } = await makeContext(config, roles, { db: store.db, log, clock: systemClock }, parts)
    await learnStoredModes(context)
    parts.push({ name: 'the modes', stop: keepModes(context) })
    const { DATABASE_URL: listenTo } = config
    // The embedded store belongs to one process: there is nobody else to tell.
    if (listenTo !== undefined) {
      const sharing = shareAnnouncements(context, { listenTo, receives: roles.site })
      parts.push({ name: 'announcements to other processes', stop: sharing })
    }
    parts.push({ name: 'the watch of the disk', stop: await watchDisk(context) })
    const metrics = config.METRICS_PORT === undefined ? null : await startMetrics(context, config.METRICS_PORT, parts)
    const workers: Part[] = []
    parts.push({ name: 'site and collector', stop: () => stopTogether(log, workers) })
    const url = roles.site ? await startSite(context, metrics, workers) : null
    if (roles.collector) {
      startCollector(context, fill, workers)
      startOutbox(context, workers)
    }
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Waits for a PostgreSQL that is away. Meanwhile the site answers that it is not ready. */
async function waitForDatabase(config: Config, url: string, roles: Roles): Promise<void> {
  const { HOST: host, PORT: port } = config
  // The pauses between two tries do not keep the process alive.
  const alive = setInterval(() => {}, 2 ** 30)
  let stopServing = async () => {}
  const onAway = async (line: string) => {
    say(line)
    if (roles.site) stopServing = await serveWhileWaiting({ host, port }).catch(failToListen(config))
  }
  try {
    await awaitDatabase({ url, clock: systemClock, onAway })
  } finally {
    clearInterval(alive)
    await stopServing()
  }
}

/** Stops the last part first. A part that fails to stop does not keep the others from stopping. */
async function stopAll(log: Logger, parts: Part[]): Promise<void> {
  const failures: unknown[] = []
  for (const part of parts.splice(0).reverse())
    await stopPart(log, part).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** Stops the site and the collector at the same time. */
async function stopTogether(log: Logger, parts: Part[]): Promise<void> {
  const stopped = await Promise.allSettled(parts.map((part) => stopPart(log, part)))
  for (const outcome of stopped) if (outcome.status === 'rejected') throw outcome.reason
}

/** A part that takes longer to stop is named in the log. */
const SLOW_STOP_MS = 5_000

async function stopPart(log: Logger, { name, stop }: Part): Promise<void> {
  const late = setTimeout(() => log.warn({ part: name }, 'has not stopped yet'), SLOW_STOP_MS)
  try {
    await stop()
  } finally {
    clearTimeout(late)
  }
}

async function startSite(context: Context, metrics: Metrics | null, workers: Part[]): Promise<string> {
  const app = await createApp(context)
  const stopWatching = watchLoad(context)
  const writeVisits = keepVisits(context)
  workers.push({ name: 'the site', stop: () => drain(app, context).finally(stopWatching).finally(writeVisits) })
  metrics?.observe(app)
  const { HOST: host, PORT: port } = context.config
  const url = await app.listen({ host, port }).catch(failToListen(context.config))
  context.log.info(`the site listens at ${url}`)
  return url
}

async function startMetrics(context: Context, port: number, parts: Part[]): Promise<Metrics> {
  const metrics = createMetrics(context)
  const host = context.config.METRICS_HOST
  const server = await serveMetrics(context, metrics, { host, port }).catch((error: unknown) => {
    throw new StartFailure(`Metrics cannot be served on port ${port} of ${host}. Set METRICS_PORT.`, { cause: error })
  })
  parts.push({ name: 'metrics', stop: server.close })
  say(`Metrics are at ${server.url}`)
  return metrics
}

/** Deletions that players asked for wait a day; some minutes more do not matter. */
const DELETIONS_EVERY_MS = 10 * MINUTE_MS

/** Reports of the week are due at midnight of the clubs' time zones. */
const WEEKS_EVERY_MS = 10 * MINUTE_MS

/** What clubs' channels are to post is put into the outbox so often. */
const CHANNELS_EVERY_MS = 30_000

function startCollector(context: Context, fill: HistoryFill | null, workers: Part[]): void {
  const stopping = new AbortController()
  const jobs = [
    { name: 'expired sessions', everyMs: HOUR_MS, run: () => forgetExpired(context) },
    { name: 'weeks', everyMs: WEEKS_EVERY_MS, run: () => makeDueWeeks(context) },
    { name: 'mails of the week', everyMs: WEEKS_EVERY_MS, run: () => mailDueWeeks(context) },
    { name: 'desks', everyMs: HOUR_MS, run: () => clearDesks(context) },
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
  const stop = () => {
    clearInterval(alive)
    stopping.abort()
    return running
  }
  workers.push({ name: 'the collector', stop })
}

const OUTBOX_EVERY_MS = 2_000

/**
 * Delivers what waits in the outbox. Each kind of message has a job of its own beside the collector's, so that a receiver
 * that is slow delays neither the others nor the collecting.
 */
function startOutbox(context: Context, workers: Part[]): void {
  const stopping = new AbortController()
  const compose: Record<ChannelEvent, Compose> = { ...CLUB_MESSAGES, week: composeWeek, inactive: composeInactive }
  const discord = createDiscord({ context, compose })
  const mails: MailComposers = { ...accountMails, ...weekMails }
  const deliverers: Record<MessageKind, Deliverer | null> = {
    discord: discord.deliver,
    mail: sendsMail(context) ? mailDeliverer(context, mails) : null,
  }
  const jobs = MESSAGE_KINDS.flatMap((kind) => {
    const deliver = deliverers[kind]
    if (deliver === null) return []
    const run = (signal: AbortSignal) => deliverDue(context, kind, deliver, signal)
    return { name: `outbox ${kind}`, everyMs: OUTBOX_EVERY_MS, run }
  })
  const running = runJobs(context, jobs, stopping.signal)
  const stop = () => {
    stopping.abort()
    return running.finally(discord.close)
  }
  workers.push({ name: 'the outbox', stop })
}

/** Throws a sentence about what the operator can correct, where there is one. */
export function failToListen({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): (error: unknown) => never {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${PORT} is in use. Stop what uses it, or set PORT.`,
    EACCES: `Port ${PORT} may not be used by this user. Set PORT above 1024.`,
    EADDRNOTAVAIL: `This machine has no address ${HOST}. Set HOST.`,
    ENOTFOUND: `The host name ${HOST} is not known. Set HOST.`,
    EAI_AGAIN: `The host name ${HOST} cannot be looked up. Set HOST.`,
  }
  return (error) => {
    const sentence = sentences[errorCode(error)]
    throw sentence === undefined ? error : new StartFailure(sentence, { cause: error })
  }
}

/** Writes for the person at the terminal; the log is for machines. */
function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

const MODES_EVERY_MS = 10 * MINUTE_MS

/** Reads the stored modes again and again, since another process may collect them. Returns what ends it. */
function keepModes(context: Context): () => Promise<void> {
  const stopping = new AbortController()
  const jobs = [{ name: 'modes', everyMs: MODES_EVERY_MS, run: () => learnStoredModes(context) }]
  const running = runJobs(context, jobs, stopping.signal)
  return () => {
    stopping.abort()
    return running
  }
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
