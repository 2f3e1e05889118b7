import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { artMirror, readConfig } from '#server/config.ts'
import { createStorage } from '#server/database/storage.ts'
import { createCounters } from '#server/kernel/counters.ts'
import { createMemory } from '#server/kernel/memory.ts'
import { createArtMirror } from '#server/reach/art-mirror.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { type FaultUpstream, openFaultUpstream } from '#test/fault-upstream.ts'
import { type ManualClock, manualClock } from '#test/manual-clock.ts'
import { openTestStore, type TestStore } from '#test/open-store.ts'
import { answerErrors } from '../http/answer-errors.ts'
import { registerArt } from './art-routes.ts'
import { createRenderer } from './picture-cache.ts'

const DISC =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><circle cx="150" cy="150" r="90" fill="#f00"/></svg>'
const PNG = new Resvg(DISC).render().asPng()
/** One red point, in the lossless form of WebP. */
const WEBP = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')
const NOTHING = expect.stringContaining('width="1"')

let mirror: FaultUpstream
let other: FaultUpstream
let directory: string
let site: ReturnType<typeof open>
let clock: ManualClock
const log = pino({ level: 'silent' })
const renderer = createRenderer()

/** A site with the files in the directory. Like one that starts again, it remembers nothing else. */
function open({ maxBytes = 10_000_000, timeoutMs = 60_000 } = {}) {
  const config = readConfig({ ASSET_CDN_BASE: mirror.baseUrl, DATA_DIR: directory })
  const app = Fastify()
  answerErrors(app, log)
  const counters = createCounters()
  const art = { renderer, mirror: createArtMirror(artMirror(config) ?? '', timeoutMs), maxBytes }
  registerArt(
    app,
    { clock, config, counters, db: store.db, log, memory: createMemory(), storage: createStorage() },
    art,
  )
  return Object.assign(app, { outcomes: () => Object.fromEntries(counters.of('art')) })
}

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
  const brawlers = Array.from({ length: 10 }, (_, place) => ({
    id: 16_000_000 + place,
    name: 'X',
    seen_at: new Date(),
  }))
  await store.db.insertInto('brawlers').values(brawlers).execute()
  const map = { event_id: 15_000_007, mode: 'gemGrab', map: 'Hard Rock Mine', seen_on: '2026-01-01' }
  await store.db.insertInto('battle_maps').values(map).execute()
})
afterAll(() => Promise.all([renderer.close(), store.close()]))
beforeEach(async () => {
  mirror = await openFaultUpstream()
  other = await openFaultUpstream()
  directory = await mkdtemp(join(tmpdir(), 'delphin-art-'))
  clock = manualClock()
})
afterEach(async () => {
  await site.close()
  await Promise.all([mirror.close(), other.close(), rm(directory, { recursive: true })])
})

const sends = (status: number, body: Buffer | string, headers: Record<string, string> = {}) =>
  mirror.answer((_request, response) => response.writeHead(status, headers).end(body))
const kept = () => readdir(join(directory, 'art')).catch(() => [])
const TABLE = '/art/brawler/16000000/72'

it('a picture is fetched once, shrunk to two sizes, and served by this site for a month', async () => {
  site = open()
  sends(200, PNG)
  const answers = await Promise.all([TABLE, TABLE, '/art/brawler/16000000/144'].map((url) => site.inject(url)))
  expect(mirror.paths).toEqual(['/v1/brawlers/borderless/16000000.png'])
  expect(answers.map(({ rawPayload }) => rawPayload.readUInt32BE(16))).toEqual([72, 72, 144])
  const [{ headers }] = answers as [(typeof answers)[number]]
  expect([headers['content-type'], headers['cache-control']]).toEqual(['image/png', 'public, max-age=2592000'])
  expect((await kept()).toSorted()).toEqual(['brawler-16000000-144.png', 'brawler-16000000-72.png'])
  await site.close()

  site = open()
  sends(500, '')
  expect((await site.inject(TABLE)).rawPayload.equals(answers[0]?.rawPayload ?? Buffer.alloc(0))).toBe(true)
  expect(mirror.paths).toHaveLength(1)
})

it.each([
  ['/art/player/28000001/72', '/v1/profile-icons/regular/28000001.png'],
  ['/art/club/8000012/72', '/v1/club-badges/regular/8000012.png'],
  ['/art/map/15000007/144', '/v1/maps/regular/15000007.png'],
  ['/art/mode/gemGrab/72', '/v1/game-modes/regular/48000000.png'],
])('%s comes from %s', async (url, path) => {
  site = open()
  sends(200, PNG)
  expect((await site.inject(url)).headers['content-type']).toBe('image/png')
  expect(mirror.paths).toEqual([path])
})

it('a picture in WebP, which the renderer cannot read, is kept as it is, on our ground', async () => {
  site = open()
  sends(200, WEBP, { 'content-type': 'image/png' })
  const { headers, body } = await site.inject(TABLE)
  expect(headers['content-type']).toBe('image/svg+xml')
  expect(body).toContain(`href="data:image/webp;base64,${WEBP.toString('base64')}"`)
})

describe('a mirror that lies', () => {
  const huge = Buffer.from(PNG)
  huge.writeUInt32BE(60_000, 16)
  const cut = Buffer.concat([PNG.subarray(0, 60), Buffer.alloc(400)])

  it.each<[string, () => void]>([
    [
      'HTML with the type of a PNG',
      () => sends(200, '<html><script>alert(1)</script>', { 'content-type': 'image/png' }),
    ],
    ['10 MB', () => sends(200, Buffer.concat([PNG, Buffer.alloc(10_000_000)]))],
    ['301 KB that begin as a PNG', () => sends(200, Buffer.concat([PNG, Buffer.alloc(301 * 1024)]))],
    ['a redirect to another host', () => sends(302, '', { location: `${other.baseUrl}/x.png` })],
    ['a PNG of 60,000 points across', () => sends(200, huge)],
    ['a PNG that breaks off', () => sends(200, cut)],
    ['an SVG', () => sends(200, DISC, { 'content-type': 'image/svg+xml' })],
    ['no bytes', () => sends(200, '')],
  ])('with %s: the drawing below is seen, nothing is kept, and it is asked once an hour', async (_what, lie) => {
    site = open()
    lie()
    const first = await site.inject(TABLE)
    expect([first.statusCode, first.body, first.headers['cache-control']]).toEqual([
      200,
      NOTHING,
      'public, max-age=3600',
    ])
    await clock.advance(HOUR_MS - 1)
    await site.inject(TABLE)
    expect([mirror.paths.length, other.paths, await kept()]).toEqual([1, [], []])
    expect(site.outcomes()).toEqual({ refused: 1 })
    await clock.advance(1)
    sends(200, PNG)
    expect((await site.inject(TABLE)).headers['content-type']).toBe('image/png')
  })

  it('with a picture that is not there: the same, and it counts as missing', async () => {
    site = open()
    sends(404, '<html>not found</html>')
    for (const _ of [1, 2, 3]) expect((await site.inject(TABLE)).body).toEqual(NOTHING)
    expect([mirror.paths.length, site.outcomes()]).toEqual([1, { missing: 1 }])
  })

  it('with no end: three hang, then it is left alone for a minute, and nobody keeps the answer', async () => {
    site = open({ timeoutMs: 200 })
    mirror.answer((_request, response) => response.writeHead(200).write(PNG.subarray(0, 100)))
    const ask = (id: number) => site.inject(`/art/brawler/1600000${id}/72`)
    const hung = await Promise.all([1, 2, 3].map(ask))
    expect(hung.map(({ body }) => body)).toEqual([NOTHING, NOTHING, NOTHING])
    expect(hung[0]?.headers['cache-control']).toBeUndefined()
    await ask(4)
    expect([mirror.paths.length, site.outcomes()]).toEqual([3, { failed: 3 }])
    await clock.advance(MINUTE_MS)
    await ask(4)
    expect(mirror.paths).toHaveLength(4)
  })
})

it('the pictures that were not used for longest go when the folder is full, also after a restart', async () => {
  sends(200, PNG)
  site = open()
  await site.inject(TABLE)
  const sizes = await Promise.all((await kept()).map(async (name) => (await stat(join(directory, 'art', name))).size))
  const one = sizes.reduce((sum, size) => sum + size)
  await clock.advance(DAY_MS)
  await site.inject('/art/brawler/16000001/72')
  await site.close()

  site = open({ maxBytes: 2 * one + 100 })
  await site.inject('/art/brawler/16000002/72')
  // Files are removed behind the answer.
  await vi.waitFor(async () => expect(await kept()).toHaveLength(4))
  expect(new Set((await kept()).map((name) => name.split('-')[1]))).toEqual(new Set(['16000001', '16000002']))
})

it.each([
  '/art/brawler/16000000/73',
  '/art/gadget/1/72',
  '/art/brawler/0/72',
  '/art/brawler/1e7/72',
  '/art/brawler/..%2F..%2Fx/72',
  '/art/brawler/9999999999/72',
])('%s is no address of a picture', async (url) => {
  site = open()
  const { statusCode, json } = await site.inject(url)
  expect([statusCode, Object.keys(json())]).toEqual([400, ['error', 'code']])
  expect(mirror.paths).toEqual([])
})

it.each(['brawler', 'map'])('made-up numbers of a %s cost no fetch', async (kind) => {
  site = open()
  expect((await site.inject(`/art/${kind}/19999999/72`)).body).toEqual(NOTHING)
  expect(mirror.paths).toEqual([])
})

it('whoever makes up numbers of icons takes the pictures from nobody else', async () => {
  site = open()
  sends(404, '')
  const ask = (url: string, remoteAddress: string) => site.inject({ url, remoteAddress })
  for (let id = 1; id <= 160; id += 1) await ask(`/art/player/${id}/72`, '192.0.2.1')
  expect(mirror.paths).toHaveLength(150)
  sends(200, PNG)
  expect((await ask('/art/player/28000001/72', '192.0.2.1')).headers['cache-control']).toBeUndefined()
  expect((await ask('/art/player/28000001/72', '192.0.2.2')).headers['content-type']).toBe('image/png')
})

it('a mode that the game has not listed has no picture, and nobody is asked', async () => {
  site = open()
  expect((await site.inject('/art/mode/somethingNew/72')).body).toEqual(NOTHING)
  expect(mirror.paths).toEqual([])
})
