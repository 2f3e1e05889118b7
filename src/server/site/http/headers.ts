import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { logout } from '#shared/contract/accounts.ts'
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

/** Fields that tell nothing of a script, a style sheet or a font: they are about pages, frames, and calls. */
const NOT_FOR_FILES = new Set([
  'cross-origin-opener-policy',
  'permissions-policy',
  'x-frame-options',
  'ratelimit-policy',
  'x-ratelimit-limit',
])

/**
 * Sets the fields on every answer that the framework sends, errors included. Fields that an answer has itself stay. A page
 * needs a dozen of the built files: those have only the fields that matter for them.
 */
export function setSecurityHeaders(fastify: FastifyInstance, headers: HeaderFields): void {
  const all: Record<string, unknown> = { 'cache-control': 'no-store, private', ...headers }
  const ofFiles = Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_FOR_FILES.has(name)))
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    const isFile = String(reply.getHeader('cache-control')).endsWith('immutable')
    reply.headers({ ...(isFile ? ofFiles : all), ...reply.getHeaders() })
    done(null, payload)
  })
}

/**
 * Has browsers forget at a logout what their HTTP cache holds of the site. What a guest keeps in the browser stays: their
 * favourites, theme and history are no part of the account.
 */
export function clearOnLogout(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (request.routeOptions.url === logout.path && reply.statusCode === 200) reply.header('clear-site-data', '"cache"')
    done()
  })
}

/** Hashes of the scripts and styles that stand in a page, and the address that the game's art comes from. */
export type PageSources = { scripts?: string[]; styles?: string[]; artBase?: string | undefined }

/** The content security policy of a page: its own files, inline scripts and styles by hash, and art of one host. */
export function pagePolicy({ scripts = [], styles = [], artBase }: PageSources): string {
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

/** Gives a new request an id. */
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
