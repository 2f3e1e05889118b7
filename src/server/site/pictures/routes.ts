import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import { type Announcements, type ChangeTopic, clubChange, playerChange } from '#server/kernel/announcements.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { AppError } from '#server/kernel/errors.ts'
import { type EntityType, normaliseTag } from '#shared/tag.ts'
import { type ReadyAnswer, sendReady, type Variant } from '../http/ready-answer.ts'
import { createResponseCache } from '../http/response-cache.ts'
import type { Guards } from '../http/serve.ts'
import type { Drawing } from './drawing.ts'
import { clubProfile, playerProfile } from './read-profile.ts'
import { createRenderer, type Renderer } from './renderer.ts'

/** Kept so long at most, so that what another process stored, or hid, is not missed for longer. */
const FRESH_SECONDS = 120

/** The site's own pictures, by their addresses. */
const SITE_PICTURES: Record<string, Drawing> = {
  '/og/site.png': { of: 'site' },
  '/icon-192.png': { of: 'icon', pixels: 192, shape: 'plate' },
  '/icon-512.png': { of: 'icon', pixels: 512, shape: 'plate' },
  '/icon-maskable-512.png': { of: 'icon', pixels: 512, shape: 'full' },
  '/apple-touch-icon.png': { of: 'icon', pixels: 180, shape: 'full' },
  '/favicon.ico': { of: 'icon', pixels: 48, shape: 'bare' },
}

/** Serves the pictures that links to the site are shown with, and its icons. */
export function registerSharePictures(
  fastify: FastifyInstance,
  context: Context,
  guards: Guards,
  renderer: Renderer = createRenderer(),
): void {
  const { clock, announcements, log } = context
  const onError = (error: unknown) => log.error({ error }, 'picture not drawn')
  const desk = createPictureCache({ clock, announcements, renderer, headers: guards.headers, onError })
  fastify.addHook('onClose', () => desk.close())

  for (const [url, drawing] of Object.entries(SITE_PICTURES)) {
    fastify.get(url, async (request, reply) => send(request, reply, await desk.lasting(drawing)))
  }

  const profileOf = { club: clubProfile, player: playerProfile }
  const changeOf = { club: clubChange, player: playerChange }
  for (const type of ['club', 'player'] satisfies EntityType[]) {
    fastify.get<{ Params: { tag: string } }>(`/og/${type}/:tag.png`, async (request, reply) => {
      const tag = normaliseTag(request.params.tag)
      if (tag === null) throw new AppError('invalid', 'Invalid search tag')
      const freshSeconds = Math.min(FRESH_SECONDS, guards.freshSecondsMax())
      const profile = () => guards.reading.run(() => profileOf[type](context, tag))
      const drawing = async () => ({ of: 'profile' as const, profile: await profile() })
      const picture = await desk.changing({ key: `${type} ${tag}`, tags: [changeOf[type](tag)], freshSeconds, drawing })
      if (picture !== null) return send(request, reply, picture)
      // Better the site's picture than none; nobody shall keep it for the one that was asked for.
      const { variants } = await desk.lasting({ of: 'site' })
      return reply.type('image/png').header('cache-control', 'no-store').send(variants.identity?.body)
    })
  }
}

function send(request: FastifyRequest, reply: FastifyReply, picture: ReadyAnswer): void {
  const { identity } = picture.variants
  if (identity !== undefined) sendReady(request, reply, picture.status, identity)
}

/** One is drawn and the others wait: a quarter of a second of work. */
const WAITING_MAX = 9

/** Some hundred pictures. */
const CACHE_BYTES = 16 * 1024 * 1024

type Wanted = { key: string; tags: readonly ChangeTopic[]; freshSeconds: number; drawing: () => Promise<Drawing> }

/** Where pictures are asked for. */
export type PictureCache = {
  /** A picture that may change; null when too many wait already. */
  changing(wanted: Wanted): Promise<ReadyAnswer | null>
  /** A picture that stays as it is: drawn once, and never refused. */
  lasting(drawing: Drawing): Promise<ReadyAnswer>
  close(): Promise<unknown>
}

export type PictureCacheOptions = {
  clock: Clock
  announcements: Announcements
  renderer: Renderer
  headers: Readonly<Record<string, string>>
  onError: (error: unknown) => void
}

/** Keeps pictures that were drawn until something new is known of whom they show, and bounds how many are drawn. */
export function createPictureCache({
  clock,
  announcements,
  renderer,
  headers,
  onError,
}: PictureCacheOptions): PictureCache {
  const cache = createResponseCache({
    clock,
    maxBytes: CACHE_BYTES,
    onError: (error) => {
      if (!(error instanceof TooManyWait)) onError(error)
    },
  })
  const stopListening = announcements.listen(cache.drop)
  const lasting = new Map<string, Promise<ReadyAnswer>>()

  async function drawn(drawing: Drawing): Promise<ReadyAnswer> {
    const png = await renderer.render(drawing).catch((cause: unknown) => {
      onError(cause)
      throw new AppError('unavailable', SENTENCE, { code: 'pictures_unavailable', retryAfterSeconds: 60, cause })
    })
    return readyPicture(png, headers, drawing.of === 'profile' ? CHANGING_SECONDS : LASTING_SECONDS)
  }

  return {
    changing({ key, tags, freshSeconds, drawing }) {
      const make = async () => {
        const wanted = await drawing()
        if (renderer.waiting() >= WAITING_MAX) throw new TooManyWait()
        return { answer: await drawn(wanted), freshSeconds }
      }
      return cache.answer({ key, tags, make }).catch((error: unknown) => {
        if (error instanceof TooManyWait) return null
        throw error
      })
    },
    lasting(drawing) {
      const key = JSON.stringify(drawing)
      const answer = lasting.get(key) ?? drawn(drawing)
      lasting.set(key, answer)
      answer.catch(() => lasting.delete(key))
      return answer
    },
    close() {
      stopListening()
      return renderer.close()
    },
  }
}

const CHANGING_SECONDS = 3600
const LASTING_SECONDS = 86_400
const SENTENCE = 'Pictures cannot be drawn just now. Please try again later.'

class TooManyWait extends Error {}

const ENTRY_OVERHEAD_BYTES = 4096

/** A picture as an answer that is sent as it stands: PNG is compressed already. */
function readyPicture(png: Buffer, everyAnswer: Readonly<Record<string, string>>, maxAgeSeconds: number): ReadyAnswer {
  const unchanged = {
    ...everyAnswer,
    'cache-control': `public, max-age=${maxAgeSeconds}`,
    // Meant to be shown by other sites.
    'cross-origin-resource-policy': 'cross-origin',
    etag: `"${hash('sha256', png, 'base64url').slice(0, 22)}"`,
  }
  const head = { ...unchanged, 'content-type': 'image/png', 'content-length': String(png.length) }
  const variant: Variant = {
    etag: unchanged.etag,
    head: Object.entries(head).flat(),
    headUnchanged: Object.entries(unchanged).flat(),
    body: png,
  }
  return {
    status: 200,
    bytes: png.length + ENTRY_OVERHEAD_BYTES,
    variants: { br: variant, gzip: variant, identity: variant },
    encode: () => Promise.resolve(variant),
  }
}
