import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AskFirst, FirstScreen, PageHead, RenderFirstScreen } from '#shared/first-screen.ts'
import { pagePolicy } from '../http/headers.ts'
import type { Rendered } from '../http/ready-answer.ts'

export type PageMaker = {
  template: PageTemplate
  render: RenderFirstScreen | null
  ask: AskFirst
  /** Address under which the public knows the site. */
  site: string | undefined
  onError: (error: unknown) => void
}

export type MadePage = Rendered & { complete: boolean }

const BARE: FirstScreen = {
  head: {
    title: 'Delphin',
    description: 'Trophy history, activity and member form for clubs and players of Brawl Stars.',
    robots: null,
    path: '/',
    picture: '/og/site.png',
    trail: [],
  },
  module: null,
  html: '',
  css: '',
  answered: [],
  complete: false,
  missing: false,
}

/** The page of an address with its head, its first screen and the data of both; bare where it cannot be rendered. */
export async function makePage(address: string, known: boolean, maker: PageMaker): Promise<MadePage> {
  const { template, ask, site } = maker
  const screen = await rendered(address, ask, maker)
  const answers = screen.answered.map(
    ([{ name, input }, text]) => `[${JSON.stringify(name)},${JSON.stringify(input)},${text}]`,
  )
  const data = answers.length === 0 ? '' : escapeJson(`[${answers.join(',')}]`)
  const { html, policy } = template({
    ...screen,
    head: headHtml(screen.head, site),
    answers: data === '' ? '' : `<script type="application/json" id="answers">${data}</script>`,
  })
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-cache',
    vary: 'Accept-Encoding',
  }
  return { status: known && !screen.missing ? 200 : 404, headers, text: html, complete: screen.complete }
}

async function rendered(address: string, ask: AskFirst, { render, onError }: PageMaker): Promise<FirstScreen> {
  try {
    return (await render?.(address, ask)) ?? BARE
  } catch (error) {
    onError(error)
    return BARE
  }
}

/** The page's parts that differ from address to address. */
export type PageParts = { head: string; module: string | null; html: string; css: string; answers: string }

type PageTemplate = (parts: PageParts) => { html: string; policy: string }

type Chunk = { file: string; imports?: string[] }
type Manifest = Record<string, Chunk>

const ENTRY = 'index.html'
const STYLE_SHEETS = /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g
const ENTRY_SCRIPT = /\s*<script type="module"[^>]*><\/script>/

/**
 * Reads the built page once: its styles become part of it, and of the scripts, those that a page needs are named, so
 * that the browser asks for all at once. The policy allows inline scripts and styles by their hash.
 */
export function readTemplate(directory: string, artBase?: string): PageTemplate {
  const built = readFileSync(join(directory, 'index.html'), 'utf8')
  const manifest = readManifest(directory)
  const styles = [...built.matchAll(STYLE_SHEETS)]
    .map(([, file = '']) => readFileSync(join(directory, file), 'utf8'))
    .join('')
  const page = built
    .replace(/\s*<title>[^<]*<\/title>/, '')
    .replace(/\s*<meta name="description"[^>]*>/, '')
    .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace(ENTRY_SCRIPT, '')
    .replace(STYLE_SHEETS, '')
  const [beforeHead = '', afterHead = ''] = page.split('</head>')
  const [beforeRoot = '', afterRoot = ''] = afterHead.split('<div id="root"></div>')
  const scripts = inlineScripts(page).map(hashOf)
  const fixed = `<style>${styles}</style>`
  const entry = ENTRY_SCRIPT.exec(built)?.[0] ?? ''
  return ({ head, module, html, css, answers }) => {
    const rules = css === '' ? '' : `<style>${css}</style>`
    const hashes = css === '' ? [hashOf(styles)] : [hashOf(styles), hashOf(css)]
    const policy = pagePolicy({ scripts, styles: hashes, artBase })
    const preloads = neededBy(manifest, module)
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`)
      .join('')
    return {
      policy,
      // What is seen comes first; the scripts would only slow it down.
      html: `${beforeHead}${head}${fixed}${rules}</head>${beforeRoot}<div id="root">${html}</div>${preloads}${entry}${answers}${afterRoot}`,
    }
  }
}

function readManifest(directory: string): Manifest {
  const file = join(directory, '.vite/manifest.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {}
}

/** The scripts that a page's own code and the frame need, each once; the frame itself is asked for by the page. */
function neededBy(manifest: Manifest, module: string | null): string[] {
  const found = new Set<string>()
  const add = (key: string) => {
    if (found.has(key)) return
    found.add(key)
    for (const each of manifest[key]?.imports ?? []) add(each)
  }
  for (const key of module === null ? [ENTRY] : [ENTRY, module]) add(key)
  found.delete(ENTRY)
  return [...found].flatMap((key) => manifest[key]?.file ?? [])
}

/** The scripts that stand in the page itself. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

const SITE = 'Delphin'

/** Descriptions are cut by those who show them; names can be of any length. */
const TITLE_MAX = 120
const DESCRIPTION_MAX = 300

/**
 * What the head of a page says, as HTML. Absolute addresses come from the configured one alone, never from what a
 * request says of itself: without it there are no canonical link and no path of pages.
 */
export function headHtml(
  { title, description, robots, path, picture, trail }: PageHead,
  site: string | undefined,
): string {
  const origin = site?.replace(/\/+$/, '')
  const words = { title: cut(title, TITLE_MAX), description: cut(description, DESCRIPTION_MAX) }
  const image = `${origin ?? ''}${picture}`
  return [
    `<title>${escapeHtml(words.title)}</title>`,
    meta('name', 'description', words.description),
    robots && meta('name', 'robots', robots),
    origin && `<link rel="canonical" href="${escapeHtml(origin + path)}" />`,
    meta('property', 'og:site_name', SITE),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', words.title),
    meta('property', 'og:description', words.description),
    origin && meta('property', 'og:url', origin + path),
    meta('property', 'og:image', image),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('name', 'twitter:card', 'summary_large_image'),
    origin && trail.length > 0 && linkedData(trail, origin),
  ]
    .filter(Boolean)
    .join('\n    ')
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`
}

/** The pages that lead here. A block of data is no script: the content policy has no say in it. */
function linkedData(trail: PageHead['trail'], origin: string): string {
  const itemListElement = trail.map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: cut(name, TITLE_MAX),
    item: origin + path,
  }))
  const data = { '@context': 'https://schema.org', '@type': 'BreadcrumbList', itemListElement }
  return `<script type="application/ld+json">${escapeJson(JSON.stringify(data))}</script>`
}

function cut(text: string, length: number): string {
  const letters = [...text]
  return letters.length <= length ? text : `${letters.slice(0, length - 1).join('')}…`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Control characters, and those that turn the direction of what follows them: names come with both. */
const UNSEEN = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu

/** A text as it may stand in HTML and in its quoted attributes; nothing in it reaches beyond it. */
function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(UNSEEN, ' ')
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}

/** JSON as it may stand in a script element: nothing in it closes one or opens a comment. */
function escapeJson(json: string): string {
  return json.replaceAll('<', '\\u003c')
}
