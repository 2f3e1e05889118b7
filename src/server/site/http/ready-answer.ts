import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { SecurityHeaders } from './headers.ts'

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

/** How hard to try, and up to which size it is done here: there the way to another thread would cost more. */
type Effort = { brotli: number; gzip: number; hereBytes: number }

/** Most answers are asked for once: who asks first waits for as little as can be; what is asked for again is kept small. */
const QUICK: Effort = { brotli: 2, gzip: 3, hereBytes: 128 * 1024 }
const THOROUGH: Effort = { brotli: 5, gzip: 6, hereBytes: 32 * 1024 }

const brotliElsewhere = promisify(brotliCompress)
const gzipElsewhere = promisify(gzip)

function compressed(body: Buffer, encoding: 'br' | 'gzip', effort: Effort): Buffer | Promise<Buffer> {
  const here = body.length <= effort.hereBytes
  if (encoding === 'gzip') {
    const options = { level: effort.gzip }
    return here ? gzipSync(body, options) : gzipElsewhere(body, options)
  }
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: effort.brotli } }
  return here ? brotliCompressSync(body, options) : brotliElsewhere(body, options)
}

/** Puts an answer into bytes, with the headers that every answer has and an ETag made of its content. */
export function readyAnswer(rendered: Rendered, everyAnswer: Readonly<Record<string, string>>): ReadyAnswer {
  const fixed = { ...everyAnswer, ...rendered.headers }
  const digest = hash('sha256', rendered.text, 'base64url').slice(0, 22)
  const identity = variant(ownMemory(Buffer.from(rendered.text)), { ...fixed, etag: `"${digest}"` })
  const { body } = identity
  const small = body.length < COMPRESS_FROM_BYTES
  const variants: ReadyAnswer['variants'] = small ? { br: identity, gzip: identity, identity } : { identity }
  const asked = new Set<Encoding>()
  const thorough = new Map<Encoding, Promise<Variant>>()
  const compress = async (encoding: 'br' | 'gzip', effort: Effort) => {
    const bytes = await compressed(body, encoding, effort)
    // Weak: other bytes may come later, of the same content. Kept only where it halves the size, so that all encodings
    // together stay within twice the body.
    const headers = { ...fixed, etag: `W/"${digest}-${encoding}"`, 'content-encoding': encoding }
    return bytes.length <= body.length / 2 ? variant(ownMemory(bytes), headers) : identity
  }
  const keep = async (encoding: 'br' | 'gzip') => {
    const made = await compress(encoding, THOROUGH)
    variants[encoding] = made
    return made
  }
  const encode = async (encoding: Encoding) => {
    const ready = variants[encoding]
    if (ready !== undefined || encoding === 'identity') return ready ?? identity
    if (!asked.has(encoding)) {
      asked.add(encoding)
      return compress(encoding, QUICK)
    }
    const pending = thorough.get(encoding) ?? keep(encoding)
    thorough.set(encoding, pending)
    return pending
  }
  return { status: rendered.status, bytes: 2 * body.length + ENTRY_OVERHEAD_BYTES, variants, encode }
}

/** Small buffers are cut from larger ones, which a kept answer would keep whole. */
function ownMemory(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

function variant(body: Buffer, headers: Record<string, string>): Variant {
  const unchanged = Object.entries(headers).filter(([name]) => !name.startsWith('content-') || name.endsWith('policy'))
  const head = { ...headers, 'content-length': String(body.length) }
  return { etag: headers.etag ?? '', head: Object.entries(head).flat(), headUnchanged: unchanged.flat(), body }
}

/**
 * Sends bytes that are ready, or 304 to whoever has them. Goes past the framework's own sending, which would spend more
 * on the headers than all the rest costs; its hooks after the answer still run.
 */
export function sendReady(request: FastifyRequest, reply: FastifyReply, status: number, variant: Variant): void {
  const unchanged = status === 200 && knows(request.headers['if-none-match'], variant.etag)
  const head = (unchanged ? variant.headUnchanged : variant.head).slice()
  const added = reply.getHeaders()
  for (const name in added) {
    // Named anew by CORS, it stands in the head already.
    if (name === 'vary') head[head.indexOf('vary') + 1] = String(added[name])
    else head.push(name, String(added[name]))
  }
  reply.hijack()
  reply.raw.writeHead(unchanged ? 304 : status, head)
  reply.raw.end(unchanged ? undefined : variant.body)
}

const WEAK = /^W\//

/** If-None-Match asks for a weak comparison. */
function knows(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag || header === '*') return true
  const content = etag.replace(WEAK, '')
  return header.split(',').some((part) => part.trim().replace(WEAK, '') === content)
}

type Document = { url: string; headers: Record<string, string>; text: string }

/** Serves a text that is made once, in bytes that are ready: with an ETag, compressed when somebody first asks. */
export function serveDocument(fastify: FastifyInstance, document: Document, everyAnswer: SecurityHeaders): void {
  const { url, headers, text } = document
  const fixed = { 'cache-control': 'public, max-age=300', vary: 'Accept-Encoding', ...headers }
  const answer = readyAnswer({ status: 200, headers: fixed, text }, everyAnswer)
  fastify.get(url, async (request, reply) => {
    sendReady(request, reply, answer.status, await answer.encode(chooseEncoding(request.headers['accept-encoding'])))
  })
}

type Encoding = 'br' | 'gzip' | 'identity'

/** Browsers send a handful of spellings; whoever invents more of them only makes us read them again. */
const remembered = new LRUCache<string, Encoding>({ max: 200 })

/** The smallest encoding that the client takes, by its Accept-Encoding header. */
export function chooseEncoding(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string' || header.length > 200) return 'identity'
  const known = remembered.get(header)
  if (known !== undefined) return known
  const chosen = read(header)
  remembered.set(header, chosen)
  return chosen
}

function read(header: string): Encoding {
  const weights = new Map(header.toLowerCase().split(',').map(weighted))
  const takes = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : 'identity'
}

function weighted(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = quality === undefined ? 1 : Number(quality.slice(2))
  return [name, Number.isNaN(weight) ? 0 : weight]
}
