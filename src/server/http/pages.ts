import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { knownAddress } from '#shared/known-address.ts'
import type { EntityType } from '#shared/tag.ts'
import { chooseEncoding } from './accept-encoding.ts'
import { askInProcess } from './pages/ask-in-process.ts'
import { loadShell } from './pages/load-shell.ts'
import { makePage, type PageMaker } from './pages/make-page.ts'
import { changesOf, entityOf, isAboutNobody, isRoute, upperCaseTag } from './pages/page-address.ts'
import { readTemplate } from './pages/page-template.ts'
import { readyAnswer } from './ready-answer.ts'
import type { Made } from './response-cache.ts'
import { pagePolicy } from './security-headers.ts'
import { sendReady } from './send-ready.ts'
import type { Guards, OnAnswered, Read } from './serve.ts'

const BUILT = join(import.meta.dirname, '../../../dist')

const UNBUILT = '<!doctype html><title>Delphin</title><p>The site is not built. Run npm start, or npm run build.</p>'

/** Lists and figures change every second somewhere; a club or player is dropped at once when something new is stored. */
const FRESH_SECONDS = 30

/** A page that could not show all, or that nothing is known for, may do better soon. */
const UNSETTLED_SECONDS = 2

type Pages = { fastify: FastifyInstance; guards: Guards; reads: ReadonlyMap<string, Read> }

type Options = {
  /** The configured address of the site. */
  site: string | undefined
  /** Where browsers may fetch the game's art from. */
  artBase: string | undefined
  /** Told who looked at a club's or player's page. */
  viewed: Readonly<Record<EntityType, OnAnswered>>
  log: { warn(details: object, message: string): void }
}

/** Serves the built site: hashed files for ever, and each page with its first screen and the data of it. */
export async function servePages(pages: Pages, options: Options, built = BUILT): Promise<void> {
  const directory = join(built, 'web')
  if (!existsSync(join(directory, 'index.html'))) return serveUnbuilt(pages.fastify)
  await pages.fastify.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    index: false,
    // The build lays compressed files beside the others.
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    globIgnore: ['**/index.html'],
  })
  const onError = (error: unknown) => options.log.warn({ err: error }, 'a page comes without its first screen')
  const maker: PageMaker = {
    template: readTemplate(directory, options.artBase),
    render: await loadShell(join(built, 'shell/shell.js')),
    ask: askInProcess(pages.reads, onError),
    site: options.site,
    onError,
  }
  pages.fastify.get('/*', (request, reply) => answerPage(pages, maker, options.viewed, request, reply))
}

async function answerPage(
  { guards }: Pages,
  maker: PageMaker,
  viewed: Options['viewed'],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { url, headers } = request
  const entity = entityOf(url)
  const encoding = chooseEncoding(headers['accept-encoding'])
  const known = guards.cache.keyOf(`page ${url}`)
  const kept = known === undefined ? undefined : guards.cache.fresh(known)
  const ready = kept?.variants[encoding]
  if (kept === undefined || ready === undefined) {
    const canonical = upperCaseTag(url)
    if (canonical !== null) return reply.redirect(canonical, 301)
    if (url.startsWith('/api/')) return reply.callNotFound()
  }
  const answer = kept ?? (await pageOf(url, guards, maker))
  sendReady(request, reply, answer.status, ready ?? (await answer.encode(encoding)))
  if (entity !== null && answer.status === 200) viewed[entity.type]({ tag: entity.tag }, request.ip)
  return undefined
}

/** The page of an address out of the cache of answers; what is no page of the site is one and the same. */
function pageOf(url: string, guards: Guards, maker: PageMaker) {
  const known = isRoute(url)
  const address = known ? knownAddress(url) : '/not-found'
  const key = `page ${address}`
  if (known) guards.cache.rememberKey(`page ${url}`, key)
  const make = async (): Promise<Made> => {
    const page = await guards.reading.run(() => makePage(address, known && !isAboutNobody(url), maker))
    const settled = page.complete && page.status === 200
    const seconds = Math.min(settled ? FRESH_SECONDS : UNSETTLED_SECONDS, guards.freshSecondsMax())
    return { answer: readyAnswer(page, guards.headers), freshSeconds: seconds }
  }
  return guards.cache.answer({ key, tags: changesOf(address), make })
}

function serveUnbuilt(fastify: FastifyInstance): void {
  fastify.get('/*', (request, reply) => {
    const canonical = upperCaseTag(request.url)
    if (canonical !== null) return reply.redirect(canonical, 301)
    if (request.url.startsWith('/api/')) return reply.callNotFound()
    return reply
      .code(isRoute(request.url) ? 200 : 404)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': pagePolicy({}),
        'cache-control': 'no-cache',
      })
      .send(UNBUILT)
  })
}
