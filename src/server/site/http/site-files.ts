import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { AppError } from '#server/kernel/errors.ts'
import { escapeMarkup } from '#server/kernel/escape.ts'
import { addDays, dayOf } from '#shared/days.ts'
import { PAGES } from '#shared/pages.ts'

type Facts = { config: Pick<Config, 'PUBLIC_URL' | 'SECURITY_CONTACT'>; clock: Clock }

/** Serves the small text files that robots and researchers look for at fixed addresses. */
export function serveSiteFiles(fastify: FastifyInstance, { config, clock }: Facts): void {
  const { PUBLIC_URL: site, SECURITY_CONTACT: contact } = config
  const robots = robotsFile(site)
  const sitemap = site === undefined ? undefined : sitemapFile(site)
  const file = (url: string, type: string, content: () => string) =>
    fastify.get(url, (_request, reply) =>
      reply
        .headers({ 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=86400' })
        .send(content()),
    )
  file('/robots.txt', 'text/plain', () => robots)
  file('/sitemap.xml', 'application/xml', () => {
    if (sitemap === undefined) throw absent('There is no sitemap: the site has no public address (PUBLIC_URL)')
    return sitemap
  })
  file('/.well-known/security.txt', 'text/plain', () => {
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
  const pages = listed.map(({ path }) => `<url><loc>${escapeMarkup(new URL(path, site).href)}</loc></url>`)
  const space = 'http://www.sitemaps.org/schemas/sitemap/0.9'
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${space}">\n${pages.join('\n')}\n</urlset>\n`
}

/** The file's expiry moves on with every request, so it never passes while the site runs. */
const CONTACT_VALID_DAYS = 180

/** Whom to tell about a vulnerability (RFC 9116). */
function securityFile(contact: string, now: Date, site: string | undefined): string {
  const expires = addDays(dayOf(now), CONTACT_VALID_DAYS)
  const lines = [`Contact: ${contact}`, `Expires: ${expires}T00:00:00Z`, 'Preferred-Languages: en']
  const canonical = site === undefined ? [] : [`Canonical: ${new URL('/.well-known/security.txt', site).href}`]
  return `${[...lines, ...canonical].join('\n')}\n`
}
