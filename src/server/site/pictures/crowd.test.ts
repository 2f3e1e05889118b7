import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, type TestStore } from '#test/open-store.ts'
import { rising, settle } from '#test/small-world.ts'
import { createGuards } from '../http/guards.ts'
import type { Drawing } from './drawing.ts'
import { createRenderer } from './renderer.ts'
import { registerSharePictures } from './routes.ts'

const LETTERS = [...'289PYLQGRJCUV']
/** At work or waiting. */
const DRAWN = 9
const TAGS = LETTERS.map((letter) => `#20${letter}`)
const real = createRenderer()
const drawings: Drawing[] = []
let store: TestStore
let context: TestContext
let site: FastifyInstance
let release = () => {}
const gate = new Promise<void>((open) => {
  release = open
})

beforeAll(async () => {
  store = await openTestStore('embedded')
  context = openTestContext({ store })
  const members = TAGS.map((tag) => ({ tag, name: `Diver ${tag}`, days: rising('##', 500) }))
  await settle(context, [{ tag: '#2PYL', name: 'Divers', members }])
  site = Fastify()
  let waiting = 0
  const held = {
    ...real,
    waiting: () => waiting,
    async render(drawing: Drawing) {
      drawings.push(drawing)
      if (drawing.of === 'site') return real.render(drawing)
      waiting += 1
      await gate
      waiting -= 1
      return real.render(drawing)
    },
  }
  registerSharePictures(site, context, createGuards(context, site, {}), held)
})
afterAll(async () => {
  await site.close()
  await store.close()
})

const get = (tag: string) => site.inject(`/og/player/${tag.slice(1)}.png`)

it('draws nine pictures of a crowd at most and gives the others the site’s own, which nobody keeps', async () => {
  // While nothing is drawn, only whoever is turned away gets an answer.
  const asked = TAGS.map(get)
  const twice = get(TAGS[0] ?? '')
  const answered: string[] = []
  await new Promise<void>((all) => {
    for (const answer of asked) {
      void answer.then(({ headers }) => {
        if (answered.push(String(headers['cache-control'])) === TAGS.length - DRAWN) all()
      })
    }
  })
  expect(new Set(answered)).toEqual(new Set(['no-store']))
  release()
  const answers = await Promise.all(asked)
  const own = (await site.inject('/og/site.png')).rawPayload
  const turnedAway = answers.filter((answer) => answer.rawPayload.equals(own))
  expect(turnedAway).toHaveLength(TAGS.length - DRAWN)
  expect(new Set(answers.map((answer) => answer.rawPayload.toString('base64'))).size).toBe(DRAWN + 1)
  expect(drawings.filter((drawing) => drawing.of === 'profile')).toHaveLength(DRAWN)
  expect((await twice).statusCode).toBe(200)
})

it('draws for them once there is room again', async () => {
  const answers = await Promise.all(TAGS.map(async (tag) => (await get(tag)).headers['cache-control']))
  expect(answers.filter((policy) => policy === 'public, max-age=3600').length).toBeGreaterThanOrEqual(DRAWN)
})
