import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type EntityType, normaliseTag } from '#shared/tag.ts'
import { clubChange, playerChange } from '../changes.ts'
import type { Context } from '../context.ts'
import { AppError } from '../http/app-error.ts'
import type { ReadyAnswer } from '../http/ready-answer.ts'
import { sendReady } from '../http/send-ready.ts'
import type { Guards } from '../http/serve.ts'
import { clubProfile } from './club-profile.ts'
import type { Drawing } from './drawing.ts'
import { createPictureDesk } from './picture-desk.ts'
import { playerProfile } from './player-profile.ts'
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
  const { clock, changes, log } = context
  const onError = (error: unknown) => log.error({ error }, 'picture not drawn')
  const desk = createPictureDesk({ clock, changes, renderer, headers: guards.headers, onError })
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
