import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { HeaderFields } from './ready-answer.ts'

const SECURITY = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'x-frame-options': 'DENY',
  // For answers that are not pages: a browser runs nothing of them and shows them in no frame. Pages have `pagePolicy`.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

/** The header fields that every answer has. */
export function securityHeaders({ https }: { https: boolean }): HeaderFields {
  return https ? { ...SECURITY, 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : SECURITY
}

const KEPT_NOWHERE = 'no-store, private'

/** Sets the fields on every answer. What is sent may set others in their place, but no cache keeps a refusal. */
export function setSecurityHeaders(fastify: FastifyInstance, headers: HeaderFields): void {
  const all = { 'cache-control': KEPT_NOWHERE, ...headers }
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers(all)
    done()
  })
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.statusCode >= 400) reply.header('cache-control', KEPT_NOWHERE)
    done(null, payload)
  })
}

/** Hashes of the scripts and styles that stand in a page. */
export type PageSources = { scripts?: string[]; styles?: string[] }

/** The content security policy of a page: its own files, and inline scripts and styles by hash. */
export function pagePolicy({ scripts = [], styles = [] }: PageSources): string {
  const own = (hashes: string[]) => ["'self'", ...hashes.map((hash) => `'sha256-${hash}'`)].join(' ')
  return [
    "default-src 'self'",
    `script-src ${own(scripts)}`,
    `style-src ${own(styles)}`,
    "img-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'Authorization, Content-Type, If-None-Match, X-Guest-Session',
  'access-control-max-age': '7200',
}
const READABLE = 'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id'

/**
 * Lets pages of the given origins read the API, without cookies, of which the API has none. Every answer then names
 * Origin in `vary`, so that a cache keeps one answer for each origin.
 */
export function allowOrigins(fastify: FastifyInstance, origins: readonly string[]): void {
  const allowed = new Set(origins.map((origin) => origin.replace(/\/$/, '')))
  if (allowed.size > 0) {
    fastify.addHook('onRequest', (request, reply, done) => {
      if (request.url.startsWith('/api/')) {
        reply.header('vary', 'Accept-Encoding, Origin')
        const { origin } = request.headers
        if (origin !== undefined && allowed.has(origin)) {
          reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': READABLE })
        }
      }
      done()
    })
  }
  fastify.options('/api/*', (_request, reply) => {
    if (reply.hasHeader('access-control-allow-origin')) reply.headers(PREFLIGHT)
    return reply.code(204).send()
  })
}

declare module 'node:http' {
  interface IncomingMessage {
    /** The id under which the log knows the request. */
    requestId?: string
    /** The template of its address, like `/api/browse/club/:tag`; absent before it is known. */
    route?: string | undefined
  }
}

export function newRequestId(request: IncomingMessage): string {
  const id = randomUUID()
  request.requestId = id
  return id
}

/** Puts the request's id on its answer. The log knows the request by the same id, and by the template of its address. */
export function nameRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    request.raw.route = request.routeOptions.url
    done()
  })
}
