import { hash } from 'node:crypto'
import type { ReadyAnswer, Variant } from '../http/ready-answer.ts'

const ENTRY_OVERHEAD_BYTES = 4096

/** A picture as an answer that is sent as it stands: PNG is compressed already. */
export function readyPicture(
  png: Buffer,
  everyAnswer: Readonly<Record<string, string>>,
  maxAgeSeconds: number,
): ReadyAnswer {
  const unchanged = {
    ...everyAnswer,
    'cache-control': `public, max-age=${maxAgeSeconds}`,
    // Meant to be shown by other sites.
    'cross-origin-resource-policy': 'cross-origin',
    etag: `"${hash('sha256', png, 'base64url').slice(0, 22)}"`,
  }
  const head = { ...unchanged, 'content-type': 'image/png', 'content-length': String(png.length) }
  const variant: Variant = {
    etag: unchanged.etag,
    head: Object.entries(head).flat(),
    headUnchanged: Object.entries(unchanged).flat(),
    body: png,
  }
  return {
    status: 200,
    bytes: png.length + ENTRY_OVERHEAD_BYTES,
    variants: { br: variant, gzip: variant, identity: variant },
    encode: () => Promise.resolve(variant),
  }
}
