import { spawnSync } from 'node:child_process'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { clubOf, isHeldBack, readAnswers } from '#server/history/ingest/raw-answers.ts'
import { isWholeRun } from '../how-much.ts'
import { type Change, leadClub } from './kill-desk.ts'
import { type ProductProcess, startProduct } from './start-product.ts'

const NO_LIMITS = {
  GUEST_SESSIONS_PER_HOUR: '1000000',
  GUEST_SEARCHES_PER_HOUR: '1000000',
  REGISTRATIONS_PER_HOUR: '1000000',
  REQUESTS_PER_MINUTE: '1000000',
  DESK_WRITES_PER_MINUTE: '1000000',
}

/** Many clubs with a short history: filling it takes all rounds, and a search does not wait long for its own part. */
const DEMO = { DEMO_CLUBS: '40', DEMO_HISTORY_DAYS: isWholeRun ? '20' : '5' }
const SETTINGS = { ...NO_LIMITS, ...DEMO, PORT: '0', LOG_LEVEL: 'warn' }

/** A round ends this long after its start, or soon after its first search and its first change at a desk were answered. */
const PATIENCE_MS = 60_000
/** Each round ends this much later after its first search than the round before. */
const LATER_MS = 40

export type Round = {
  /** Time from the start of the process until it is ready. */
  readyMs: number
  /** Time that Node alone takes to start and end. It shows how busy the machine is. */
  nodeMs: number
  /** Guests of the round before of whom the product forgot searches. */
  forgotten: string[]
}

/**
 * Starts the product on the given store, checks that it remembers the round before, uses it while it collects, and
 * kills it. `killMore` may kill the database first.
 */
export async function killRound(
  settings: Record<string, string>,
  round: number,
  done: Acknowledged,
  killMore: () => Promise<void> | undefined = () => undefined,
): Promise<Round> {
  const before = [...done.searches].slice(-6)
  const nodeMs = took(() => spawnSync(process.execPath, ['-e', '']))
  const startedAt = performance.now()
  const product = await startProduct({ ...SETTINGS, ...settings })
  try {
    await untilReady(product)
    const readyMs = performance.now() - startedAt
    const forgotten = await forgottenGuests(product.url, before)
    const using = new AbortController()
    const tags = await knownTags(product.url)
    const visitors = [0, 1].map(() => useSite(product.url, tags, done, using.signal))
    visitors.push(leadClub(product.url, tags[0] ?? '', done.changes, using.signal))
    const answered = () => [...done.searches.values()].flat().length
    const [known, changed] = [answered(), done.changes.length]
    const isIdle = () => answered() === known || done.changes.length === changed
    const until = performance.now() + PATIENCE_MS
    while (isIdle() && performance.now() < until) await passes(20)
    await passes(LATER_MS * round)
    await killMore()
    await product.end('SIGKILL')
    using.abort()
    await Promise.all(visitors)
    return { readyMs, nodeMs, forgotten }
  } finally {
    await product.end('SIGKILL')
  }
}

/** All rounds if they were too slow. Allowed are 10 s on a machine on which Node alone takes 50 ms. */
export function slowStarts(rounds: Round[]): Round[] {
  const [readyMs, nodeMs] = [sum(rounds.map((round) => round.readyMs)), sum(rounds.map((round) => round.nodeMs))]
  return readyMs > 200 * nodeMs ? rounds : []
}

function sum(figures: number[]): number {
  return figures.reduce((total, figure) => total + figure, 0)
}

function took(work: () => unknown): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

async function untilReady({ url }: ProductProcess): Promise<void> {
  while ((await fetch(`${url}/api/health/ready`)).status !== 200) await passes(20)
}

async function knownTags(url: string): Promise<string[]> {
  const site = (await (await fetch(`${url}/api/site`)).json()) as Record<string, string>
  return [site.example_club_tag, site.example_player_tag, site.default_player_tag].filter((tag) => tag !== undefined)
}

/** Waits by the real clock: how long the product works before it is killed is an input of the test. */
export function passes(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** What the product acknowledged by its answers. It must be stored whatever happens next. */
export type Acknowledged = {
  /** Sessions of guests with the tags that they searched. */
  searches: Map<string, string[]>
  users: string[]
  changes: Change[]
}

const TAGS_EACH = 3

/**
 * Uses the site as visitors do until `signal` or the death of the site: guests search, users register. It notes only
 * what was answered with 200.
 */
async function useSite(url: string, tags: string[], done: Acknowledged, signal: AbortSignal): Promise<void> {
  const post = (path: string, body: object, headers = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal,
    })
  try {
    while (!signal.aborted) {
      const username = `user${done.users.length}x${crypto.randomUUID().slice(0, 8)}`
      const user = { username, email: `${username}@example.org`, password: 'under the sea' }
      if ((await post('/api/auth/register', user)).status === 200) done.users.push(username)
      const begun = await post('/api/auth/guest-session', {})
      // While the database is away, the site says so and acknowledges nothing.
      if (begun.status !== 200) continue
      const guest = (await begun.json()) as { session_id: string }
      const searched: string[] = []
      done.searches.set(guest.session_id, searched)
      for (const tag of tags.slice(0, TAGS_EACH)) {
        const answer = await post('/api/search', { tag }, { 'x-guest-session': guest.session_id })
        if (answer.status === 200) searched.push(tag)
      }
    }
  } catch {
    // The connection broke. What was not answered was not acknowledged.
  }
}

/** Guests for whom the site counts fewer searches than it answered. */
async function forgottenGuests(url: string, sessions: [string, string[]][]): Promise<string[]> {
  const forgotten: string[] = []
  for (const [session, searched] of sessions) {
    const answer = await fetch(`${url}/api/auth/guest-status/${session}`)
    const { search_limit = 0, searches_remaining = 0 } = (await answer.json()) as Record<string, number>
    if (answer.status !== 200 || search_limit - searches_remaining < searched.length) forgotten.push(session)
  }
  return forgotten
}

/** What was acknowledged but is not stored. */
export async function lost(db: Database, { users, searches }: Acknowledged): Promise<string[]> {
  const stored = await sql<{ username: string }>`select username from users`.execute(db)
  const guests = await sql<{ hash: string; tags: string[] }>`
    select encode(id_hash, 'hex') as hash, search_history as tags from guest_sessions`.execute(db)
  const known = new Set(stored.rows.map((row) => row.username))
  const tags = guests.rows.flatMap((row) => row.tags)
  const searched = [...searches.values()].flat()
  return [
    ...users.filter((username) => !known.has(username)),
    ...(guests.rows.length < searches.size ? [`${searches.size - guests.rows.length} guests`] : []),
    ...(tags.length < searched.length ? [`${searched.length - tags.length} searches`] : []),
  ]
}

export type Counts = { days: number; answers: number }

/** How far the demo's history is filled, in seconds, and the number of raw answers. Neither may decrease. */
export async function countsOf(db: Database): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select coalesce((select extract(epoch from (value ->> 'filledUntil')::timestamptz) from settings where key = 'demo'), 0)::float as days,
      coalesce((select sum(length(entries) - length(replace(entries, chr(10), ''))) from (
        select entries from club_answers union all select entries from player_answers) raw), 0)::float as answers`.execute(
    db,
  )
  return rows[0] ?? { days: 0, answers: 0 }
}

/** Rules that must hold after every transaction, with the number of breaches. */
export async function brokenRules(db: Database): Promise<{ rule: string; broken: number }[]> {
  const { rows } = await sql<{ rule: string; broken: number }>`
    select * from (
      select 'a club has the trophies of its members' as rule, count(*) as broken from clubs where trophies <>
        (select coalesce(sum(trophies), 0) from club_members where club_tag = clubs.tag and left_at is null)
      union all
      select 'every present member is a player', count(*) from club_members m where left_at is null
        and not exists (select from players where tag = m.player_tag)
      union all
      select 'every present member is in a raw answer of the club', count(*) from club_members m where left_at is null
        and not exists (select from club_answers c where c.club_tag = m.club_tag
          and strpos(c.entries, '"t' || m.player_tag || '"') > 0)
      union all
      select 'the daily series ends with what the player has', count(*) from players p where trophies <>
        (select trophies[cardinality(trophies)] from player_months where player_tag = p.tag order by month desc limit 1)
    ) rules where broken > 0`.execute(db)
  return [...rows, ...(await brokenCloses(db))]
}

/** Whether the last raw answer about each player tells the trophies that are stored. */
async function brokenCloses(db: Database): Promise<{ rule: string; broken: number }[]> {
  const players = await db.selectFrom('players').select(['tag', 'trophies', 'roster_trophies']).execute()
  const told = new Map<string, { at: Date; trophies: number }>()
  const tell = (tag: string, at: Date, trophies: number) => {
    if (at >= (told.get(tag)?.at ?? at)) told.set(tag, { at, trophies })
  }
  const ofClubs = await db.selectFrom('club_answers').selectAll().orderBy('club_tag').orderBy('day').execute()
  for (const [tag, days] of Map.groupBy(ofClubs, (row) => row.club_tag)) {
    for (const answer of readAnswers(days)) {
      if (answer.kind !== 'club' || isHeldBack(answer)) continue
      for (const member of clubOf(tag, answer).members) tell(member.tag, answer.at, member.trophies)
    }
  }
  const own = await db.selectFrom('player_answers').selectAll().orderBy('player_tag').orderBy('day').execute()
  for (const [tag, days] of Map.groupBy(own, (row) => row.player_tag)) {
    for (const { at, trophies } of readAnswers(days)) tell(tag, at, trophies)
  }
  const untold = players.filter(({ tag }) => !told.has(tag))
  // A list that lags behind the profile repeats its own number.
  const others = players.filter(({ tag, trophies, roster_trophies }) => {
    const last = told.get(tag)
    return last !== undefined && last.trophies !== trophies && last.trophies !== roster_trophies
  })
  const rules = [
    { rule: 'every player has a raw answer', broken: untold.length },
    { rule: 'the last raw answer tells the trophies of the player', broken: others.length },
  ]
  return rules.filter(({ broken }) => broken > 0)
}
