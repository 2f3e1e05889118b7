// The cost of an answer: CPU of the server for each request, as a ratio to a Fastify that does nothing in the same run.
// On PostgreSQL the store's CPU is not counted; on the embedded store it is.
// `node bench/http.ts [seconds of each measurement] [rounds] [postgresql | embedded | both] [a part of the cases' names]`
import { setTimeout } from 'node:timers/promises'
import { startPostgres } from '#test/postgres-server.ts'
import { HELLO_BYTES, type Load, type Measured, measureLoad, type ServerProcess, startServer, warmUp } from './load.ts'
import { writeResult } from './results.ts'
import { inventedClub } from './summaries-world.ts'
import { CLUBS, MEMBERS, worldTag } from './world.ts'

/** `server` says who answers: a yardstick, or the app, with answers that are fresh or not there (http-server.ts). */
type Case = {
  name: string
  /** The highest ratio to a hello of as many bytes. */
  goal?: number
  /** The goal in its place for what is made from nothing: the 99th percentile in milliseconds, for a few visitors. */
  longest?: number
  server: 'hello' | 'statement' | 'ready' | 'refusing' | 'making' | 'finding'
  load: Load
  /** The client has the answer already and asks whether it has changed. */
  known?: boolean
}

/** What a browser sends, to the yardstick too: half of the work is to read it. */
const headers = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  accept: 'application/json, text/plain, */*',
  'accept-language': 'en-US,en;q=0.9,de;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  referer: 'http://127.0.0.1:3000/browse',
  'sec-ch-ua': '"Chromium";v="142", "Not A(Brand";v="24"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Linux"',
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'same-origin',
  'x-guest-session': '8Yc0vJb0dQm0m4M8m6cS9vPrXl1y2nQ5t7u8w9xAbCd',
}
const uncompressed = { ...headers, 'accept-encoding': 'identity' }
const club = worldTag(0).slice(1)
const player = worldTag(CLUBS).slice(1)
const clubAt = (turn: number) => worldTag(turn % CLUBS).slice(1)
const playerAt = (turn: number) => worldTag(CLUBS + (turn % (CLUBS * MEMBERS))).slice(1)
const daysAt = (turn: number) => [7, 14, 30, 90][Math.floor(turn / CLUBS) % 4]

/** Weeks, modes and trophies in turn: more questions than requests at a time. */
const metaAt = (turn: number) => {
  const mode = ['', '&mode=knockout', '&mode=brawlBall', '&mode=heist'][Math.floor(turn / 4) % 4]
  const bin = ['', '&bin=600', '&bin=1000', '&bin=1400'][Math.floor(turn / 16) % 4]
  return `weeks=${[1, 4, 8, 12][turn % 4]}${mode}${bin}`
}

/** Maps of the stored weeks in turn. */
const eventAt = (turn: number) => 15_000_000 + 100 * (turn % 6) + (Math.floor(turn / 6) % 5)

/** Number of browse pages of half of the players, as many as belong to one region. */
const PAGES = (CLUBS * MEMBERS) / 24 / 2

/** Of the 200,000 players and their clubs: the deepest page of players that is asked for, all pages of clubs, all clubs. */
const DEEPEST = 400
const CLUB_PAGES = 270
const INVENTED = 6_667
const CLUBS_BY = '/api/browse/entities?type=club&sort='
const trophiesAt = (turn: number) => `trophyMin=${turn % 20_000}&trophyMax=10000000`

const YARDSTICKS: Case[] = [
  ...HELLO_BYTES.map(
    (bytes): Case => ({
      name: helloOf(bytes),
      goal: 1,
      server: 'hello',
      load: { path: () => `/?bytes=${bytes}`, headers },
    }),
  ),
  {
    name: 'one statement of 30 rows',
    server: 'statement',
    load: { path: () => '/', headers },
  },
]

/** The name of the Fastify that does nothing but send as many bytes, or somewhat fewer. */
function helloOf(bytes: number): string {
  return `hello of ${HELLO_BYTES.findLast((each) => each <= bytes) ?? HELLO_BYTES[0]} bytes`
}

const ready = (name: string, path: string, given: Record<string, string> = headers): Case => {
  return { name: `ready: ${name}`, goal: 2, server: 'ready', load: { path: () => path, headers: given } }
}

const again = (name: string, path: string): Case => {
  return { ...ready(name, path), name: `unchanged (304): ${name}`, goal: 1.5, known: true }
}

/** Milliseconds that 99 of 100 answers take at most: figures that are computed, and lists that are read. */
const LONGEST = { computed: 100, listed: 50 }

/** Visitors who ask for answers that are made from nothing, each for one at a time. A full server only shows its queue. */
const FEW_VISITORS = 2

const made = (kind: keyof typeof LONGEST, name: string, path: Load['path']): Case => {
  return { name: `made: ${name}`, longest: LONGEST[kind], server: 'making', load: { path, headers } }
}

const found = (kind: keyof typeof LONGEST, name: string, path: Load['path']): Case => {
  return { name: `found: ${name}`, longest: LONGEST[kind], server: 'finding', load: { path, headers } }
}

const CASES: Case[] = [
  ready('browse', '/api/browse/entities?type=player'),
  ready('browse, uncompressed', '/api/browse/entities?type=player', uncompressed),
  ready('club', `/api/browse/club/${club}`),
  ready('player', `/api/browse/player/${player}`),
  ready('dashboard', '/api/browse/dashboard'),
  ready('analytics of a club', `/api/browse/club/${club}/analytics`),
  ready('member scores', `/api/analytics/club/${club}/member-scores`),
  ready('page of a club', `/club/${club}`),
  ready('home', '/'),
  ready('heatmap', `/api/analytics/club/${club}/activity-heatmap`),
  again('club', `/api/browse/club/${club}`),
  again('page of a club', `/club/${club}`),
  {
    ...ready('club', `/api/browse/club/${club}`),
    ...{ name: 'refused (429)', goal: 1.5, server: 'refusing' },
    load: { path: () => `/api/browse/club/${club}`, headers, status: 429 },
  },
  made('computed', 'progression of a player', (turn) => {
    return `/api/analytics/player/${playerAt(turn)}/trophy-progression?days=${daysAt(turn)}`
  }),
  made('computed', 'progression of a club', (turn) => {
    return `/api/analytics/club/${clubAt(turn)}/trophy-progression?days=${daysAt(turn)}`
  }),
  made('computed', 'member scores', (turn) => `/api/analytics/club/${clubAt(turn)}/member-scores?days=${daysAt(turn)}`),
  made('computed', 'heatmap', (turn) => `/api/analytics/club/${clubAt(turn)}/activity-heatmap?days=${daysAt(turn)}`),
  made('computed', 'analytics of a club', (turn) => `/api/browse/club/${clubAt(turn)}/analytics`),
  made('computed', 'analytics of a player', (turn) => `/api/browse/player/${playerAt(turn)}/analytics`),
  made('computed', 'battles of a player', (turn) => `/api/analytics/player/${playerAt(turn)}/battles?days=90`),
  made('computed', 'battles of a club', (turn) => `/api/analytics/club/${clubAt(turn)}/battles?days=90`),
  made('computed', 'battles of a player, 30 days', (turn) => `/api/analytics/player/${playerAt(turn)}/battles?days=30`),
  made('computed', 'battles of a club, 7 days', (turn) => `/api/analytics/club/${clubAt(turn)}/battles?days=7`),
  made('computed', 'battles: brawlers that win', (turn) => `/api/analytics/meta?${metaAt(turn)}`),
  made('computed', 'battles: brawlers of a map', (turn) => `/api/analytics/meta?event_id=${eventAt(turn)}`),
  made('computed', 'battles: one brawler', (turn) => `/api/analytics/meta/brawler/${16_000_000 + (turn % 100)}`),
  made('listed', 'browse', (turn) => `/api/browse/entities?type=player&page=${1 + (turn % PAGES)}`),
  made(
    'listed',
    'browse of a region',
    (turn) => `/api/browse/entities?type=player&region=na&page=${1 + (turn % PAGES)}`,
  ),
  made('listed', 'browse by trophies', (turn) => `/api/browse/entities?type=player&${trophiesAt(turn)}`),
  found('listed', 'browse 200,000 players', (turn) => `/api/browse/entities?type=player&page=${1 + (turn % DEEPEST)}`),
  found('listed', 'browse clubs by growth', (turn) => `${CLUBS_BY}growth&page=${1 + (turn % CLUB_PAGES)}`),
  found('listed', 'browse clubs by trophies', (turn) => `${CLUBS_BY}trophies&page=${1 + (turn % CLUB_PAGES)}`),
  found('listed', 'browse open clubs', (turn) => `${CLUBS_BY}trophies&entry=open&${trophiesAt(turn)}`),
  found('listed', 'browse by all wishes', (turn) => {
    return `${CLUBS_BY}growth&entry=open&seats=free&bar=${1000 + (turn % 90_000)}&country=DE&activity=medium`
  }),
  found('computed', 'similar clubs', (turn) => `/api/analytics/club/${inventedClub(turn % INVENTED).slice(1)}/similar`),
  found('computed', 'clubs for a player', (turn) => `/api/finder/clubs?tag=${playerAt(turn)}`),
  found('computed', 'clubs by sliders', (turn) => {
    return `/api/finder/clubs?trophies=${1000 + (turn % 90_000)}&days=5&hours=18,19,20&modes=heist,knockout`
  }),
  found('computed', 'clubs by wishes', (turn) => {
    return `/api/finder/clubs?trophies=${1000 + (turn % 90_000)}&days=5&entry=open&seats=free&country=DE`
  }),
]

/** The first answer of a page may be made before its figures are ready. */
const SETTLES_MS = 3000

type Servers = Partial<Record<Case['server'], ServerProcess>>

const [seconds = 1, rounds = 3] = process.argv.slice(2, 4).map(Number)
const [chosen, named = ''] = process.argv.slice(4)
const rows = []
if (chosen !== 'embedded') {
  const postgres = await startPostgres()
  if ('missing' in postgres) console.log(`${postgres.missing}: measuring the embedded store alone`)
  else {
    rows.push(...(await measureStore('postgresql', postgres.url)))
    await postgres.stop()
  }
}
if (chosen !== 'postgresql') rows.push(...(await measureStore('embedded')))
console.log(
  `CPU microseconds of the server for each request, best of ${rounds} rounds of ${seconds} s; ratio to a hello of as many bytes`,
)
console.table(rows)
writeResult('http', rows)

async function measureStore(store: string, url?: string) {
  const database = url === undefined ? [] : [url]
  const servers: Servers = {
    hello: await startServer('bench/yardstick-server.ts'),
    ready: await startServer('bench/http-server.ts', ['ready', ...database]),
    refusing: await startServer('bench/http-server.ts', ['refusing', ...database]),
    making: await startServer('bench/http-server.ts', ['making', ...database]),
    ...(url !== undefined && {
      finding: await startServer('bench/http-server.ts', ['finding', ...database]),
      statement: await startServer('bench/yardstick-server.ts', database),
    }),
  }
  const asked = CASES.filter(({ name }) => name.includes(named))
  const cases = [...YARDSTICKS, ...asked].filter(({ server }) => servers[server])
  const best = await measureAll(cases, servers)
  for (const server of Object.values(servers)) await server.stop()
  return cases.map(({ name, goal = Number.POSITIVE_INFINITY, longest = Number.POSITIVE_INFINITY }) => {
    const { microseconds = Number.NaN, p99 = Number.NaN, bytes = 0 } = best.get(name) ?? {}
    const ratio = microseconds / (best.get(helloOf(bytes))?.microseconds ?? Number.NaN)
    const figures = { bytes, microseconds: Math.round(microseconds), ratio: ratio.toFixed(2), goal }
    return { store, name, ...figures, p99: p99.toFixed(1), longest, met: ratio <= goal && p99 <= longest }
  })
}

/** The least CPU time of each case: other work on the machine only adds to it. */
async function measureAll(cases: Case[], servers: Servers): Promise<Map<string, Measured>> {
  const best = new Map<string, Measured>()
  for (const { server, load } of firstOfEach(cases)) await warmUp(servers[server] as ServerProcess, load)
  for (let round = 0; round < rounds; round++) {
    for (const { name, server, load, known, longest } of cases) {
      const asked = servers[server] as ServerProcess
      const measured = known
        ? await measureUnchanged(asked, load)
        : await measureLoad(asked, load, seconds, longest === undefined ? undefined : FEW_VISITORS)
      if (measured.microseconds < (best.get(name)?.microseconds ?? Number.POSITIVE_INFINITY)) best.set(name, measured)
    }
  }
  return best
}

/** The first case of each server. */
function firstOfEach(cases: Case[]): Case[] {
  return cases.filter(({ server }, index) => cases.findIndex((other) => other.server === server) === index)
}

const TRIES = 3

/** Measures with a new ETag when the answer changed meanwhile. */
async function measureUnchanged(server: ServerProcess, load: Load): Promise<Measured> {
  for (let tries = 1; ; tries++) {
    try {
      return await measureLoad(server, await unchanged(server, load), seconds)
    } catch (error) {
      if (tries === TRIES) throw error
    }
  }
}

/** The load of a client that has the answer already. A page is made anew every half minute, with another ETag. */
async function unchanged({ url }: ServerProcess, load: Load): Promise<Load> {
  const ask = () => fetch(`${url}${load.path(0)}`, { headers: load.headers ?? {} })
  await (await ask()).arrayBuffer()
  await setTimeout(SETTLES_MS)
  const answer = await ask()
  await answer.arrayBuffer()
  const headers = { ...load.headers, 'if-none-match': answer.headers.get('etag') ?? '' }
  return { ...load, headers, status: 304 }
}
