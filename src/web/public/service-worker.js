// Keeps what was seen, for times without a network (docs/decisions/0040-offline.md). Browsers ask for this file at each
// visit; it changes seldom.
const CACHES = {
  files: 'delphin-files-1',
  pages: 'delphin-pages-1',
  answers: 'delphin-answers-1',
  words: 'delphin-words-1',
}
/** How many of each are kept; the oldest go first. */
const MOST = { files: 150, pages: 30, answers: 150 }
const PATIENCE_MS = 3000
const KEPT_AT = 'x-kept-at'

self.addEventListener('activate', (event) => event.waitUntil(begin()))
self.addEventListener('message', ({ data }) => data === 'take over' && self.skipWaiting())
self.addEventListener('fetch', (event) => {
  if (endsLogin(event.request)) event.waitUntil(forgetSeen())
  const kind = kindOf(event.request)
  if (kind === 'files') event.respondWith(fileFirst(event))
  else if (kind !== null) event.respondWith(networkFirst(event, kind))
})

async function begin() {
  const names = Object.values(CACHES)
  const old = (await caches.keys()).filter((name) => name.startsWith('delphin-') && !names.includes(name))
  await Promise.all(old.map((name) => caches.delete(name)))
  // The browser then asks for a page while the worker starts.
  await self.registration.navigationPreload?.enable()
}

function endsLogin({ method, url }) {
  const call = `${method} ${new URL(url).pathname}`
  return call === 'POST /api/auth/logout' || call === 'DELETE /api/auth/account'
}

/** Counted, since an answer that was asked for before and comes later is not kept. */
let logouts = 0

/** Who logs out leaves no list of what they looked at to the next one at this device. */
function forgetSeen() {
  logouts += 1
  return Promise.all([caches.delete(CACHES.pages), caches.delete(CACHES.answers)])
}

/**
 * What a request asks for; null for what the worker leaves alone: writes, private answers, other sites, and how the server is,
 * which a copy cannot tell. Of all others it keeps what the server marks as public.
 */
function kindOf(request) {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || request.headers.has('authorization')) return null
  if (request.mode === 'navigate' && request.destination !== 'iframe' && !pathname.startsWith('/api/')) return 'pages'
  if (pathname.startsWith('/assets/') || pathname.startsWith('/texts/')) return 'files'
  return pathname.startsWith('/api/') && pathname !== '/api/status' && request.mode !== 'navigate' ? 'answers' : null
}

/** Names of files change with their content. */
async function fileFirst(event) {
  const kept = await find(event.request, 'files')
  if (kept) return kept
  const answer = await fetch(event.request)
  keep(event, 'files', answer)
  return answer
}

/** The network's answer; the copy where that fails, or takes longer than 3 s. Without a copy, a page that says so. */
async function networkFirst(event, kind) {
  const asked = ask(event, kind)
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  const answer = await Promise.race([asked, late]).catch(() => undefined)
  if (answer && answer.status < 500) return answer
  const kept = await find(event.request, kind)
  if (!kept) return answer ?? (kind === 'pages' ? asked.catch(pageWithoutNetwork) : asked)
  event.waitUntil(asked.catch(() => {}))
  return kind === 'pages' ? labelled(kept) : kept
}

async function ask(event, kind) {
  const before = logouts
  const answer = (await event.preloadResponse) ?? (await fetch(event.request))
  if (before === logouts) keep(event, kind, answer)
  return answer
}

/** Keeps what the server marks as public. What it no longer has is forgotten: somebody may have taken it back. */
function keep(event, kind, answer) {
  if (answer.status === 404) event.waitUntil(forget(event.request.url, kind).catch(() => {}))
  const isPublic = /\bpublic\b/.test(answer.headers.get('cache-control') ?? '')
  // Pictures, feeds and text files that are opened alone are no pages of the site.
  if (kind === 'pages' && !answer.headers.get('content-type')?.startsWith('text/html')) return
  if (!isPublic || answer.status !== 200 || answer.redirected || answer.type !== 'basic') return
  event.waitUntil(store(event.request.url, kind, answer.clone()).catch(() => {}))
}

async function store(url, kind, answer) {
  const headers = new Headers(answer.headers)
  headers.set(KEPT_AT, String(Date.now()))
  const cache = await caches.open(CACHES[kind])
  await cache.delete(url)
  await cache.put(url, new Response(await answer.blob(), { headers }))
  const all = await cache.keys()
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST[kind])).map((old) => cache.delete(old)))
}

async function forget(url, kind) {
  await (await caches.open(CACHES[kind])).delete(url)
}

async function find(request, kind) {
  const cache = await caches.open(CACHES[kind])
  return cache.match(request.url, { ignoreVary: true })
}

/** The page with the moment at which it was kept, from which the site tells how old it is. */
async function labelled(page) {
  const html = (await page.text()).replace('<html', `<html data-kept-at="${page.headers.get(KEPT_AT)}"`)
  return new Response(html, { headers: page.headers })
}

/** What stands in for a page that was never seen: links to those that were. It has the head of the newest, without scripts. */
async function pageWithoutNetwork() {
  const words = await readWords()
  const cache = await caches.open(CACHES.pages)
  const seen = []
  for (const { url } of await cache.keys()) {
    const page = await cache.match(url, { ignoreVary: true })
    seen.unshift({ url, headers: page.headers, html: await page.text() })
  }
  const { html = '<html lang="en"><head><title></title>', headers = { 'content-type': 'text/html' } } = seen[0] ?? {}
  const head = html
    .split('</head>')[0]
    .replaceAll(/<script[^>]* src=[^>]*><\/script>|<link rel="modulepreload"[^>]*>|<link rel="expect"[^>]*>/g, '')
    .replace(/<title>[^<]*/, `<title>${words.title}`)
  // Pages have the styles of their first screen in the head, and all others at their end.
  const styles = /<link rel="stylesheet"[^>]*>/.exec(html)?.[0] ?? ''
  const lines = seen
    .filter(isFirstOf)
    .map((page) => lineOf(page, words))
    .join('')
  const body = `<body><main class="page pt-7"><p><a class="link font-extrabold" href="${words.site}">Delphin</a></p>
<h1 class="mt-4 text-hero font-extrabold">${words.title}</h1><p class="mt-1 text-mut">${seen.length > 0 ? words.kept : words.nothing}</p>
<p class="mt-4"><a class="inline-flex min-h-11 items-center rounded-md bg-acc px-4.5 py-2 font-semibold text-onacc no-underline" href="">${words.again}</a></p>
<ul class="mt-6 grid gap-2">${lines}</ul></main></body></html>`
  return new Response(`${head}${styles}</head>${body}`, { status: 503, headers })
}

/** What that page says, as src/web/app/offline.ts keeps it in the language of the site. Without it, the page says nothing. */
async function readWords() {
  const kept = await (await caches.open(CACHES.words)).match('/offline-words')
  const when = '{when}'
  return kept
    ? kept.json()
    : {
        language: 'en',
        site: '/',
        title: 'Delphin',
        kept: '',
        nothing: '',
        again: '↻',
        home: '/',
        tracker: '',
        club: when,
        player: when,
        other: when,
      }
}

const ENTITY = /^\/(club|player)\//
/** What addresses begin with in other languages than English. */
const LANGUAGE = /^\/[a-z]{2}(?:-\w+)?(?=\/|$)/
const pathOf = (url) => new URL(url).pathname.replace(LANGUAGE, '') || '/'

/** A club that was looked at over several timeframes is listed once, as it was seen last. */
function isFirstOf({ url }, place, seen) {
  const { pathname } = new URL(url)
  return !ENTITY.test(pathOf(url)) || seen.findIndex((other) => new URL(other.url).pathname === pathname) === place
}

/** A kept page in the list: its name, which is HTML already, what it is, and when the copy was kept. */
function lineOf({ url, headers, html }, words) {
  const { pathname, search } = new URL(url)
  const title = /<title>([^<]*)/.exec(html)?.[1].split(' | ')[0].replace(words.tracker, '')
  const name = pathOf(url) === '/' ? words.home : title || pathname
  const at = Number(headers.get(KEPT_AT))
  const written = { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23', numberingSystem: 'latn' }
  const moment = new Date(at).toLocaleString(words.language, written)
  const since = words[ENTITY.exec(pathOf(url))?.[1] ?? 'other'].replace('{when}', moment)
  const address = `${pathname}${search}`.replaceAll('&', '&amp;')
  return `<li><a class="flex flex-wrap items-center justify-between gap-x-3 rounded-lg border border-edge bg-card p-3.5 no-underline hover:bg-raise" href="${address}">
<span class="font-semibold">${name}</span><span class="text-sm text-mut">${since}</span></a></li>`
}
