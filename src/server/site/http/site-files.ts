import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { AppError } from '#server/kernel/errors.ts'
import { DAY_MS } from '#shared/days.ts'
import { PAGES, SITE_DESCRIPTION } from '#shared/pages.ts'

const CONTACT_VALID_DAYS = 180

type Facts = { config: Pick<Config, 'PUBLIC_URL' | 'SECURITY_CONTACT'>; clock: Clock }

/** Serves the small files that programs look for at fixed addresses. */
export function serveSiteFiles(fastify: FastifyInstance, { config, clock }: Facts): void {
  const { PUBLIC_URL: site, SECURITY_CONTACT: contact } = config
  const robots = robotsFile(site)
  const sitemap = site === undefined ? undefined : sitemapFile(site)
  const manifest = JSON.stringify(MANIFEST)
  const file = (url: string, type: string, seconds: number, content: () => string) =>
    fastify.get(url, (_request, reply) =>
      reply.headers({ 'content-type': type, 'cache-control': `public, max-age=${seconds}` }).send(content()),
    )
  file('/robots.txt', 'text/plain; charset=utf-8', 86_400, () => robots)
  file('/manifest.webmanifest', 'application/manifest+json; charset=utf-8', 86_400, () => manifest)
  file('/sitemap.xml', 'application/xml; charset=utf-8', 86_400, () => {
    if (sitemap === undefined) throw absent('There is no sitemap: the site has no public address (PUBLIC_URL)')
    return sitemap
  })
  file('/.well-known/security.txt', 'text/plain; charset=utf-8', 86_400, () => {
    if (contact === undefined) throw absent('No contact for security reports is given (SECURITY_CONTACT)')
    return securityFile(contact, clock.now(), site)
  })
}

function absent(sentence: string): AppError {
  return new AppError('not_found', sentence)
}

function robotsFile(site: string | undefined): string {
  const pages = PAGES.filter(({ crawl }) => crawl === false).map(({ path }) => path.replace('$tag', ''))
  const rules = ['User-agent: *', ...['/api/', ...pages].map((path) => `Disallow: ${path}`)]
  const sitemap = site === undefined ? [] : ['', `Sitemap: ${new URL('/sitemap.xml', site).href}`]
  return `${[...rules, ...sitemap].join('\n')}\n`
}

function sitemapFile(site: string): string {
  const listed = PAGES.filter(({ sitemap }) => sitemap)
  const pages = listed.map(({ path }) => `<url><loc>${escaped(new URL(path, site).href)}</loc></url>`)
  const space = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${space}">\n${pages.join('\n')}\n</urlset>\n`
}

function escaped(url: string): string {
  return url.replaceAll('&', '&amp;').replaceAll("'", '&apos;')
}

/** RFC 9116: who is told of a hole, and until when that may be relied on. */
function securityFile(contact: string, now: Date, site: string | undefined): string {
  const expires = new Date(now.getTime() + CONTACT_VALID_DAYS * DAY_MS).toISOString().slice(0, 10)
  const lines = [`Contact: ${contact}`, `Expires: ${expires}T00:00:00Z`, 'Preferred-Languages: en']
  const canonical = site === undefined ? [] : [`Canonical: ${new URL('/.well-known/security.txt', site).href}`]
  return `${[...lines, ...canonical].join('\n')}\n`
}

/** The default theme's background (web/palettes.css). */
const BACKGROUND = '#082032'

/** The web app manifest: what the site is called, and how it looks, where somebody installs it. */
const MANIFEST = {
  id: '/',
  name: 'Delphin',
  short_name: 'Delphin',
  description: SITE_DESCRIPTION,
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: BACKGROUND,
  theme_color: BACKGROUND,
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
} as const
