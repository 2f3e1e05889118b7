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
