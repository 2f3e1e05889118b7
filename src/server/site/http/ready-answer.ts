import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { AppError } from '#server/kernel/errors.ts'

/** Header fields by their names in lower case. */
export type HeaderFields = Readonly<Record<string, string>>

/** What a call answers, before it becomes bytes. */
export type Rendered = { status: number; headers: HeaderFields; text: string }

type Encoding = 'br' | 'gzip' | 'identity'

/** The bytes of an answer in one encoding, and the header fields that are about these bytes: an answer without has none. */
type Encoded = { body: Buffer; etag: string; headers: HeaderFields }

/** An answer in bytes. Each encoding is made once, when a client first asks for it. */
export type ReadyAnswer = {
  status: number
  /** Those that are not about the bytes. */
  headers: HeaderFields
  /** The answer without compression. */
  body: Buffer
  /** Of a refusal: what it is made of, for callers in other languages. */
  refusal?: AppError
  /** The memory that the answer may take with all encodings. */
  bytes: number
  encode(encoding: Encoding): Promise<Encoded>
}

/** Smaller bodies fit into one packet without compression. */
const COMPRESS_FROM_BYTES = 1000
const ENTRY_OVERHEAD_BYTES = 4096

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Brotli at 5 is a twelfth smaller than at 2; at 10 it is another tenth smaller and takes several times as long, which is
 * worth it for what never changes.
 */
const COMPRESSORS = {
  br: (body: Buffer, lasts: boolean) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: lasts ? 10 : 5 } }),
  gzip: (body: Buffer, _lasts: boolean) => zip(body, { level: 6 }),
}

/** Makes an answer's bytes, with an ETag made of its content. Bytes that are compressed already stay as they are. */
export function readyAnswer({
  status,
  headers,
  text,
}: Omit<Rendered, 'text'> & { text: string | Buffer }): ReadyAnswer {
  const body = ownMemory(Buffer.from(text))
  const digest = hash('sha256', body, 'base64url').slice(0, 22)
  const { 'content-type': type = '', ...shared } = headers
  const identity: Encoded = { body, etag: `"${digest}"`, headers: { 'content-type': type } }
  const lasts = /\bimmutable\b/.test(shared['cache-control'] ?? '')
  const compresses = typeof text === 'string' && body.length >= COMPRESS_FROM_BYTES
  const made = new Map<Encoding, Promise<Encoded>>([['identity', Promise.resolve(identity)]])

  async function compress(encoding: 'br' | 'gzip'): Promise<Encoded> {
    const bytes = await COMPRESSORS[encoding](body, lasts)
    // A compression that saves less than half is not used, so that all encodings together take at most twice the body.
    if (bytes.length > body.length / 2) return identity
    return {
      body: ownMemory(bytes),
      etag: `"${digest}-${encoding}"`,
      headers: { 'content-type': type, 'content-encoding': encoding },
    }
  }

  return {
    status,
    headers: shared,
    body,
    bytes: 2 * body.length + ENTRY_OVERHEAD_BYTES,
    encode(wanted) {
      const encoding = compresses ? wanted : 'identity'
      const known = made.get(encoding)
      if (known !== undefined || encoding === 'identity') return known ?? Promise.resolve(identity)
      const compressed = compress(encoding)
      made.set(encoding, compressed)
      return compressed
    },
  }
}

/** Copies small buffers. Node cuts them from larger ones, and a kept answer would keep the whole of those. */
function ownMemory(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** Sends an answer in the encoding that the client accepts, or 304 to a client that has it. */
export async function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, encode }: ReadyAnswer,
): Promise<FastifyReply> {
  const encoded = await encode(chooseEncoding(request.headers['accept-encoding']))
  reply.headers(headers).header('etag', encoded.etag)
  // Allowed origins are named there too.
  if (!reply.hasHeader('vary')) reply.header('vary', 'Accept-Encoding')
  if (status === 200 && matches(request.headers['if-none-match'], encoded.etag)) {
    return reply.code(304).send()
  }
  return reply.headers(encoded.headers).code(status).send(encoded.body)
}

const WEAK = /^W\//

/** Whether If-None-Match names the ETag, compared weakly as HTTP demands. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag || header === '*') return true
  return header.split(',').some((part) => part.trim().replace(WEAK, '') === etag)
}

/** Browsers send a handful of different headers, so few have to be parsed more than once. */
const negotiator = new Negotiator<Encoding>({
  supportedValues: ['br', 'gzip', 'identity'],
  cache: new LRUCache<string, string>({ max: 200 }),
})

/** The best encoding that the client accepts, by its Accept-Encoding header. */
export function chooseEncoding(header: string | undefined): Encoding {
  return (header === undefined ? null : negotiator.negotiate(header)) ?? 'identity'
}
