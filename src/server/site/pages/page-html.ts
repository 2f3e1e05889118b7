import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeJson, escapeName } from '#server/kernel/escape.ts'
import type { AskFirst, FirstScreen, PageHead, RenderFirstScreen } from '#shared/first-screen.ts'
import { type Language, languagePrefix, languageQuery } from '#shared/languages.ts'
import type { Translator } from '#shared/texts.ts'
import { pagePolicy } from '../http/headers.ts'
import type { Rendered } from '../http/ready-answer.ts'
import { ENTRY, type Manifest, scriptsOf } from './manifest.ts'
import { readStyles } from './page-styles.ts'
import { htmlTag, languageLinks, type PageTexts } from './page-texts.ts'

export type PageMaker = {
  template: PageTemplate
  render: RenderFirstScreen | null
  texts: PageTexts
  /** Answers the calls of a page; refusals in its language too. */
  ask: (texts: Translator) => AskFirst
  /** The configured address of the site. */
  site: string | undefined
  onError: (error: unknown) => void
}

export type MadePage = Rendered & { complete: boolean }

type Wanted = { language: Language; found: boolean; offline: boolean; reachedAt: string | undefined }

/**
 * The page of an address, which has no language in it: its head, its first screen, and the answers that both are made of.
 * It has none of these if rendering fails. The status is 404 for an address that is not `found`, and for an unknown club,
 * player, brawler or map.
 * An `offline` page is marked as public: the service worker keeps what is.
 */
export async function makePage(
  address: string,
  { language, found, offline, reachedAt }: Wanted,
  maker: PageMaker,
): Promise<MadePage> {
  const screen = await firstScreen(address, language, maker)
  const answers = screen.answered.map(
    ([{ name, input }, { status, text }]) =>
      `[${JSON.stringify(name)},${JSON.stringify(input)},${text}${status === 200 ? '' : `,${status}`}]`,
  )
  const data = escapeJson(`[${answers.join(',')}]`)
  const { html, policy } = maker.template({
    ...screen,
    language,
    head: headHtml(screen.head, { configured: maker.site, reachedAt }, language),
    texts: maker.texts.element(language, screen.module),
    answers: answers.length === 0 ? '' : `<script type="application/json" id="answers">${data}</script>`,
  })
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': offline ? 'public, no-cache' : 'no-cache',
  }
  return { status: found && !screen.missing ? 200 : 404, headers, text: html, complete: screen.complete }
}

const noScreen = ({ t }: Translator): FirstScreen => ({
  head: {
    title: 'Delphin',
    description: t('pages.siteAbout'),
    robots: null,
    path: '/',
    picture: '/og/site.png',
    trail: [],
    about: null,
  },
  module: null,
  html: '',
  css: '',
  at: 0,
  answered: [],
  complete: false,
  missing: false,
})

async function firstScreen(
  address: string,
  language: Language,
  { render, ask, texts, onError }: PageMaker,
): Promise<FirstScreen> {
  const translator = texts.translator(language)
  try {
    return (await render?.(address, ask(translator), translator)) ?? noScreen(translator)
  } catch (error) {
    onError(error)
    return noScreen(translator)
  }
}

/** The parts of a page that differ from address to address. */
type PageParts = {
  language: Language
  head: string
  module: string | null
  html: string
  css: string
  at: number
  texts: string
  answers: string
}

type PageTemplate = (parts: PageParts) => { html: string; policy: string }

const ROOT = '<div id="root" data-waits></div>'
const STYLE_SHEETS = /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g
const ENTRY_SCRIPT = /\s*<script type="module"[^>]*><\/script>/

/**
 * Reads the built index.html once. A page contains the rules that its markup can use, and loads the whole style sheet
 * below it. It lists all scripts that it needs, so that the browser fetches them at once. The content policy allows inline
 * scripts and styles by their hash.
 */
export function readTemplate(directory: string, manifest: Manifest): PageTemplate {
  const built = readFileSync(join(directory, 'index.html'), 'utf8')
  const sheets = [...built.matchAll(STYLE_SHEETS)]
  const stylesFor = readStyles(sheets.map(([, file = '']) => readFileSync(join(directory, file), 'utf8')).join(''))
  const page = built
    .replace(/\s*<title>[^<]*<\/title>/, '')
    .replace(/\s*<meta name="description"[^>]*>/, '')
    .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace(ENTRY_SCRIPT, '')
    .replace(STYLE_SHEETS, '')
  const [beforeHead = '', afterHead = ''] = page.split('</head>')
  const [beforeRoot = '', afterRoot = ''] = afterHead.split(ROOT)
  const scripts = inlineElements('script', page).map(hashOf)
  const ownStyles = inlineElements('style', page).map(hashOf)
  const sheetLinks = sheets.map(([, file = '']) => `<link rel="stylesheet" href="${file}" />`).join('')
  const entry = ENTRY_SCRIPT.exec(built)?.[0] ?? ''
  return ({ language, head, module, html, css, at, texts, answers }) => {
    const styles = stylesFor(html) + css
    const policy = pagePolicy({ scripts, styles: [...ownStyles, hashOf(styles)] })
    // The page has a tag of its own for the entry.
    const preloads = [...scriptsOf(manifest, module === null ? [ENTRY] : [ENTRY, module])]
      .filter((key) => key !== ENTRY)
      .flatMap((key) => manifest[key]?.file ?? [])
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`)
      .join('')
    return {
      policy,
      // Scripts and the whole style sheet come after the markup: they must not delay what a visitor sees first.
      html: [
        `${beforeHead.replace('<html lang="en"', htmlTag(language))}${head}<style>${styles}</style></head>`,
        `${beforeRoot}<div id="root" data-waits data-at="${at}">${html}</div>`,
        `${preloads}${sheetLinks}${entry}${texts}${answers}${afterRoot}`,
      ].join(''),
    }
  }
}

/** What the inline scripts or styles of a page contain. */
function inlineElements(name: 'script' | 'style', html: string): string[] {
  const elements = html.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'))
  return Array.from(elements, ([, content = '']) => content)
}

function hashOf(text: string): string {
  return hash('sha256', text, 'base64')
}

const SITE = 'Delphin'

/** In characters. Names can be of any length, and search engines show no more than this anyway. */
const TITLE_MAX = 120
const DESCRIPTION_MAX = 300

/** The configured address of the site, and the one at which it is reached; undefined where that is not known for certain. */
type Addresses = { configured: string | undefined; reachedAt: string | undefined }

/**
 * The head of a page as HTML. Chats need absolute addresses: they begin with the address at which the site is reached. What
 * search engines keep, the canonical link and the breadcrumbs, begins with the configured one.
 */
export function headHtml(head: PageHead, { configured, reachedAt }: Addresses, language: Language): string {
  const { title, description, robots, picture, trail } = head
  const path = languagePrefix(language) + head.path
  const origin = configured?.replace(/\/+$/, '')
  const words = { title: shortenText(title, TITLE_MAX), description: shortenText(description, DESCRIPTION_MAX) }
  return [
    `<title>${escapeName(words.title)}</title>`,
    meta('name', 'description', words.description),
    robots && meta('name', 'robots', robots),
    origin && `<link rel="canonical" href="${escapeName(origin + path)}" />`,
    meta('property', 'og:site_name', SITE),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', words.title),
    meta('property', 'og:description', words.description),
    origin && languageLinks(head.path, origin),
    reachedAt && meta('property', 'og:url', reachedAt + path),
    meta('property', 'og:image', `${reachedAt ?? ''}${picture}`),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', words.title),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...(reachedAt === undefined ? [] : discoveryLinks(head, reachedAt, language)),
    origin && trail.length > 0 && breadcrumbs(trail, origin + languagePrefix(language)),
  ]
    .filter(Boolean)
    .join('\n    ')
}

/** Links by which readers find the feed of a club or player, and programs the frame that shows it elsewhere. */
function discoveryLinks({ about, path }: PageHead, site: string, language: Language): string[] {
  if (about === null) return []
  const name = shortenText(about.name, TITLE_MAX)
  const feed = about.type === 'club' ? 'events.atom' : 'milestones.atom'
  const frame = `${site}/api/oembed?format=json&url=${encodeURIComponent(site + languagePrefix(language) + path)}`
  return [
    alternate(
      'application/atom+xml',
      `${site}${path}/${feed}${languageQuery(language)}`,
      shortenText(about.feed, TITLE_MAX),
    ),
    alternate('application/json+oembed', frame, name),
  ]
}

function alternate(type: string, address: string, title: string): string {
  return `<link rel="alternate" type="${type}" href="${escapeName(address)}" title="${escapeName(title)}" />`
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeName(content)}" />`
}

/** Breadcrumbs as linked data. The content policy does not apply to it: a script element of this type never runs. */
function breadcrumbs(trail: PageHead['trail'], origin: string): string {
  const itemListElement = trail.map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: shortenText(name, TITLE_MAX),
    item: origin + path,
  }))
  const data = { '@context': 'https://schema.org', '@type': 'BreadcrumbList', itemListElement }
  return `<script type="application/ld+json">${escapeJson(JSON.stringify(data))}</script>`
}

function shortenText(text: string, length: number): string {
  const letters = [...text]
  return letters.length <= length ? text : `${letters.slice(0, length - 1).join('')}…`
}
