import Fastify from 'fastify'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { DAY_MS } from '#shared/days.ts'
import { manualClock } from '#test/manual-clock.ts'
import { answerErrors } from './answer-errors.ts'
import { serveSiteFiles } from './site-files.ts'

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
    'Disallow: /api/',
    'Disallow: /search/',
    'Disallow: /dashboard',
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
