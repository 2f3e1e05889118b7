import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type ChangeTopic,
  clubChange,
  META_CHANGE,
  playerChange,
  RANKINGS_CHANGE,
} from '#server/kernel/announcements.ts'
import { AppError, errorBody } from '#server/kernel/errors.ts'
import type { FirstAnswer, FirstCall, RenderFirstScreen } from '#shared/first-screen.ts'
import { findLanguage, type Language, languagePrefix, splitLanguage } from '#shared/languages.ts'
import { canonicalAddress, entityAt, findPage, withCanonicalTag } from '#shared/page-addresses.ts'
import { NOT_FOUND_PAGE } from '#shared/pages.ts'
import type { EntityType } from '#shared/tag.ts'
import type { Translator } from '#shared/texts.ts'
import { pagePolicy } from '../http/headers.ts'
import { readyAnswer, sendReady } from '../http/ready-answer.ts'
import type { Made } from '../http/response-cache.ts'
import type { Guards, OnAnswered, Read } from '../http/serve.ts'
import { siteAddress } from '../http/site-files.ts'
import { readManifest } from './manifest.ts'
import { makePage, type PageMaker, readTemplate } from './page-html.ts'
import { type PageTexts, readPageTexts } from './page-texts.ts'

type Pages = { fastify: FastifyInstance; guards: Guards; reads: ReadonlyMap<string, Read> }

type Options = {
  /** The configured address of the site. */
  site: string | undefined
  /** Where the compiled texts are, if not in the build. */
  texts?: string | undefined
  /** Called when a visitor opens the page of a club or player. */
  viewed: Readonly<Record<EntityType, OnAnswered>>
  log: { warn(details: object, message: string): void }
}

const ROOT = join(import.meta.dirname, '../../../..')
const BUILT = join(ROOT, 'dist')
/** The language menu leads translators to it. */
const CONTRIBUTING = join(ROOT, 'CONTRIBUTING.md')

/** Serves the built site: each page with its first screen and the data for it, and hashed files that never change. */
export async function servePages(pages: Pages, options: Options, built = BUILT): Promise<void> {
  const directory = join(built, 'web')
  if (!existsSync(join(directory, 'index.html'))) return serveUnbuilt(pages.fastify)
  await pages.fastify.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    index: false,
    // The build puts compressed files beside the others.
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    // The name of a file tells its content.
    lastModified: false,
    acceptRanges: false,
    globIgnore: ['**/index.html'],
    setHeaders: headersOfWorker,
  })
  const onError = (error: unknown) => options.log.warn({ err: error }, 'a page is served without its first screen')
  const manifest = readManifest(directory)
  const texts = readPageTexts(join(built, 'web'), options.texts ?? join(built, 'texts'), manifest)
  const maker: PageMaker = {
    template: readTemplate(directory, manifest),
    texts,
    render: await loadShell(join(built, 'shell/shell.js')),
    ask: askInProcess(pages.reads, onError),
    site: options.site,
    onError,
  }
  pages.fastify.get('/contributing.md', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(readFileSync(CONTRIBUTING)),
  )
  pages.fastify.get<{ Params: TextsOf }>('/texts/:version/:language/:page', (request, reply) =>
    answerTexts(pages, texts, request.params, request, reply),
  )
  pages.fastify.get('/*', (request, reply) => answerPage(pages, maker, options.viewed, request, reply))
}

/** Browsers look for a new service worker at each visit. It may ask this site alone, and runs nothing else. */
function headersOfWorker(reply: FastifyReply, path: string): void {
  if (!/service-worker\.js(?:\.\w+)?$/.test(path)) return
  reply.headers({ 'cache-control': 'no-cache', 'content-security-policy': "default-src 'none'; connect-src 'self'" })
}

/** The build makes the file of src/web/shell/shell.ts. Without it, pages have no first screen. */
async function loadShell(file: string): Promise<RenderFirstScreen | null> {
  if (!existsSync(file)) return null
  const shell = (await import(pathToFileURL(file).href)) as { firstScreen: RenderFirstScreen }
  return shell.firstScreen
}

async function answerPage(
  { guards }: Pages,
  maker: PageMaker,
  viewed: Options['viewed'],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { language, address: url } = splitLanguage(request.url)
  const reachedAt = siteAddress(request, { PUBLIC_URL: maker.site })
  const canonical = withCanonicalTag(url)
  if (canonical !== null) return reply.redirect(languagePrefix(language) + canonical, 301)
  if (url.startsWith('/api/')) return reply.callNotFound()
  const answer = await cachedPage({ url, language, reachedAt, isQuiet: request.isQuiet }, guards, maker)
  const entity = entityAt(url)
  if (entity !== null && answer.status === 200 && findPage(url)?.page.profile)
    viewed[entity.type]({ tag: entity.tag }, request.ip)
  return sendReady(request, reply, answer)
}

/** What a visitor asks for, and the address of the site at which they do. */
type Asked = { url: string; language: Language; reachedAt: string | undefined; isQuiet: boolean }

type TextsOf = { version: string; language: string; page: string }

/**
 * The texts of a page for browsers that open it by a link. The address names the build, so that they never change. A page of
 * another build gets these texts, and may not keep them.
 */
async function answerTexts(
  { guards }: Pages,
  texts: PageTexts,
  { version, language: code, page }: TextsOf,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const language = findLanguage(code)
  const text = language && texts.file(language, page)
  if (!text) return reply.callNotFound()
  const lasts = version === texts.version ? UNCHANGING : 'no-store'
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': lasts }
  const make = async () => ({ answer: readyAnswer({ status: 200, headers, text }), freshSeconds: FRESH_SECONDS })
  return sendReady(
    request,
    reply,
    await guards.cache.answer({ key: `texts ${language} ${page} ${lasts}`, topics: [], make }),
  )
}

const UNCHANGING = 'public, max-age=31536000, immutable'

/** Where the list or figures of a page change every second. A club's or player's page is also dropped when it changes. */
const FRESH_SECONDS = 30

/** For an incomplete page and for an unknown club or player: a moment later there may be more to show. */
const UNSETTLED_SECONDS = 2

/**
 * The page of an address from the cache, made if it is not there. All unknown addresses share one page. Visitors who reach
 * the site at different addresses share none.
 */
function cachedPage({ url, language, reachedAt, isQuiet }: Asked, guards: Guards, maker: PageMaker) {
  const known = findPage(url)
  const address = known ? canonicalAddress(url) : NOT_FOUND_PAGE.path
  const offline = known?.page.offline ?? false
  const key = `page ${reachedAt} ${language} ${address}`
  const found = isFound(url) && !lacksTag(url)
  const make = async (): Promise<Made> => {
    const page = await guards.reading.run(
      () => makePage(address, { language, found, offline, reachedAt }, maker),
      isQuiet,
    )
    const settled = page.complete && page.status === 200
    const seconds = Math.min(settled ? FRESH_SECONDS : UNSETTLED_SECONDS, guards.freshSecondsMax())
    return { answer: readyAnswer(page), freshSeconds: seconds }
  }
  return guards.cache.answer({ key, topics: changesOf(address), make })
}

/** True for the address of a page that the server answers with 200. */
function isFound(url: string): boolean {
  const found = findPage(url)
  return found !== null && found.page.status !== 404
}

/** True for a club's or player's page whose address holds no valid tag: nothing can be asked for it. */
function lacksTag(url: string): boolean {
  const { page, written } = findPage(url) ?? { written: '' }
  return page?.kind !== undefined && written !== '' && entityAt(url) === null
}

/** The changes of stored data after which the page is made anew. */
function changesOf(address: string): ChangeTopic[] {
  const entity = entityAt(address)
  if (entity !== null) return [entity.type === 'club' ? clubChange(entity.tag) : playerChange(entity.tag)]
  const { shows } = findPage(address)?.page ?? {}
  return shows === undefined ? [] : [CHANGE[shows]]
}

const CHANGE = { meta: META_CHANGE, rankings: RANKINGS_CHANGE }

const UNBUILT = '<!doctype html><title>Delphin</title><p>The site is not built. Run npm start, or npm run build.</p>'

function serveUnbuilt(fastify: FastifyInstance): void {
  fastify.get('/*', (request, reply) => {
    const canonical = withCanonicalTag(request.url)
    if (canonical !== null) return reply.redirect(canonical, 301)
    if (request.url.startsWith('/api/')) return reply.callNotFound()
    return reply
      .code(isFound(request.url) ? 200 : 404)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': pagePolicy({}),
        'cache-control': 'no-cache',
      })
      .send(UNBUILT)
  })
}

/** How long a page waits for one of its calls. A later answer goes into the cache, and the browser asks for it there. */
const WAIT_MS = 3000

/** The wait for calls that may first have to ask the game. */
const GAME_WAIT_MS = 300
const ASKING_THE_GAME = new Set(['GET /api/rankings/leaderboards', 'GET /api/brawler/all'])

/** Answers the calls of a page within the process. It answers only public calls that read, as for an unknown visitor. */
function askInProcess(reads: ReadonlyMap<string, Read>, onError: (error: unknown) => void): PageMaker['ask'] {
  return (texts) => async (call) => {
    const read = reads.get(call.name)
    if (read === undefined) return null
    const wait = ASKING_THE_GAME.has(call.name) ? GAME_WAIT_MS : WAIT_MS
    return Promise.race([answerOf(read, call, texts, onError), nullAfter(wait)])
  }
}

/** The answer of a call. A refusal is an answer too; null for a failure that may pass, such as a full queue. */
async function answerOf(
  read: Read,
  { input }: FirstCall,
  texts: Translator,
  onError: (error: unknown) => void,
): Promise<FirstAnswer | null> {
  try {
    const { status, text, refusal } = await read({ params: input.params, query: asTexts(input.query) })
    return { status, text: refusal === undefined ? text : JSON.stringify(errorBody(refusal, texts)) }
  } catch (error) {
    if (error instanceof AppError && error.status < 500 && error.status !== 429) {
      return { status: error.status, text: JSON.stringify(errorBody(error, texts)) }
    }
    if (!(error instanceof AppError)) onError(error)
    return null
  }
}

/** A query as it would come over the network. */
function asTexts(query: Record<string, unknown> = {}): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

function nullAfter(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds).unref())
}
