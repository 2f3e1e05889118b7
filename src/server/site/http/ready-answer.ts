import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/** Header fields by their names in lower case. */
export type HeaderFields = Readonly<Record<string, string>>

/** What a call answers, before it becomes bytes. */
export type Rendered = { status: number; headers: HeaderFields; text: string }

/** `zstd` is of a client that accepts Brotli too: its first answer is in Zstandard, and a kept one in Brotli. */
type Compression = 'zstd' | 'br' | 'gzip'
type Encoding = Compression | 'identity'

/**
 * An answer in one encoding, with all of its header that is the same for every request. `packet` is a small body once
 * more, as a text with a character for each byte: Node sends it together with the header, and two parts cost more.
 */
export type Variant = {
  etag: string
  head: readonly string[]
  headUnchanged: readonly string[]
  body: Buffer
  packet: string | null
}

/** An answer in bytes. Encodings other than `identity` are made when a client first asks for them. */
export type ReadyAnswer = {
  status: number
  /** The memory that the answer may take with all encodings. */
  bytes: number
  variants: Partial<Record<Encoding, Variant>>
  encode(encoding: Encoding): Promise<Variant>
}

/** Smaller bodies fit into one packet without compression. */
const COMPRESS_FROM_BYTES = 1000
const ENTRY_OVERHEAD_BYTES = 4096

/** Larger bodies are sent as they are: to put them behind the header would copy them. */
const PACKET_BYTES = 32 * 1024

type Compressor = { name: string; here(body: Buffer): Buffer; inThread(body: Buffer): Promise<Buffer> }

const brotliInThread = promisify(brotliCompress)
const gzipInThread = promisify(gzip)
const zstdInThread = promisify(zstdCompress)

function brotliAt(quality: number): Compressor {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }
  const here = (body: Buffer) => brotliCompressSync(body, options)
  return { name: 'br', here, inThread: (body) => brotliInThread(body, options) }
}

function gzipAt(level: number): Compressor {
  const here = (body: Buffer) => gzipSync(body, { level })
  return { name: 'gzip', here, inThread: (body) => gzipInThread(body, { level }) }
}

function zstdAt(level: number): Compressor {
  const options = { params: { [constants.ZSTD_c_compressionLevel]: level } }
  const here = (body: Buffer) => zstdCompressSync(body, options)
  return { name: 'zstd', here, inThread: (body) => zstdInThread(body, options) }
}

/** `hereBytes` is the largest body that is compressed in this thread: to hand a small one to another would cost more. */
type Effort = Record<Compression, Compressor> & { hereBytes: number }

/**
 * The first client gets a fast compression, since most answers are asked for once: Zstandard takes half the time of Brotli for
 * as few bytes. The second client gets a thorough one, at which Brotli is better. A page is compressed thoroughly at once: that
 * costs 2 ms more, and saves a slow phone 30 ms.
 */
const FAST: Effort = { zstd: zstdAt(1), br: brotliAt(2), gzip: gzipAt(3), hereBytes: 128 * 1024 }
const THOROUGH: Effort = { zstd: brotliAt(5), br: brotliAt(5), gzip: gzipAt(6), hereBytes: 32 * 1024 }

/** Makes an answer's bytes, with the header fields that every answer has and an ETag made of its content. */
export function readyAnswer(rendered: Rendered, everyAnswer: HeaderFields): ReadyAnswer {
  const fixed = { ...everyAnswer, ...rendered.headers }
  const digest = hash('sha256', rendered.text, 'base64url').slice(0, 22)
  const identity = variant(ownMemory(Buffer.from(rendered.text)), { ...fixed, etag: `"${digest}"` })
  const { body } = identity
  const small = body.length < COMPRESS_FROM_BYTES
  const isPage = rendered.headers['content-type']?.startsWith('text/html') ?? false
  const variants: ReadyAnswer['variants'] = small
    ? { zstd: identity, br: identity, gzip: identity, identity }
    : { identity }
  const asked = new Set<string>()
  const thorough = new Map<string, Promise<Variant>>()
  const compress = async (encoding: Compression, effort: Effort) => {
    const { name, here, inThread } = effort[encoding]
    const bytes = body.length <= effort.hereBytes ? here(body) : await inThread(body)
    // The ETag is weak: the fast and the thorough compression differ in bytes, not in content. A compression that saves
    // less than half is not used, so that all encodings together take at most twice the body.
    const etag = `W/"${digest}-${THOROUGH[encoding].name}"`
    const headers = { ...fixed, etag, 'content-encoding': name }
    return bytes.length <= body.length / 2 ? variant(ownMemory(bytes), headers) : identity
  }
  const keep = async (encoding: Compression) => {
    const made = await compress(encoding, THOROUGH)
    if (encoding === 'gzip') variants.gzip = made
    else variants.br = variants.zstd = made
    return made
  }
  const encode = async (encoding: Encoding) => {
    const ready = variants[encoding]
    if (ready !== undefined || encoding === 'identity') return ready ?? identity
    const { name } = THOROUGH[encoding]
    if (!isPage && !asked.has(name)) {
      asked.add(name)
      return compress(encoding, FAST)
    }
    const pending = thorough.get(name) ?? keep(encoding)
    thorough.set(name, pending)
    return pending
  }
  return {
    status: rendered.status,
    bytes: 2 * body.length + 2 * Math.min(body.length, PACKET_BYTES) + ENTRY_OVERHEAD_BYTES,
    variants,
    encode,
  }
}

/** Copies small buffers. Node cuts them from larger ones, and a kept answer would keep the whole of those. */
function ownMemory(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

function variant(body: Buffer, headers: Record<string, string>): Variant {
  const unchanged = Object.entries(headers).filter(([name]) => !name.startsWith('content-') || name.endsWith('policy'))
  const head = { ...headers, 'content-length': String(body.length) }
  return {
    etag: headers.etag ?? '',
    head: Object.entries(head).flat(),
    headUnchanged: unchanged.flat(),
    body,
    packet: body.length > PACKET_BYTES ? null : body.toString('latin1'),
  }
}

/**
 * Sends an answer, or 304 to a client that has it. Writes to the socket without the framework, whose handling of the
 * header fields would cost more than all the rest. The framework's hooks for sent answers still run.
 */
export function sendReady(request: FastifyRequest, reply: FastifyReply, status: number, variant: Variant): void {
  const unchanged = status === 200 && matches(request.headers['if-none-match'], variant.etag)
  const head = (unchanged ? variant.headUnchanged : variant.head).slice()
  const added = reply.getHeaders()
  for (const name in added) {
    // The head has `vary` already; allowing other origins adds to it.
    if (name === 'vary') head[head.indexOf('vary') + 1] = String(added[name])
    else head.push(name, String(added[name]))
  }
  reply.hijack()
  reply.raw.writeHead(unchanged ? 304 : status, head)
  if (unchanged) reply.raw.end()
  else reply.raw.end(variant.packet ?? variant.body, 'latin1')
}

const WEAK = /^W\//

/** Whether If-None-Match names the ETag, compared weakly as HTTP demands. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag || header === '*') return true
  const content = etag.replace(WEAK, '')
  return header.split(',').some((part) => part.trim().replace(WEAK, '') === content)
}

const ACCEPT_ENCODING_LENGTH_MAX = 200

/** Browsers send a handful of different headers, so few have to be parsed more than once. */
const remembered = new LRUCache<string, Encoding>({ max: 200 })

/** The best encoding that the client accepts, by its Accept-Encoding header. */
export function chooseEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string' || header.length > ACCEPT_ENCODING_LENGTH_MAX) return 'identity'
  const known = remembered.get(header)
  if (known !== undefined) return known
  const chosen = bestOf(header)
  remembered.set(header, chosen)
  return chosen
}

function bestOf(header: string): Encoding {
  const weights = new Map(header.toLowerCase().split(',').map(weighted))
  const accepts = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  if (accepts('br')) return accepts('zstd') ? 'zstd' : 'br'
  return accepts('gzip') ? 'gzip' : 'identity'
}

function weighted(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = quality === undefined ? 1 : Number(quality.slice(2))
  return [name, Number.isNaN(weight) ? 0 : weight]
}
