import type { FastifyInstance } from 'fastify'

const FIXED = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'x-frame-options': 'DENY',
}

/** For answers that are not pages: nothing may run or be framed. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Sets the same headers on every answer, errors included, from one prepared object. */
export function setSecurityHeaders(fastify: FastifyInstance, options: { https: boolean }): void {
  const headers = {
    ...FIXED,
    'content-security-policy': API_POLICY,
    ...(options.https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** What a page may load: its own files, inline scripts only by their hash, and art from a configured host. */
export function pagePolicy(scriptHashes: string[]): string {
  const scripts = ["'self'", ...scriptHashes.map((hash) => `'sha256-${hash}'`)].join(' ')
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
