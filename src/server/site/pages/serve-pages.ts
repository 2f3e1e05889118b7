import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ChangeTopic, clubChange, playerChange, RANKINGS_CHANGE } from '#server/kernel/announcements.ts'
import { AppError } from '#server/kernel/errors.ts'
import type { AskFirst, FirstAnswer, FirstCall, RenderFirstScreen } from '#shared/first-screen.ts'
import { canonicalAddress } from '#shared/pages.ts'
import { type EntityType, normaliseTag, tagInPath } from '#shared/tag.ts'
import { errorBody } from '../http/answer-errors.ts'
import { pagePolicy } from '../http/headers.ts'
import { chooseEncoding, readyAnswer, sendReady } from '../http/ready-answer.ts'
import type { Made } from '../http/response-cache.ts'
import type { Guards, OnAnswered, Read } from '../http/serve.ts'
import { makePage, type PageMaker, readTemplate } from './page-html.ts'

const BUILT = join(import.meta.dirname, '../../../../dist')

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
  const address = known ? canonicalAddress(url) : '/not-found'
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

/** A page does not wait longer for the store; what comes later is left to the browser, who finds it ready by then. */
const WAIT_MS = 3000

/** Nor for the game, whom these may have to ask first. */
const GAME_WAIT_MS = 300
const OF_THE_GAME = new Set(['GET /api/rankings/leaderboards', 'GET /api/brawler/all'])

/** Answers the calls of a page within the process: those that are public and only read, as they answer nobody. */
function askInProcess(reads: ReadonlyMap<string, Read>, onError: (error: unknown) => void): AskFirst {
  return async (call) => {
    const read = reads.get(call.name)
    if (read === undefined) return null
    return Promise.race([answered(read, call, onError), after(OF_THE_GAME.has(call.name) ? GAME_WAIT_MS : WAIT_MS)])
  }
}

/** A refusal is an answer too, unless it may pass a moment later. */
async function answered(
  read: Read,
  { input }: FirstCall,
  onError: (error: unknown) => void,
): Promise<FirstAnswer | null> {
  try {
    return await read({ params: input.params, query: texts(input.query) })
  } catch (error) {
    if (error instanceof AppError && error.status < 500 && error.status !== 429) {
      return { status: error.status, text: JSON.stringify(errorBody(error)) }
    }
    if (!(error instanceof AppError)) onError(error)
    return null
  }
}

/** A query as it comes over the network. */
function texts(query: Record<string, unknown> = {}): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

function after(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds).unref())
}

const ROUTES =
  /^\/(?:|browse\/(?:clubs|players)|analytics|leaderboards|compare|dashboard|status|privacy|scores|search|(?:club|player|search)\/[^/]+)\/?$/

/** True for the address of a page of the site. */
export function isRoute(url: string): boolean {
  return ROUTES.test(url.split('?')[0] ?? '')
}

/** Where a club or player page with its tag in another spelling belongs; null when it is right or no tag at all. */
function upperCaseTag(url: string): string | null {
  const match = /^\/(club|player|search)\/([^/?]+)\/?(\?.*)?$/.exec(url)
  const written = match?.[2]
  if (match === null || written === undefined) return null
  const tag = normaliseTag(written)
  if (tag === null || written === tagInPath(tag)) return null
  return `/${match[1]}/${tagInPath(tag)}${match[3] ?? ''}`
}

/** The club or player that a page is about, by its tag; null for any other page. */
function entityOf(url: string): { type: EntityType; tag: string } | null {
  const [, type, written = ''] = /^\/(club|player)\/([^/?]+)/.exec(url) ?? []
  const tag = normaliseTag(written)
  return tag === null || (type !== 'club' && type !== 'player') ? null : { type, tag }
}

/** True for the page of a club or player whose address holds no tag: there is nothing to ask for. */
function isAboutNobody(url: string): boolean {
  return /^\/(?:club|player)\//.test(url) && entityOf(url) === null
}

/** What a page is made of: when that changes, the page is dropped. */
function changesOf(url: string): ChangeTopic[] {
  const entity = entityOf(url)
  if (entity !== null) return [entity.type === 'club' ? clubChange(entity.tag) : playerChange(entity.tag)]
  return url.startsWith('/leaderboards') ? [RANKINGS_CHANGE] : []
}

/**
 * What renders first screens: the one file that the build makes of the site's own pages. Null where it is not built;
 * pages then come without a first screen.
 */
async function loadShell(file: string): Promise<RenderFirstScreen | null> {
  if (!existsSync(file)) return null
  // The build makes the file of src/web/shell/shell.ts, whose export has this type.
  const shell = (await import(pathToFileURL(file).href)) as { firstScreen: RenderFirstScreen }
  return shell.firstScreen
}
