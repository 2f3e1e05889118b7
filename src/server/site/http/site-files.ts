import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { AppError } from '#server/kernel/errors.ts'
import { escapeMarkup } from '#server/kernel/escape.ts'
import { addDays, dayOf } from '#shared/days.ts'
import { LANGUAGE_CODES, languagePrefix } from '#shared/languages.ts'
import { PAGES } from '#shared/pages.ts'

/** A host name or an IP address, with or without a port. */
const HOST = /^(?:[a-z\d](?:[a-z\d.-]{0,250}[a-z\d])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i
const LOCAL_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The address at which visitors reach the site, without a slash at its end: the configured one, else that of the host which
 * the request names, where a trusted proxy passed it on, or it is the address of this very connection. Undefined for any
 * other host: whoever sends the request may have made it up. What is kept and contains the address has it in its key.
 */
export function siteAddress(
  request: FastifyRequest,
  { PUBLIC_URL: configured }: Pick<Config, 'PUBLIC_URL'>,
): string | undefined {
  if (configured !== undefined) return configured.replace(/\/+$/, '')
  const { host, protocol, ips = [] } = request
  const trusted = ips.length > 1 || isOwnAddress(request)
  return trusted && HOST.test(host) ? `${protocol}://${host.toLowerCase()}` : undefined
}

/** Behind a proxy that is not trusted, the connection is the proxy's: its address is nobody else's. */
function isOwnAddress({ host, headers, raw: { socket } }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false
  const name = host.replace(/:\d+$/, '').toLowerCase()
  const own = socket.localAddress?.replace(/^::ffff:/, '')
  return LOCAL_NAMES.has(name) || name === own || name === `[${own}]`
}

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
    if (sitemap === undefined) throw createNotFound('There is no sitemap: the site has no public address (PUBLIC_URL)')
    return sitemap
  })
  file('/.well-known/security.txt', 'text/plain', () => {
    if (contact === undefined) throw createNotFound('No contact for security reports is given (SECURITY_CONTACT)')
    return securityFile(contact, clock.now(), site)
  })
}

function createNotFound(sentence: string): AppError {
  return new AppError('not_found', sentence)
}

function robotsFile(site: string | undefined): string {
  const closed = PAGES.filter(({ crawl }) => crawl === false).map(({ path }) => path.replace('$tag', ''))
  const pages = LANGUAGE_CODES.flatMap((language) => closed.map((path) => languagePrefix(language) + path))
  // Programs that show links ask for the frame of a page.
  const rules = ['User-agent: *', 'Allow: /api/oembed', ...['/api/', ...pages].map((path) => `Disallow: ${path}`)]
  const sitemap = site === undefined ? [] : ['', `Sitemap: ${new URL('/sitemap.xml', site).href}`]
  return `${[...rules, ...sitemap].join('\n')}\n`
}

function sitemapFile(site: string): string {
  const listed = PAGES.filter(({ sitemap }) => sitemap)
  const paths = LANGUAGE_CODES.flatMap((language) => listed.map(({ path }) => languagePrefix(language) + path))
  const pages = paths.map((path) => `<url><loc>${escapeMarkup(new URL(path, site).href)}</loc></url>`)
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
