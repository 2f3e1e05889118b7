import type { PageHead } from '#shared/first-screen.ts'
import { escapeHtml, escapeJson } from './escape-html.ts'

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
