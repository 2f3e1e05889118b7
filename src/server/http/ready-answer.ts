import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { Encoding } from './accept-encoding.ts'

/** What a call answers, before it is put into bytes. */
export type Rendered = { status: number; headers: Readonly<Record<string, string>>; text: string }

/** One encoding of an answer with everything of its head that does not change from request to request. */
export type Variant = { etag: string; head: readonly string[]; headUnchanged: readonly string[]; body: Buffer }

/** An answer in bytes. Its other encodings are made when somebody first asks for them. */
export type ReadyAnswer = {
  status: number
  bytes: number
  variants: Partial<Record<Encoding, Variant>>
  encode(encoding: Encoding): Promise<Variant>
}

/** Smaller bodies fit into one packet anyway. */
const COMPRESS_FROM_BYTES = 1000
const ENTRY_OVERHEAD_BYTES = 4096

/** Up to here (some 0.1 ms) the way to another thread and back would cost more than the work. */
const COMPRESS_HERE_BYTES = 32 * 1024

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const GZIP = { level: 6 }

const brotliElsewhere = promisify(brotliCompress)
const gzipElsewhere = promisify(gzip)

function compressed(body: Buffer, encoding: 'br' | 'gzip'): Buffer | Promise<Buffer> {
  const here = body.length <= COMPRESS_HERE_BYTES
  if (encoding === 'br') return here ? brotliCompressSync(body, BROTLI) : brotliElsewhere(body, BROTLI)
  return here ? gzipSync(body, GZIP) : gzipElsewhere(body, GZIP)
}

/** Puts an answer into bytes, with the headers that every answer has and an ETag made of its content. */
export function readyAnswer(rendered: Rendered, everyAnswer: Readonly<Record<string, string>>): ReadyAnswer {
  const fixed = { ...everyAnswer, ...rendered.headers }
  const digest = hash('sha256', rendered.text, 'base64url').slice(0, 22)
  const identity = variant(Buffer.from(rendered.text), { ...fixed, etag: `"${digest}"` })
  const small = identity.body.length < COMPRESS_FROM_BYTES
  const variants: ReadyAnswer['variants'] = small ? { br: identity, gzip: identity, identity } : { identity }
  const underWay = new Map<Encoding, Promise<Variant>>()
  const compress = async (encoding: 'br' | 'gzip') => {
    const body = await compressed(identity.body, encoding)
    const headers = { ...fixed, etag: `"${digest}-${encoding}"`, 'content-encoding': encoding }
    // Kept only where it halves the size, so that all encodings together stay within twice the body.
    const made = body.length <= identity.body.length / 2 ? variant(body, headers) : identity
    variants[encoding] = made
    return made
  }
  const encode = (encoding: Encoding) => {
    const made = variants[encoding]
    if (made !== undefined || encoding === 'identity') return Promise.resolve(made ?? identity)
    const pending = underWay.get(encoding) ?? compress(encoding)
    underWay.set(encoding, pending)
    return pending
  }
  return { status: rendered.status, bytes: 2 * identity.body.length + ENTRY_OVERHEAD_BYTES, variants, encode }
}

function variant(body: Buffer, headers: Record<string, string>): Variant {
  const unchanged = Object.entries(headers).filter(([name]) => !name.startsWith('content-') || name.endsWith('policy'))
  const head = { ...headers, 'content-length': String(body.length) }
  return { etag: headers.etag ?? '', head: Object.entries(head).flat(), headUnchanged: unchanged.flat(), body }
}
