import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { vi } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { createApp } from '#server/app.ts'
import { collectorJobs } from '#server/collector/run-collector.ts'
import { track } from '#server/collector/targets.ts'
import { summarise } from '#server/directory/summarise.ts'
import { importFiles } from '#server/history/archive/import-files.ts'
import { exportFile } from '#server/history/archive/write-archive.ts'
import { rebuildHistory } from '#server/history/ingest/replay.ts'
import { carryOut, deleteDue } from '#server/site/privacy/carry-out.ts'
import { endpoints } from '#shared/contract/all.ts'
import { DAY_MS, dayOf, HOUR_MS } from '#shared/days.ts'
import { storeClubHistory } from '../../club-history.ts'
import type { TestContext } from '../../open-context.ts'
import type { TestStore } from '../../open-store.ts'
import { openTestWorld, type TestWorld } from '../../open-world.ts'

/** One member stays, one leaves, one joins, whatever happens in the demo's world. */
const COMINGS_AND_GOINGS = { '#2PY': '##.#', '#2PL': '##  ', '#2PQ': '  ##' }

/** Does everything that the product does with its store, once or twice, with a small world. */
export async function runFlows(store: TestStore): Promise<void> {
  const world = await openTestWorld(store)
  const context = world.context({
    settings: { GUEST_SESSIONS_PER_HOUR: '1000', GUEST_SEARCHES_PER_HOUR: '1000', REGISTRATIONS_PER_HOUR: '1000' },
    summarise: (renewed) => summarise({ db: store.db, clock: world.clock }, renewed),
  })
  const app = await createApp(context)
  try {
    await storeClubHistory(store.db, COMINGS_AND_GOINGS, { today: dayOf(world.clock.now()) })
    await visit(world, app)
    await collect(world, context)
    await visit(world, app)
    await rebuildHistory(context.db)
    await moveAway(context)
    await hideAndForget(context)
  } finally {
    await app.close()
    await world.close()
  }
}

async function visit(world: TestWorld, app: FastifyInstance): Promise<void> {
  await world.clock.drive(refreshBoth(app), 0.25)
  await world.clock.drive(searchAndLeave(app, [EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG]), 0.25)
  await world.clock.drive(askPages(app, { club: EXAMPLE_CLUB_TAG, player: EXAMPLE_PLAYER_TAG }), 0.25)
}

/** Refreshes what is stored; when nothing was searched yet, both calls find nothing. */
async function refreshBoth(app: FastifyInstance): Promise<void> {
  const [club, player] = [EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG].map(encodeURIComponent)
  for (const url of [`/api/browse/club/${club}/refresh`, `/api/browse/player/${player}/refresh`])
    await app.inject({ method: 'POST', url })
}

/** Runs all jobs of the collector twice, hours apart, with a target of each kind. More would send no other statement. */
async function collect(world: TestWorld, context: TestContext): Promise<void> {
  await track(context, [{ kind: 'battle-log', key: EXAMPLE_PLAYER_TAG, class: 'searched' }])
  const signal = new AbortController().signal
  for (let turn = 0; turn < 2; turn += 1) {
    await keepOneOfEachKind(context)
    for (const job of collectorJobs(context)) await world.clock.drive(Promise.resolve(job.run(signal)), 0.25)
    await world.clock.advance(30 * HOUR_MS)
  }
}

async function keepOneOfEachKind({ db }: TestContext): Promise<void> {
  await sql`delete from collection_targets where (kind, key) not in (
    select distinct on (kind) kind, key from collection_targets order by kind, wanted_at desc nulls last)`.execute(db)
}

/** A guest and a user each search all tags. The user changes everything in the account, and deletes it. */
async function searchAndLeave(app: FastifyInstance, tags: string[]): Promise<void> {
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, headers = {}) =>
    (await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })).json()
  const guest = await send('POST', '/api/auth/guest-session')
  for (const tag of tags) await send('POST', '/api/search', { tag }, { 'x-guest-session': guest.session_id })
  await send('GET', `/api/auth/guest-status/${guest.session_id}`)
  const [username, password] = [`user${guest.session_id.slice(0, 8).replaceAll(/\W/g, '')}`, 'correct horse']
  await send('POST', '/api/auth/register', { username, email: `${username}@example.com`, password })
  const { token } = await send('POST', '/api/auth/login', { identifier: username, password })
  const user = { authorization: `Bearer ${token}` }
  for (const tag of tags) await send('POST', '/api/search', { tag }, user)
  for (const url of ['/api/auth/profile', '/api/auth/sessions']) await send('GET', url, undefined, user)
  await send('PUT', '/api/auth/update-api-key', { api_key: 'aa.bb.cc' }, user)
  await send('PUT', '/api/auth/password', { old_password: password, new_password: `${password} 2` }, user)
  await send('DELETE', '/api/auth/account', { password: `${password} 2` }, user)
}

/** Makes every call that reads, and lists in several ways. An answer of 5xx means that a statement failed. */
async function askPages(app: FastifyInstance, { club, player }: { club: string; player: string }) {
  const tagOf = (path: string) => encodeURIComponent(path.includes('player') ? player : club)
  const reads = [...endpoints.values()].filter(({ method }) => method === 'GET')
  const plain = reads.map(({ path }) => path.replace('{tag}', tagOf(path)).replace(/\{.*?\}/, 'nobody'))
  for (const url of [...plain, ...LISTS]) {
    const { statusCode, body } = await app.inject({ method: 'GET', url })
    if (statusCode >= 500) throw new Error(`${url}: ${body}`)
  }
  await app.inject({ method: 'POST', url: '/api/rankings/collect/players?country=global' })
}

const LISTS = [
  '/api/browse/entities?type=players&search=a',
  '/api/browse/entities?type=players&search=%23P',
  '/api/browse/entities?type=clubs&page=2',
  ...['popularity', 'trophies', 'performance', 'activity', 'name', 'members'].map(
    (sort) => `/api/browse/entities?sort=${sort}&sort_by=${sort}&region=europe&activity=high`,
  ),
  '/api/rankings/leaderboards?type=clubs',
  '/api/rankings/leaderboards?type=brawlers&brawler_id=16000000',
]

/** A player asks to be hidden, is shown again, and has everything deleted. */
async function hideAndForget(context: TestContext): Promise<void> {
  for (const choice of ['hide', 'show', 'delete'] as const) await carryOut(context, EXAMPLE_PLAYER_TAG, choice)
  const tomorrow = new Date(context.clock.now().getTime() + DAY_MS)
  await deleteDue({ ...context, clock: { ...context.clock, now: () => tomorrow } })
}

/** Exports the history and imports it again. */
async function moveAway({ db, clock }: TestContext): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'delphin-flows-'))
  const file = join(directory, 'history.ndjson')
  const common = { db, clock, say: () => {}, signal: new AbortController().signal }
  try {
    await exportFile({ ...common, file, gzip: false })
    await importFiles({ ...common, files: [file], stdin: process.stdin })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

export type Recorder = { statements(): string[]; stop(): void }

/** Records the text of every statement that this process sends from now on. */
export function recordStatements(): Recorder {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const texts = () => spy.mock.calls.map(([query]: unknown[]) => textOf(query)).filter((text) => text !== '')
  return { statements: () => [...new Set(texts())], stop: () => spy.mockRestore() }
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}
