import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { openStore } from './database/open-store.ts'
import { demoSettings } from './demo-mode/demo-settings.ts'
import { createHistoryFill, type HistoryFill } from './demo-mode/fill-history.ts'
import { type Provider, startProvider } from './demo-mode/start-provider.ts'
import { createGameApi } from './game-api/client.ts'
import { createApp } from './http/app.ts'
import { StartFailure } from './start-failure.ts'
import { systemClock } from './system-clock.ts'

export type Product = { url: string; stop(): Promise<void> }

/** Calls per second of the demo provider when its past is filled in: it is ours, and as fast as it can. */
const PAST_CALLS_PER_SECOND = 1_000_000

/** Opens the store, the game's API or the demo provider, and the site; stops them in the opposite order. */
export async function startProduct(config: Config): Promise<Product> {
  const log = pino({ level: config.LOG_LEVEL, serializers: { error: pino.stdSerializers.err } }, pino.destination({ sync: false }))
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const stopPart of stops.reverse()) await stopPart()
  }
  try {
    const store = await openStore({
      databaseUrl: config.DATABASE_URL ?? null,
      dataDirectory: config.DATA_DIR,
      connections: config.DATABASE_CONNECTIONS,
      onError: (error) => log.error({ error }, 'store connection lost'),
    })
    stops.push(store.close)
    const { context, fill } = await makeContext(config, { db: store.db, log, clock: systemClock }, stops)
    const app = await createApp(context)
    stops.push(() => app.close())
    const url = await listen(app, config)
    if (fill !== null) runFill(fill, context, stops)
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Parts = Pick<Context, 'db' | 'log' | 'clock'>
type Made = { context: Context; fill: HistoryFill | null }

async function makeContext(config: Config, parts: Parts, stops: (() => Promise<unknown>)[]): Promise<Made> {
  if (config.BRAWL_API_TOKEN.length > 0) return { context: realContext(config, parts, stops), fill: null }
  const settings = await demoSettings(parts.db, parts.clock.now(), config.DEMO_HISTORY_DAYS)
  const provider = await startProvider({ epoch: settings.epoch, clubs: config.DEMO_CLUBS })
  stops.push(provider.close)
  const api = { baseUrl: provider.url, tokens: [provider.token], clock: parts.clock }
  const gameApi = createGameApi({ ...api, callsPerSecond: config.CALLS_PER_SECOND })
  const past = createGameApi({ ...api, callsPerSecond: PAST_CALLS_PER_SECOND, demoTime: true })
  stops.push(gameApi.close, past.close)
  const context: Context = {
    ...parts,
    config,
    installation: demoInstallation(config, provider),
    gameApi,
    demoHistory: null,
  }
  const fill = createHistoryFill(context, { past, settings, examples: [provider.examples.club] })
  context.demoHistory = fill
  return { context, fill }
}

function realContext(config: Config, parts: Parts, stops: (() => Promise<unknown>)[]): Context {
  const { BRAWL_API_URL: baseUrl, BRAWL_API_TOKEN: tokens, CALLS_PER_SECOND: callsPerSecond } = config
  const gameApi = createGameApi({ baseUrl, tokens, callsPerSecond, clock: parts.clock })
  stops.push(gameApi.close)
  const installation = {
    demo: false,
    exampleClubTag: config.EXAMPLE_CLUB_TAG ?? null,
    examplePlayerTag: config.EXAMPLE_PLAYER_TAG ?? null,
    defaultPlayerTag: config.DEFAULT_PLAYER_TAG ?? null,
  }
  return { ...parts, config, installation, gameApi, demoHistory: null }
}

function demoInstallation(config: Config, { examples }: Provider): Context['installation'] {
  return {
    demo: true,
    exampleClubTag: config.EXAMPLE_CLUB_TAG ?? examples.club,
    examplePlayerTag: config.EXAMPLE_PLAYER_TAG ?? examples.player,
    defaultPlayerTag: config.DEFAULT_PLAYER_TAG ?? examples.defaultPlayer,
  }
}

async function listen(app: FastifyInstance, { HOST, PORT }: Config): Promise<string> {
  try {
    return await app.listen({ host: HOST, port: PORT, listenTextResolver: () => '' })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'EADDRINUSE') throw new StartFailure(`Port ${PORT} is in use. Stop what uses it, or set PORT.`)
    if (code === 'EACCES') throw new StartFailure(`Port ${PORT} may not be used by this user. Set PORT above 1024.`)
    if (code === 'EADDRNOTAVAIL') throw new StartFailure(`This machine has no address ${HOST}. Set HOST.`)
    throw error
  }
}

function runFill(fill: HistoryFill, context: Context, stops: (() => Promise<unknown>)[]): void {
  const stopping = new AbortController()
  const filled = fill.run(stopping.signal, say).catch((error: unknown) => {
    if (!stopping.signal.aborted) context.log.error({ error }, 'demo history stopped')
  })
  stops.push(() => {
    stopping.abort()
    return filled
  })
}

/** What the person at the terminal reads; the log is for machines. */
function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
