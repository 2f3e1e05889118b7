import { afterAll, beforeAll, expect, it } from 'vitest'
import { createServer } from '#server/create-server.ts'
import { clubChange } from '#server/kernel/announcements.ts'
import { addDays, dayOf } from '#shared/days.ts'
import { isoWeekName, mondayOf } from '#shared/iso-week.ts'
import { refusalOf } from '#test/ask.ts'
import { CLUB, openWholeApp, PLAYER, type WholeApp } from '#test/open-whole-app.ts'
import { createRenderer } from './picture-cache.ts'
import { readWeekCard } from './read-week-card.ts'
import { registerSharePictures } from './routes.ts'

let whole: WholeApp
beforeAll(async () => {
  whole = await openWholeApp()
})
afterAll(() => whole.close())

const get = (url: string, headers = {}) => whole.app.inject({ url, headers })

it.each([
  [`/og/club/${CLUB.slice(1)}.png`, 1200, 630],
  [`/og/club/%23${CLUB.slice(1).toLowerCase()}.png`, 1200, 630],
  [`/og/player/${PLAYER.slice(1)}.png`, 1200, 630],
  ['/og/site.png', 1200, 630],
  ['/icon-192.png', 192, 192],
  ['/icon-512.png', 512, 512],
  ['/icon-maskable-512.png', 512, 512],
  ['/apple-touch-icon.png', 180, 180],
  ['/favicon.ico', 48, 48],
])('%s is a PNG of %i x %i', async (url, width, height) => {
  const { statusCode, headers, rawPayload } = await get(url)
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
  expect(rawPayload.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([width, height])
  expect(headers['content-length']).toBe(String(rawPayload.length))
})

it('a share picture may be kept for an hour, and answers 304 after that when it is the same', async () => {
  const url = `/og/club/${CLUB.slice(1)}.png`
  const { headers } = await get(url)
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  const again = await get(url, { 'if-none-match': headers.etag })
  expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, headers.etag])
})

it('the picture of a club is drawn anew as soon as something new is stored of the club', async () => {
  const url = `/og/club/${CLUB.slice(1)}.png`
  const { headers: before } = await get(url)
  await whole.context.db.updateTable('clubs').set({ name: 'Renamed' }).where('tag', '=', CLUB).execute()
  expect((await get(url)).headers.etag).toBe(before.etag)
  whole.context.announcements.announce([clubChange(CLUB)])
  expect((await get(url)).headers.etag).not.toBe(before.etag)
})

it.each([
  ['/og/club/PPPPPPPP.png', 404, 'club_not_tracked'],
  ['/og/player/PPPPPPPP.png', 404, 'player_not_tracked'],
  [`/og/player/${CLUB.slice(1)}.png`, 404, 'player_not_tracked'],
  ['/og/club/nonsense!.png', 400, 'invalid'],
  ['/og/player/%2523%00.png', 400, 'invalid'],
])('%s is refused with %i and a sentence', async (url, status, code) => {
  const answer = await get(url)
  expect([answer.statusCode, refusalOf(answer).code]).toEqual([status, code])
  expect(refusalOf(answer).error).toMatch(/^[A-Z].+/)
})

it('a player who asked not to be shown has no picture, even if one was drawn before', async () => {
  const url = '/og/player/2PQ.png'
  expect((await get(url)).statusCode).toBe(200)
  const unknown = await get('/og/player/PPPPPPPP.png')
  const tombstone = { tag: '#2PQ', wish: 'hide', since: new Date(), alias: 'hidden-1' } as const
  await whole.context.db.insertInto('tombstones').values(tombstone).execute()
  whole.context.announcements.announce(['player #2PQ'])
  const hidden = await get(url)
  expect([hidden.statusCode, hidden.body]).toEqual([404, unknown.body])
})

const lastWeek = () => isoWeekName(addDays(mondayOf(dayOf(whole.context.clock.now())), -7))

it('the last week of a club and of a player is one picture, taller than wide and small enough for a chat', async () => {
  for (const url of [`/club/${CLUB.slice(1)}/week/${lastWeek()}.png`, `/player/2PY/week/${lastWeek()}.png`]) {
    const { statusCode, headers, rawPayload } = await get(url)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
    expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1080, 1350])
    expect(rawPayload.length).toBeLessThan(250_000)
    // Whoever kept it asks each time: somebody may have been hidden meanwhile.
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
    const again = await get(url, { 'if-none-match': headers.etag })
    expect(again.statusCode).toBe(304)
  }
})

it('a picture is kept for each language', async () => {
  const bytes = async (query: string) => (await get(`/og/site.png${query}`)).rawPayload
  const english = await bytes('')
  expect((await get('/og/site.png?lang=xx')).statusCode).toBe(400)
  const others = await Promise.all(['ja', 'ko', 'zh-Hant'].map((language) => bytes(`?lang=${language}`)))
  expect(new Set([english, ...others].map(String)).size).toBe(4)
})

it('the card of a past week tells the goal that ran then, not the one that runs now', async () => {
  const { db, clock } = whole.context
  const now = clock.now()
  const begin = addDays(mondayOf(dayOf(now)), -7)
  const goal = (trophies: number, from_day: string, until_day: string) =>
    ({ desk: CLUB, kind: 'gain', trophies, from_day, until_day, created_at: now, changed_at: now }) as const
  const goals = [goal(50_000, begin, addDays(begin, 2)), goal(70_000, dayOf(now), addDays(dayOf(now), 5))]
  await db.insertInto('club_goals').values(goals).execute()
  const card = await readWeekCard(whole.context, { type: 'club', tag: CLUB, begin })
  expect(card.goal?.title).toContain('50,000')
  await db.deleteFrom('club_goals').execute()
})

it.each([
  ['this week is not over', (week: string) => `/club/${CLUB.slice(1)}/week/${week}.png`, 404, 'no_week'],
  ['this week of a player is not over', (week: string) => `/player/2PY/week/${week}.png`, 404, 'no_week'],
  ['nobody knew the club then', () => `/club/${CLUB.slice(1)}/week/2019-W05.png`, 404, 'no_week'],
  ['nobody knew the player then', () => '/player/2PY/week/2019-W05.png', 404, 'no_week'],
  ['the club is not tracked', () => '/club/PPPPPPPP/week/2026-W02.png', 404, 'club_not_tracked'],
  ['the year has no such week', () => `/club/${CLUB.slice(1)}/week/2025-W53.png`, 400, 'invalid'],
  ['it is no week', () => `/club/${CLUB.slice(1)}/week/__proto__.png`, 400, 'invalid'],
  ['it is no tag', () => '/player/nonsense!/week/2026-W02.png', 400, 'invalid'],
])('there is no card of a week: %s', async (_why, url, status, code) => {
  const answer = await get(url(isoWeekName(mondayOf(dayOf(whole.context.clock.now())))))
  expect([answer.statusCode, refusalOf(answer).code]).toEqual([status, code])
})

it('while too many pictures wait to be drawn, a week has no card for now, rather than another picture', async () => {
  const { fastify: site, guards } = createServer(whole.context, [])
  registerSharePictures(site, whole.context, guards, { ...createRenderer(), waiting: () => 9 })
  const answer = await site.inject(`/club/${CLUB.slice(1)}/week/${lastWeek()}.png`)
  await site.close()
  expect(answer).toMatchObject({
    statusCode: 503,
    headers: { 'retry-after': '5', 'cache-control': 'no-store, private' },
  })
  expect(refusalOf(answer)).toMatchObject({ code: 'pictures_busy', error: expect.stringMatching(/^[A-Z].+\.$/) })
})

it('a player who is hidden has no card, and is not named on that of the club', async () => {
  const { context } = whole
  const begin = addDays(mondayOf(dayOf(context.clock.now())), -7)
  const named = async () => JSON.stringify(await readWeekCard(context, { type: 'club', tag: CLUB, begin }))
  expect(await named()).toContain('HYPERLINK')
  const tombstone = { tag: PLAYER, wish: 'hide', since: new Date(), alias: 'hidden-9' } as const
  await context.db.insertInto('tombstones').values(tombstone).execute()
  context.announcements.announce([`player ${PLAYER}`])
  expect(await named()).not.toContain('HYPERLINK')
  expect((await get(`/player/2PY/week/${lastWeek()}.png`)).statusCode).toBe(404)
  await context.db.deleteFrom('tombstones').where('tag', '=', PLAYER).execute()
  context.announcements.announce([`player ${PLAYER}`])
})

it('a review has pictures while it is shared: one of all cards, and one of each that is known', async () => {
  const { db } = whole.context
  const told = async (part = '') => (await get(`/og/review/club/${CLUB.slice(1)}/2026-03${part}.png`)).statusCode
  expect(await told()).toBe(404)
  const missing = { missing: 'Not known.' }
  const growth = { card: { gained: 5, before: 1, after: 6, percent: null, parts: null } }
  const cards = { growth, best_day: missing, brawler: missing, hours: missing, company: missing, rank: missing }
  const days = { from: '2026-03-05', to: '2026-04-01', running: false, days: 28, observed_days: 20 }
  const review = JSON.stringify({ version: 1, ...days, made_at: new Date().toISOString(), cards })
  const row = { desk: CLUB, period: '2026-03', review, shared_at: new Date(), changed_at: new Date(), version: 1 }
  await db.insertInto('club_reviews').values(row).execute()
  whole.context.announcements.announce([clubChange(CLUB)])
  expect([await told(), await told('/growth'), await told('/hours'), await told('/nonsense')]).toEqual([
    200, 200, 404, 400,
  ])
  // Nobody shows a picture of what was taken back meanwhile.
  const { headers } = await get(`/og/review/club/${CLUB.slice(1)}/2026-03.png`)
  expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
  await db.updateTable('club_reviews').set({ shared_at: null }).execute()
  whole.context.announcements.announce([clubChange(CLUB)])
  expect([await told(), await told('/growth')]).toEqual([404, 404])
})

it('the site can be installed as an app, with icons that it serves', async () => {
  const { headers, body } = await get('/manifest.webmanifest')
  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  const manifest = JSON.parse(body)
  expect(manifest).toMatchObject({ short_name: 'Delphin', display: 'standalone', start_url: '/' })
  for (const { src } of manifest.icons) expect((await get(src)).headers['content-type']).toBe('image/png')
})
