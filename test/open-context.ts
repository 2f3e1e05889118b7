import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { type Context, createProcessState } from '#server/context.ts'
import { createServer, type RegisterSlice } from '#server/create-server.ts'
import { createGameApi } from '#server/game/client.ts'
import type { GameApi } from '#server/game/game-api.ts'
import { readTexts } from '#server/kernel/texts.ts'
import { openApiDocument } from '#server/site/http/open-api.ts'
import { type ManualClock, manualClock } from './manual-clock.ts'
import type { TestStore } from './open-store.ts'

export type TestContext = Context & { clock: ManualClock }

export type TestContextOptions = {
  store: TestStore
  clock?: ManualClock
  /** Unreachable when left out. */
  gameApi?: GameApi
  /** Settings by the names of their environment variables. */
  settings?: Record<string, string>
  /** Does nothing when left out. */
  summarise?: Context['summarise']
  /** Silent when left out. */
  log?: Logger
}

/** Read once for all contexts: they never change. */
const TEXTS = readTexts()

/** Nothing listens at port 9, or it discards what it receives. */
const NOWHERE = 'http://127.0.0.1:9/v1'

/** A context whose time stands still until the test moves it. */
export function openTestContext(options: TestContextOptions): TestContext {
  const { store, clock = manualClock(), settings = {}, log = pino({ level: 'silent' }) } = options
  const dataDirectory: Record<string, string> = store.dataDirectory === null ? {} : { DATA_DIR: store.dataDirectory }
  const unreachable = () => createGameApi({ baseUrl: NOWHERE, tokens: ['none'], callsPerSecond: 100, clock })
  return {
    config: readConfig({ ...dataDirectory, ...settings }),
    installation: { demo: false, exampleClubTag: null, examplePlayerTag: null, defaultPlayerTag: '#2PP' },
    db: store.db,
    gameApi: options.gameApi ?? unreachable(),
    clock,
    log,
    summarise: options.summarise ?? (async () => {}),
    ...createProcessState(clock, TEXTS),
    demoHistory: null,
  }
}

/** The calls of the slices given, with the cache and behind the limits of the whole app; for use with `inject`. */
export function openTestApp(context: Context, slices: RegisterSlice[]): FastifyInstance {
  const { fastify } = createServer(context, slices)
  fastify.addHook('onSend', async ({ method, routeOptions }, reply) => {
    const { statusCode } = reply
    const path = routeOptions.url?.replaceAll(/:(\w+)/g, '{$1}') ?? ''
    const responses = published().paths[path]?.[method.toLowerCase()]?.responses
    if (statusCode < 400 || responses === undefined || statusCode in responses) return
    reply.code(500)
    throw new Error(`${method} ${path} does not declare that it may answer ${statusCode}`)
  })
  return fastify
}

type Published = { paths: Record<string, Record<string, { responses: object }>> }

let document: Published | undefined

function published(): Published {
  document ??= openApiDocument() as Published
  return document
}
