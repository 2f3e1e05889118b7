import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAnnouncements } from '#server/kernel/announcements.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, type TestStore } from '#test/open-store.ts'
import { rising, settle } from '#test/small-world.ts'
import { createGuards } from '../http/guards.ts'
import type { Drawing } from './drawing.ts'
import { createPictureCache, createRenderer, type PageDrawing } from './picture-cache.ts'
import { registerSharePictures } from './routes.ts'

const SITE = { of: 'site', language: 'en' } as const
const ICON = { of: 'icon', pixels: 48, shape: 'bare' } as const
const LETTERS = [...'289PYLQGRJCUV']
const TAGS = LETTERS.map((letter) => `#20${letter}`)
/** Pictures that are drawn or wait to be drawn, at most. */
const DRAWN = 9

describe('a crowd that asks for more pictures than can be drawn', () => {
  const real = createRenderer()
  const drawings: Drawing[] = []
  const gate = Promise.withResolvers<void>()
  let store: TestStore
  let context: TestContext
  let site: FastifyInstance

  beforeAll(async () => {
    store = await openTestStore()
    context = openTestContext({ store })
    const members = TAGS.map((tag) => ({ tag, name: `Diver ${tag}`, days: rising('##', 500) }))
    await settle(context, [{ tag: '#2PYL', name: 'Divers', members }])
    site = Fastify()
    let waiting = 0
    /** Draws the pictures of players only after the gate is open. */
    const held = {
      ...real,
      waiting: () => waiting,
      async render(drawing: Drawing) {
        drawings.push(drawing)
        if (drawing.of === 'site') return real.render(drawing)
        waiting += 1
        await gate.promise
        waiting -= 1
        return real.render(drawing)
      },
    }
    registerSharePictures(site, context, createGuards(context, site), held)
  })
  afterAll(async () => {
    await site.close()
    await store.close()
  })

  const get = (tag: string) => site.inject(`/og/player/${tag.slice(1)}.png`)

  it('gets nine of them, and otherwise the picture of the site, which no cache keeps', async () => {
    const asked = TAGS.map(get)
    const twice = get(TAGS[0] ?? '')
    // While the gate is closed, only requests beyond the nine get an answer.
    const answered: string[] = []
    await new Promise<void>((all) => {
      for (const answer of asked) {
        void answer.then(({ headers }) => {
          if (answered.push(String(headers['cache-control'])) === TAGS.length - DRAWN) all()
        })
      }
    })
    expect(new Set(answered)).toEqual(new Set(['no-store']))
    gate.resolve()
    const answers = await Promise.all(asked)
    const own = (await site.inject('/og/site.png')).rawPayload
    const turnedAway = answers.filter((answer) => answer.rawPayload.equals(own))
    expect(turnedAway).toHaveLength(TAGS.length - DRAWN)
    expect(new Set(answers.map((answer) => answer.rawPayload.toString('base64'))).size).toBe(DRAWN + 1)
    expect(drawings.filter((drawing) => drawing.of === 'profile')).toHaveLength(DRAWN)
    expect((await twice).statusCode).toBe(200)
  })

  it('gets all of them once there is room again', async () => {
    const answers = await Promise.all(TAGS.map(async (tag) => (await get(tag)).headers['cache-control']))
    expect(answers.filter((policy) => policy === 'public, max-age=3600').length).toBeGreaterThanOrEqual(DRAWN)
  })
})

describe('the cache of pictures', () => {
  /** A cache whose renderer first fails so many times, as where its library has no binary for the machine. */
  function openPictures(faults = 0) {
    const renderer = createRenderer()
    const announcements = createAnnouncements()
    const errors: unknown[] = []
    let [left, drawn] = [faults, 0]
    const pictures = createPictureCache({
      clock: manualClock(),
      announcements,
      onError: (error) => errors.push(error),
      renderer: {
        ...renderer,
        render(drawing) {
          if (left-- > 0) return Promise.reject(new Error('no binary'))
          drawn += 1
          return renderer.render(drawing)
        },
      },
    })
    return { pictures, announcements, errors, drawn: () => drawn }
  }

  it('refuses with 503 when a picture cannot be drawn, logs why, and tries again for the next visitor', async () => {
    const { pictures, errors } = openPictures(2)
    const changing = { key: 'x', topics: [], freshSeconds: 60, drawing: async () => SITE }
    const refusal = { status: 503, code: 'pictures_unavailable', retryAfterSeconds: 60 }
    await expect(pictures.lasting(SITE)).rejects.toMatchObject(refusal)
    await expect(pictures.changing(changing)).rejects.toMatchObject(refusal)
    expect(errors.map(String)).toEqual(['Error: no binary', 'Error: no binary'])
    expect((await pictures.lasting(SITE)).status).toBe(200)
    expect((await pictures.changing(changing))?.status).toBe(200)
    await pictures.close()
  })

  it('draws a picture of the site once, however many ask for it', async () => {
    const { pictures, drawn } = openPictures()
    await Promise.all(Array.from({ length: 20 }, () => pictures.lasting(SITE)))
    await pictures.lasting(SITE)
    expect(drawn()).toBe(1)
    await pictures.close()
  })

  it('does not keep a picture of what changed while it was drawn', async () => {
    const { pictures, announcements, drawn } = openPictures()
    const gate = Promise.withResolvers<void>()
    const ask = (drawing: () => Promise<PageDrawing>) =>
      pictures.changing({ key: 'x', topics: ['club #2PP'], freshSeconds: 60, drawing })
    const before = ask(() => gate.promise.then(() => SITE))
    announcements.announce(['club #2PP'])
    gate.resolve()
    await before
    await ask(async () => ICON)
    expect(drawn()).toBe(2)
    // A change that shows in no figure costs no drawing.
    announcements.announce(['club #2PP'])
    await ask(async () => ICON)
    expect(drawn()).toBe(2)
    await pictures.close()
  })
})
