import Fastify from 'fastify'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { DAY_MS } from '#shared/days.ts'
import { manualClock } from '#test/manual-clock.ts'
import { answerErrors } from './answer-errors.ts'
import { serveSiteFiles, siteAddress } from './site-files.ts'

async function get(url: string, settings: Record<string, string> = {}) {
  const site = Fastify()
  answerErrors(site, pino({ level: 'silent' }))
  serveSiteFiles(site, { config: readConfig(settings), clock: manualClock() })
  const { statusCode: status, headers, body } = await site.inject(url)
  return { status, type: headers['content-type'], body }
}

const PUBLIC = { PUBLIC_URL: 'https://delphin.example' }

it('robots.txt keeps robots from calls, searches and the dashboard, and names the sitemap', async () => {
  const { status, type, body } = await get('/robots.txt', PUBLIC)
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body.split('\n').slice(0, 4)).toEqual([
    'User-agent: *',
    'Allow: /api/oembed',
    'Disallow: /api/',
    'Disallow: /search/',
  ])
  expect(body).toContain('\nSitemap: https://delphin.example/sitemap.xml\n')
  expect((await get('/robots.txt')).body).not.toContain('Sitemap')
})

it('sitemap.xml lists pages, but no club, player, search or dashboard', async () => {
  const { type, body } = await get('/sitemap.xml', { PUBLIC_URL: "https://delphin.example/it's" })
  expect(type).toBe('application/xml; charset=utf-8')
  expect(body).toContain('<url><loc>https://delphin.example/browse/clubs</loc></url>')
  expect(body).not.toMatch(/\/(?:club|player|search|dashboard)[</]/)
})

it('sitemap.xml and security.txt are missing without the settings that they need', async () => {
  for (const url of ['/sitemap.xml', '/.well-known/security.txt']) {
    const { status, body } = await get(url)
    expect([status, JSON.parse(body).code]).toEqual([404, 'not_found'])
  }
  expect(() => readConfig({ SECURITY_CONTACT: 'me\nPolicy: x' })).toThrow('SECURITY_CONTACT must begin with')
})

it('security.txt says where to report a vulnerability, and is valid for half a year', async () => {
  const { body } = await get('/.well-known/security.txt', {
    ...PUBLIC,
    SECURITY_CONTACT: 'mailto:hole@delphin.example',
  })
  const expires = /^Expires: (.+)$/m.exec(body)?.[1] ?? ''
  expect(body).toMatch(/^Contact: mailto:hole@delphin\.example\n/)
  expect(body).toContain('Canonical: https://delphin.example/.well-known/security.txt')
  const days = (Date.parse(expires) - manualClock().now().getTime()) / DAY_MS
  expect(Math.ceil(days)).toBe(180)
})

const PROXY = '192.0.2.7'

/** The address of the site for a request with these header fields, which comes from the proxy. */
async function reachedWith(headers: Record<string, string>, settings: Record<string, string> = {}): Promise<unknown> {
  const config = readConfig(settings)
  const site = Fastify({ trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false })
  site.get('/', (request) => ({ address: siteAddress(request, config) ?? null }))
  const answer = await site.inject({ url: '/', headers, remoteAddress: PROXY })
  return (JSON.parse(answer.body) as { address: unknown }).address
}

const PASSED_ON = {
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-host': 'Clubs.example',
  'x-forwarded-proto': 'https',
}

it.each([
  ['the configured address, whatever the request says', { host: 'evil.example' }, PUBLIC, 'https://delphin.example'],
  ['the machine itself', { host: 'localhost:3000' }, {}, 'http://localhost:3000'],
  ['the machine itself by its address', { host: '127.0.0.1:3000' }, {}, 'http://127.0.0.1:3000'],
  ['the host that a trusted proxy passes on', PASSED_ON, { TRUSTED_PROXIES: PROXY }, 'https://clubs.example'],
  ['no host that somebody else passes on', PASSED_ON, {}, null],
  ['no host that a request makes up', { host: 'evil.example' }, {}, null],
  ['no address of a proxy that is not trusted', { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.9' }, {}, null],
  [
    'nothing that is no host',
    { ...PASSED_ON, 'x-forwarded-host': 'a.example/"><script>' },
    { TRUSTED_PROXIES: PROXY },
    null,
  ],
])(
  'the site is reached at %s',
  async (_what, headers: Record<string, string>, settings: Record<string, string>, address) => {
    expect(await reachedWith(headers, settings)).toBe(address)
  },
)

it('the site is reached at the address of the connection', async () => {
  const site = Fastify()
  site.get('/', (request) => siteAddress(request, {}) ?? 'unknown')
  const address = await site.listen({ host: '127.0.0.2', port: 0 })
  expect(await (await fetch(address)).text()).toBe(address)
  await site.close()
})
