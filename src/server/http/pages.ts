import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { pagePolicy } from './security-headers.ts'

const BUILT = join(import.meta.dirname, '../../../dist/web')

const UNBUILT = '<!doctype html><title>Delphin</title><p>The site is not built. Run npm start, or npm run build.</p>'

/** Serves the built site: hashed files for ever, and one page for every route, which the site's router then reads. */
export async function servePages(fastify: FastifyInstance, site: unknown, directory = BUILT): Promise<void> {
  const built = existsSync(join(directory, 'index.html'))
  if (built) {
    await fastify.register(fastifyStatic, {
      root: directory,
      wildcard: false,
      index: false,
      immutable: true,
      maxAge: '365d',
    })
  }
  const html = built ? readFileSync(join(directory, 'index.html'), 'utf8') : UNBUILT
  const data = JSON.stringify(site).replaceAll('<', '\\u003c')
  const page = html.replace('</head>', `<script type="application/json" id="site">${data}</script></head>`)
  const policy = pagePolicy(inlineScripts(html).map((script) => createHash('sha256').update(script).digest('base64')))
  fastify.get('/*', (request, reply) => {
    const canonical = upperCaseTag(request.url)
    if (canonical !== null) return reply.redirect(canonical, 301)
    if (request.url.startsWith('/api/')) return reply.callNotFound()
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-cache',
    }
    return reply
      .code(isRoute(request.url) ? 200 : 404)
      .headers(headers)
      .send(page)
  })
}

/** The scripts that stand in the page itself, which the policy allows by their hash. */
function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '')
}

const ROUTES =
  /^\/(?:|browse\/(?:clubs|players)|analytics|leaderboards|dashboard|status|privacy|scores|search|(?:club|player|search)\/[^/]+)\/?$/

function isRoute(url: string): boolean {
  return ROUTES.test(url.split('?')[0] ?? '')
}

/** Where a club or player page with its tag in another spelling belongs; null when it is right or no tag at all. */
function upperCaseTag(url: string): string | null {
  const match = /^\/(club|player|search)\/([^/?]+)\/?(\?.*)?$/.exec(url)
  const written = match?.[2]
  if (match === null || written === undefined) return null
  const tag = normaliseTag(written)
  if (tag === null || written === tagInPath(tag)) return null
  return `/${match[1]}/${tagInPath(tag)}${match[3] ?? ''}`
}
