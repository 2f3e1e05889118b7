import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import { clubChange, playerChange } from '#server/kernel/announcements.ts'
import { AppError } from '#server/kernel/errors.ts'
import { isoWeekBegin } from '#shared/iso-week.ts'
import type { Language } from '#shared/languages.ts'
import { REVIEW_CARDS, reviewPeriod } from '#shared/review.ts'
import { type EntityType, normaliseTag } from '#shared/tag.ts'
import { said, t } from '#shared/texts.ts'
import { askedLanguage } from '../http/asked-language.ts'
import { sendReady } from '../http/ready-answer.ts'
import type { Guards } from '../http/serve.ts'
import { BELUGA } from './canvas.ts'
import {
  createPictureCache,
  createRenderer,
  type PageDrawing,
  type PictureCache,
  type Renderer,
} from './picture-cache.ts'
import { clubProfile, playerProfile, reviewPicture } from './read-profile.ts'
import { readWeekCard } from './read-week-card.ts'

const ICONS: Record<string, PageDrawing> = {
  '/icon-192.png': { of: 'icon', pixels: 192, shape: 'plate' },
  '/icon-512.png': { of: 'icon', pixels: 512, shape: 'plate' },
  '/icon-maskable-512.png': { of: 'icon', pixels: 512, shape: 'full' },
  '/apple-touch-icon.png': { of: 'icon', pixels: 180, shape: 'full' },
  '/favicon.ico': { of: 'icon', pixels: 48, shape: 'bare' },
}

/** Serves the pictures that chats and networks show with links to the site, and the site's icons with their manifest. */
export function registerSharePictures(
  fastify: FastifyInstance,
  context: Context,
  guards: Guards,
  renderer: Renderer = createRenderer(),
): void {
  const { clock, announcements, log } = context
  const onError = (error: unknown) => log.error({ error }, 'picture not drawn')
  const pictures = createPictureCache({ clock, announcements, renderer, onError })
  fastify.addHook('onClose', () => pictures.close())
  for (const [url, drawing] of Object.entries(ICONS)) {
    fastify.get(url, async (request, reply) => sendReady(request, reply, await pictures.lasting(drawing)))
  }
  fastify.get<Asked>('/og/site.png', async (request, reply) => {
    const language = askedLanguage(request.query.lang)
    return sendReady(request, reply, await pictures.lasting({ of: 'site', language }))
  })
  serveManifest(fastify)
  for (const type of ['club', 'player'] satisfies EntityType[]) {
    serveProfile(fastify, type, context, guards, pictures)
    serveReview(fastify, type, context, guards, pictures)
  }
  serveWeekCards(fastify, context, guards, pictures)
}

/** How long a picture is fresh while no change of the club or player is announced. */
const FRESH_SECONDS = 120

/** `lang`: the language of the picture. */
type Asked = { Querystring: { lang?: unknown } }

const READ_PROFILE = { club: clubProfile, player: playerProfile }
const CHANGE = { club: clubChange, player: playerChange }

/** Serves the pictures of clubs or of players. Answers the site's picture while too many wait to be drawn. */
function serveProfile(
  fastify: FastifyInstance,
  type: EntityType,
  context: Context,
  guards: Guards,
  pictures: PictureCache,
): void {
  fastify.get<Asked & { Params: { tag: string } }>(`/og/${type}/:tag.png`, async (request, reply) => {
    const language = askedLanguage(request.query.lang)
    const tag = normaliseTag(request.params.tag)
    if (tag === null) throw new AppError('invalid', said('error.tag'))
    return sendChanging(request, reply, pictures, {
      key: `${type} ${tag} ${language}`,
      language,
      topics: [CHANGE[type](tag)],
      freshSeconds: Math.min(FRESH_SECONDS, guards.freshSecondsMax()),
      drawing: async () => ({
        of: 'profile',
        language,
        profile: await guards.reading.run(() => READ_PROFILE[type](context, tag, language), request.isQuiet),
      }),
    })
  })
}

/** Serves the week of a club or player as one picture to send on. It is drawn anew only when its figures change. */
function serveWeekCards(fastify: FastifyInstance, context: Context, guards: Guards, pictures: PictureCache): void {
  for (const type of ['club', 'player'] satisfies EntityType[]) {
    type Route = Asked & { Params: { tag: string; week: string } }
    fastify.get<Route>(`/${type}/:tag/week/:week.png`, async (request, reply) => {
      const language = askedLanguage(request.query.lang)
      const tag = normaliseTag(request.params.tag)
      const begin = isoWeekBegin(request.params.week)
      if (tag === null) throw new AppError('invalid', said('error.tag'))
      if (begin === null) throw new AppError('invalid', 'Write the week like 2026-W47')
      const drawn = await pictures.changing({
        key: `card ${type} ${tag} ${begin} ${language}`,
        topics: [CHANGE[type](tag)],
        freshSeconds: Math.min(FRESH_SECONDS, guards.freshSecondsMax()),
        drawing: async () => ({
          of: 'card',
          language,
          card: await guards.reading.run(() => readWeekCard(context, { type, tag, begin, language }), request.isQuiet),
        }),
      })
      if (drawn === null) throw tooManyPictures()
      return sendReady(request, reply, drawn)
    })
  }
}

/** Somebody sends a card on as the week, so no other picture may stand in for it. */
function tooManyPictures(): AppError {
  const sentence = said('error.manyPictures')
  return new AppError('unavailable', sentence, { code: 'pictures_busy', retryAfterSeconds: 5 })
}

type ReviewRoute = Asked & { Params: Record<string, string> }

/** Serves the pictures of shared reviews: one of all cards, and one of each. */
function serveReview(
  fastify: FastifyInstance,
  type: EntityType,
  context: Context,
  guards: Guards,
  pictures: PictureCache,
): void {
  const answer = async (request: FastifyRequest<ReviewRoute>, reply: FastifyReply) => {
    const language = askedLanguage(request.query.lang)
    const { tag: written = '', period = '', card: name } = request.params
    const tag = normaliseTag(written)
    const card = REVIEW_CARDS.find((each) => each === name) ?? null
    if (tag === null) throw new AppError('invalid', said('error.tag'))
    if (reviewPeriod(period) === null || (name !== undefined && card === null)) {
      throw new AppError('invalid', 'There is no such season, year or card')
    }
    return sendChanging(request, reply, pictures, {
      key: `review ${type} ${tag} ${period} ${card} ${language}`,
      language,
      topics: [CHANGE[type](tag)],
      freshSeconds: Math.min(FRESH_SECONDS, guards.freshSecondsMax()),
      drawing: async () => ({
        of: 'review',
        language,
        review: await guards.reading.run(
          () => reviewPicture(context, { type, tag, period, card, language }),
          request.isQuiet,
        ),
      }),
    })
  }
  for (const path of ['/:period.png', '/:period/:card.png']) {
    fastify.get<ReviewRoute>(`/og/review/${type}/:tag${path}`, answer)
  }
}

type Changing = Parameters<PictureCache['changing']>[0] & { language: Language }

/** Sends a picture that changes; the site's while too many wait to be drawn, which no cache may keep in its place. */
async function sendChanging(
  request: FastifyRequest,
  reply: FastifyReply,
  pictures: PictureCache,
  { language, ...picture }: Changing,
): Promise<FastifyReply> {
  const drawn = await pictures.changing(picture)
  if (drawn !== null) return sendReady(request, reply, drawn)
  const { body } = await pictures.lasting({ of: 'site', language })
  return reply.type('image/png').header('cache-control', 'no-store').send(body)
}

/** The web app manifest: the name and look of the site where somebody installs it as an app. */
const manifest = () => ({
  id: '/',
  name: 'Delphin',
  short_name: 'Delphin',
  description: t('pages.siteAbout'),
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: BELUGA.bg,
  theme_color: BELUGA.bg,
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})

function serveManifest(fastify: FastifyInstance): void {
  const text = JSON.stringify(manifest())
  const headers = {
    'content-type': 'application/manifest+json; charset=utf-8',
    'cache-control': 'public, max-age=86400',
  }
  fastify.get('/manifest.webmanifest', (_request, reply) => reply.headers(headers).send(text))
}
