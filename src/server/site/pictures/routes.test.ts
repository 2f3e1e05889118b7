import { afterAll, beforeAll, expect, it } from 'vitest'
import { clubChange, createAnnouncements } from '#server/kernel/announcements.ts'
import { manualClock } from '#test/manual-clock.ts'
import { CLUB, openWholeApp, PLAYER, type WholeApp } from '#test/open-whole-app.ts'
import { createRenderer } from './renderer.ts'
import { createPictureCache } from './routes.ts'

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

it('lets a crawler keep a picture for an hour, and answers 304 when it asks again', async () => {
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

it('draws a club anew as soon as something new is stored of it', async () => {
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
  expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  expect(answer.json().error).toMatch(/^[A-Z].+/)
})

it('knows nothing of a player who asked not to be shown, also where the picture was drawn before', async () => {
  const url = '/og/player/2PQ.png'
  expect((await get(url)).statusCode).toBe(200)
  const unknown = await get('/og/player/PPPPPPPP.png')
  const tombstone = { tag: '#2PQ', wish: 'hide', since: new Date(), alias: 'hidden-1' } as const
  await whole.context.db.insertInto('tombstones').values(tombstone).execute()
  whole.context.announcements.announce(['player #2PQ'])
  const hidden = await get(url)
  expect([hidden.statusCode, hidden.body]).toEqual([404, unknown.body])
})

/** A desk whose renderer fails for the first pictures, as where it has no binary for the machine. */
function openDesk(faults: number) {
  const renderer = createRenderer()
  const errors: unknown[] = []
  let left = faults
  const desk = createPictureCache({
    clock: manualClock(),
    announcements: createAnnouncements(),
    headers: {},
    onError: (error) => errors.push(error),
    renderer: {
      ...renderer,
      render: (drawing) => (left-- > 0 ? Promise.reject(new Error('no binary')) : renderer.render(drawing)),
    },
  })
  return { desk, errors }
}

it('says that pictures cannot be drawn, notes why, and tries again for whoever asks next', async () => {
  const { desk, errors } = openDesk(2)
  const changing = { key: 'x', tags: [], freshSeconds: 60, drawing: async () => ({ of: 'site' }) as const }
  const refusal = { status: 503, code: 'pictures_unavailable', retryAfterSeconds: 60 }
  await expect(desk.lasting({ of: 'site' })).rejects.toMatchObject(refusal)
  await expect(desk.changing(changing)).rejects.toMatchObject(refusal)
  expect(errors.map(String)).toEqual(['Error: no binary', 'Error: no binary'])
  expect((await desk.lasting({ of: 'site' })).status).toBe(200)
  expect((await desk.changing(changing))?.status).toBe(200)
  await desk.close()
})
