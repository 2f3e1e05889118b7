import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

const FIXED = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'x-frame-options': 'DENY',
  // For answers that are not pages: nothing may run or be framed. Pages name their own policy.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

export type SecurityHeaders = Readonly<Record<string, string>>

/** What stands on every answer, whatever it is. */
export function securityHeaders({ https }: { https: boolean }): SecurityHeaders {
  return https ? { ...FIXED, 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : FIXED
}

/** Sets them on every answer that goes through the framework, errors included; an answer's own come first. */
export function setSecurityHeaders(fastify: FastifyInstance, headers: SecurityHeaders): void {
  const all: Record<string, unknown> = { 'cache-control': 'no-store, private', ...headers }
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    reply.headers({ ...all, ...reply.getHeaders() })
    done(null, payload)
  })
}

export type Allowed = { scripts?: string[]; styles?: string[]; artBase?: string | undefined }

/** What a page may load: its own files, inline scripts and styles only by their hash, and art from a configured host. */
export function pagePolicy({ scripts = [], styles = [], artBase }: Allowed): string {
  const own = (hashes: string[]) => ["'self'", ...hashes.map((hash) => `'sha256-${hash}'`)].join(' ')
  return [
    "default-src 'self'",
    `script-src ${own(scripts)}`,
    `style-src ${own(styles)}`,
    `img-src 'self' data:${artBase === undefined ? '' : ` ${new URL(artBase).origin}`}`,
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
 * Lets pages of the origins given read the API: only those, and without cookies, which the API has none of. Every answer
 * then differs by Origin as far as a cache between is concerned.
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
    /** Under which the log knows the request. */
    requestId?: string
  }
}

/** Names a request that has just come. */
export function newRequestId(request: IncomingMessage): string {
  const id = randomUUID()
  request.requestId = id
  return id
}

/** Puts the id under which the log knows a request on its answer. */
export function nameRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}
