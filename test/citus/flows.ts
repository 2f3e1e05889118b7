import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { createApp } from '#server/app.ts'
import { collectClub } from '#server/collector/collect-tag.ts'
import { collectorJobs } from '#server/collector/run-collector.ts'
import { track } from '#server/collector/targets.ts'
import { summarise } from '#server/directory/summarise.ts'
import { importFiles } from '#server/history/archive/import-files.ts'
import { exportFile } from '#server/history/archive/write-archive.ts'
import { rebuildHistory } from '#server/history/ingest/replay.ts'
import { clearDesks } from '#server/site/desk/desk-room.ts'
import { makeDueWeeks } from '#server/site/desk/weeks.ts'
import { carryOut, deleteDue } from '#server/site/proofs/carry-out.ts'
import { endpoints } from '#shared/contract/all.ts'
import { addDays, type CalendarDay, DAY_MS, dayOf, HOUR_MS } from '#shared/days.ts'
import { CLUB_SORTS, PLAYER_SORTS } from '#shared/sorts.ts'
import { CLUB as STORED_CLUB, storeClubHistory } from '../club-history.ts'
import { signIn } from '../desk-visitors.ts'
import type { TestContext } from '../open-context.ts'
import type { TestStore } from '../open-store.ts'
import { openTestWorld, type TestWorld } from '../open-world.ts'

/** One member stays, one leaves, one joins, whatever happens in the demo's world. */
const COMINGS_AND_GOINGS = { '#2PY': '##.#', '#2PL': '##  ', '#2PQ': '  ##' }

/** Does everything that the product does with its store, once or twice, with a small world. */
export async function runFlows(store: TestStore): Promise<void> {
  const world = await openTestWorld(store)
  const context = world.context({
    settings: {
      GUEST_SESSIONS_PER_HOUR: '1000',
      GUEST_SEARCHES_PER_HOUR: '1000',
      REGISTRATIONS_PER_HOUR: '1000',
      PUBLIC_URL: SITE,
    },
    summarise: (renewed) => summarise({ db: store.db, clock: world.clock }, renewed),
  })
  const app = await createApp(context)
  try {
    await storeClubHistory(store.db, COMINGS_AND_GOINGS, { today: dayOf(world.clock.now()) })
    await visit(world, app, 'nothing')
    await collect(world, context)
    await visit(world, app, 'both')
    await rebuildHistory(context.db)
    await lead(world, context, app)
    await moveAway(context)
    await hideAndForget(context)
  } finally {
    await app.close()
    await world.close()
  }
}

const CLUB = encodeURIComponent(EXAMPLE_CLUB_TAG)
const PLAYER = encodeURIComponent(EXAMPLE_PLAYER_TAG)

/** A visitor refreshes what is stored, a guest and a user search, and everybody reads all pages. */
async function visit(world: TestWorld, app: FastifyInstance, stored: 'nothing' | 'both'): Promise<void> {
  const refreshed = stored === 'both' ? 200 : 404
  for (const path of [`club/${CLUB}`, `player/${PLAYER}`])
    await world.clock.drive(send(app, 'POST', `/api/browse/${path}/refresh`, { status: refreshed }), 0.25)
  await world.clock.drive(searchAndLeave(app, [EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG]), 0.25)
  // Nobody has shared a review: it is looked for and not found.
  for (const path of [`club/${CLUB}`, `player/${PLAYER}`])
    await send(app, 'GET', `/api/browse/${path}/reviews/2026`, { status: 404 })
  for (const path of readPaths(world.clock.now())) await world.clock.drive(send(app, 'GET', path), 0.25)
}

type Call = { status?: number; payload?: object; headers?: Record<string, string> }

/**
 * Makes a call and answers its JSON.
 * @throws {Error} when the answer has another status: the statements of a call that is refused were never sent
 */
async function send(app: FastifyInstance, method: Method, url: string, call: Call = {}) {
  const { status = 200, payload, headers = {} } = call
  const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  if (answer.statusCode === status) return answer.json()
  throw new Error(`${method} ${url}: ${answer.statusCode} instead of ${status}: ${answer.body}`)
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

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

/** The stored club is kept last: the demo's world does not know it. */
async function keepOneOfEachKind({ db }: TestContext): Promise<void> {
  await sql`delete from collection_targets where (kind, key) not in (
    select distinct on (kind) kind, key from collection_targets order by kind, key = ${STORED_CLUB},
    wanted_at desc nulls last)`.execute(db)
}

/** A guest and a user each search all tags. The user changes everything in the account, and deletes it. */
async function searchAndLeave(app: FastifyInstance, tags: string[]): Promise<void> {
  const guest = await send(app, 'POST', '/api/auth/guest-session')
  const asGuest = { 'x-guest-session': guest.session_id }
  for (const tag of tags) await send(app, 'POST', '/api/search', { payload: { tag }, headers: asGuest })
  await send(app, 'GET', `/api/auth/guest-status/${guest.session_id}`)
  for (const type of ['players', 'clubs', 'brawlers']) {
    const payload = { country: 'global', ...(type === 'brawlers' ? { brawler_id: 16000000 } : {}) }
    await send(app, 'POST', `/api/rankings/collect/${type}`, { payload, headers: asGuest })
  }
  const [username, password] = [`user${guest.session_id.slice(0, 8).replaceAll(/\W/g, '')}`, 'correct horse']
  const registration = { username, email: `${username}@example.com`, password }
  await send(app, 'POST', '/api/auth/register', { payload: registration })
  await changeAccount(app, { username, password, tags })
}

type Account = { username: string; password: string; tags: string[] }

async function changeAccount(app: FastifyInstance, { username, password, tags }: Account): Promise<void> {
  const logIn = async () => {
    const { token } = await send(app, 'POST', '/api/auth/login', { payload: { identifier: username, password } })
    return { authorization: `Bearer ${token}` }
  }
  const other = await logIn()
  const headers = await logIn()
  for (const tag of tags) await send(app, 'POST', '/api/search', { payload: { tag }, headers })
  await send(app, 'GET', '/api/auth/profile', { headers })
  const { sessions } = await send(app, 'GET', '/api/auth/sessions', { headers })
  const { id } = sessions.find((session: { current: boolean }) => !session.current)
  await send(app, 'DELETE', `/api/auth/sessions/${id}`, { headers })
  await send(app, 'GET', '/api/auth/profile', { headers: other, status: 401 })
  await send(app, 'PUT', '/api/auth/update-api-key', { payload: { api_key: 'aa.bb.cc' }, headers })
  const [old_password, new_password] = [password, `${password} 2`]
  await send(app, 'PUT', '/api/auth/password', { payload: { old_password, new_password }, headers })
  await send(app, 'DELETE', '/api/auth/account', { payload: { password: new_password }, headers })
}

/** Every call that reads what this world has, and lists in all ways that they can be asked for. */
function readPaths(now: Date): string[] {
  const reads = [...endpoints.values()].filter(({ method, access }) => method === 'GET' && access === 'public')
  const ofAll = reads.flatMap(({ path }) => (/\{(session_id|date|period)\}/.test(path) ? [] : path))
  const paths = ofAll.map((path) =>
    path.replace('{tag}', path.includes('player') ? PLAYER : CLUB).replace('{brawler_id}', '16000000'),
  )
  const timeframes = paths.filter((path) => path.endsWith('/analytics')).map((path) => `${path}?days=90`)
  return [...paths.map((path) => withQuery(path, now)), ...timeframes, ...lists()]
}

const SITE = 'https://delphin.example'

/** What calls must be asked with, by the end of their path. */
const NEEDED = {
  '/changes': 'since=NOW',
  '/names': 'text=ad',
  '/oembed': `url=${encodeURIComponent(`${SITE}/club/${EXAMPLE_CLUB_TAG.slice(1)}`)}`,
}

function withQuery(path: string, now: Date): string {
  const [, query] = Object.entries(NEEDED).find(([end]) => path.endsWith(end)) ?? []
  return query === undefined ? path : `${path}?${query.replace('NOW', now.toISOString())}`
}

function lists(): string[] {
  const filters = ['region=eu', 'activity=high', 'trophyMin=1000&trophyMax=90000', 'search=a', 'search=%23P', 'page=2']
  const browse = (query: string) => `/api/browse/entities?${query}`
  return [
    ...CLUB_SORTS.map((sort) => browse(`type=club&sort=${sort}`)),
    ...PLAYER_SORTS.map((sort) => browse(`type=player&sort=${sort}`)),
    ...['club', 'player'].flatMap((type) => filters.map((filter) => browse(`type=${type}&${filter}`))),
    browse('type=player&membership=member'),
    ...['type=players', 'type=clubs', 'type=brawlers&brawler_id=16000000'].map(
      (query) => `/api/rankings/leaderboards?${query}`,
    ),
  ]
}

/** A player asks to be hidden, is shown again, and has everything deleted. */
async function hideAndForget(context: TestContext): Promise<void> {
  for (const choice of ['hide', 'show', 'delete'] as const) await carryOut(context, EXAMPLE_PLAYER_TAG, choice)
  const tomorrow = new Date(context.clock.now().getTime() + DAY_MS)
  await deleteDue({ ...context, clock: { ...context.clock, now: () => tomorrow } })
}

/** The president of the example club does everything that a desk offers, reads the week, and goes. */
async function lead(world: TestWorld, context: TestContext, app: FastifyInstance): Promise<void> {
  await collectClub(context, EXAMPLE_CLUB_TAG, { priority: 'visitor' })
  const { members } = (await context.gameApi.getClub(EXAMPLE_CLUB_TAG)).body
  const ofRole = (wanted: string) => members.find(({ role }) => role === wanted)?.tag ?? ''
  const [president, senior, member] = ['president', 'senior', 'member'].map(ofRole) as [string, string, string]
  const leader = await signIn(context.db, context.clock, { name: 'leader', players: [president] })
  const { userId, ...asLeader } = leader
  const call = (method: Method, path: string, payload?: object) =>
    world.clock.drive(send(app, method, `/api/desk/${path}`, { ...asLeader, ...(payload && { payload }) }), 0.25)
  // The first report is of a whole week.
  for (let days = 0; days < 16; days += 8) await world.clock.advance(8 * DAY_MS)
  const { proof_id } = await call('POST', 'proofs', { tag: member })
  const proof = `/api/proofs/${proof_id}`
  await world.clock.drive(send(app, 'POST', `${proof}/check`, asLeader), 0.25)
  await send(app, 'DELETE', proof, asLeader)
  await call('PUT', 'my-club', { tag: EXAMPLE_CLUB_TAG })
  await noteAll(call, { president, senior, member, today: dayOf(context.clock.now()) })
  await readDesk(call, `${CLUB}/`)
  await call('GET', `players/${encodeURIComponent(president)}/reviews`)
  await makeDueWeeks(context)
  await clearDesks(context)
  const payload = { password: 'dolphins swim' }
  await send(app, 'DELETE', '/api/auth/account', { payload, ...asLeader })
}

type DeskCall = (method: Method, path: string, payload?: object) => ReturnType<typeof send>
type Noted = { president: string; senior: string; member: string; today: CalendarDay }

/** Marks, absences, decisions, rules, the staff and a channel, each made and changed, some undone. */
async function noteAll(call: DeskCall, { president, senior, member, today }: Noted): Promise<void> {
  const at = `${CLUB}/`
  for (const kind of ['note', 'warning', 'safe', 'blacklist']) {
    const { mark } = await call('POST', `${at}marks`, { kind, player_tag: member, text: 'Noted' })
    if (kind !== 'blacklist') await call('PUT', `${at}marks/${mark.id}`, { text: 'Changed', version: 1 })
    if (kind === 'safe') await call('DELETE', `${at}marks/${mark.id}`, { version: 2 })
  }
  const away = { from: today, until: addDays(today, 3), note: '' }
  const { absence } = await call('POST', `${at}absences`, { player_tag: senior, ...away })
  await call('PUT', `${at}absences/${absence.id}`, { ...away, note: 'Exams', version: 1 })
  const { token } = await call('POST', `${at}absence-link`, { player_tag: president })
  const own = await call('POST', 'own-absences', { token, ...away })
  await call('DELETE', 'own-absences', { token, id: own.absences[0].id, version: 1 })
  await call('POST', 'own-absences/read', { token })
  for (const [version, action] of ['snoozed', 'warned'].entries())
    await call('POST', `${at}queue/${encodeURIComponent(member)}`, { action, version })
  const { rules } = await call('GET', `${at}rules`)
  await call('POST', `${at}rules/preview`, { rules: { ...rules, warn_after_days: 5 } })
  const changed = await call('PUT', `${at}rules`, { rules, time_zone: 'Asia/Tokyo', version: 0 })
  await call('POST', `${at}log/${changed.log_id}/undo`)
  await call('PUT', `${at}staff/${encodeURIComponent(senior)}`, { invited: true })
  const address = `https://discord.com/api/webhooks/123456789012345678/${'a'.repeat(60)}`
  const gets = { name: '#news', posts: ['joined'], language: 'en', quiet_hours: null }
  const { channel } = await call('POST', `${at}channels`, { address, ...gets })
  await call('POST', `${at}channels/${channel.id}/test`)
  await call('PUT', `${at}channels/${channel.id}`, { ...gets, paused: true, version: 1 })
  await call('DELETE', `${at}channels/${channel.id}`, { version: 2 })
  await call('POST', `${at}applicants`, { text: `${member} ${EXAMPLE_PLAYER_TAG} #2PP` })
}

/** Everything that a desk shows, and its newest week published. */
async function readDesk(call: DeskCall, at: string): Promise<void> {
  const reads = [...endpoints.values()].filter(
    ({ method, access, path }) => method === 'GET' && access === 'desk' && !/\{(date|period)\}/.test(path),
  )
  for (const { path } of reads) await call('GET', path.replace('/api/desk/', '').replace('{tag}', CLUB))
  const { weeks } = await call('GET', `${at}weeks`)
  const { version } = await call('GET', `${at}weeks/${weeks[0].date}`)
  await call('PUT', `${at}weeks/${weeks[0].date}`, { published: true, version })
}

/** Exports the history and imports it again, which changes nothing. */
async function moveAway({ db, clock }: TestContext): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'delphin-flows-'))
  const file = join(directory, 'history.ndjson')
  const common = { db, clock, say: () => {}, signal: new AbortController().signal }
  try {
    await exportFile({ ...common, file, gzip: false })
    const { rows, bad } = await importFiles({ ...common, files: [file], stdin: process.stdin })
    if (rows + bad > 0) throw new Error(`of what is stored, ${rows} rows were stored again and ${bad} refused`)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
