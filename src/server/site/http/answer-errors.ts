import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, HTTPMethods } from 'fastify'
import type { Logger } from 'pino'
import { storeFault } from '#server/database/storage.ts'
import { GameApiError, visitorSentence } from '#server/game/game-api.ts'
import { AppError, type ErrorBody, errorBody, refusalBody } from '#server/kernel/errors.ts'
import type { Texts } from '#server/kernel/texts.ts'
import { LANGUAGE_CODES, type Language } from '#shared/languages.ts'
import { pageTexts, type Sentence, said } from '#shared/texts.ts'
import { readLanguages, varyByLanguage } from './answer-texts.ts'
import type { HeaderFields } from './ready-answer.ts'

/**
 * Answers every error in one shape, `{error, code}`, with `message` in the language of the caller where it is another one
 * that is offered. A fault of ours tells the caller only a request id; the log holds the rest under this id.
 */
export function answerErrors(
  fastify: FastifyInstance,
  log: Pick<Logger, 'warn' | 'error'>,
  { texts = pageTexts, offered = LANGUAGE_CODES }: { texts?: Texts; offered?: readonly Language[] } = {},
): void {
  readLanguages(fastify, texts, offered)
  fastify.setErrorHandler<FastifyError | AppError>((error, request, reply) => {
    if (error instanceof AppError) return sendRefusal(reply, error)
    const trouble = storeTrouble(error)
    if (trouble !== null) {
      log.warn({ err: error, requestId: request.id }, 'the store is in trouble')
      return sendRefusal(reply, trouble)
    }
    const status = error.statusCode ?? 500
    if (status < 500) return sendBody(reply, status, frameworkRefusal(status, request.texts))
    log.error({ err: error, requestId: request.id }, 'request failed')
    const body = refusalBody({ sentence: said('error.internal'), code: 'internal' }, request.texts)
    return sendBody(reply, 500, { ...body, request_id: request.id })
  })
  fastify.setNotFoundHandler((_request, reply) => {
    reply.code(404).send({ error: 'There is no such call', code: 'not_found' } satisfies ErrorBody)
  })
}

function sendRefusal(reply: FastifyReply, error: AppError) {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
  return sendBody(reply, error.status, errorBody(error, reply.request.texts))
}

function sendBody(reply: FastifyReply, status: number, body: ErrorBody) {
  if (body.message !== undefined) varyByLanguage(reply)
  return reply.code(status).send(body)
}

const FRAMEWORK_REFUSALS: Record<number, { sentence: Sentence; code: string }> = {
  400: { sentence: said('error.unreadable'), code: 'bad_request' },
  413: { sentence: said('error.tooLarge'), code: 'too_large' },
  414: { sentence: 'The address is too long', code: 'address_too_long' },
  415: { sentence: 'The request must be JSON', code: 'not_json' },
  429: { sentence: said('error.tooMany'), code: 'too_many' },
}

const OTHER_REFUSAL = { sentence: 'The request could not be understood', code: 'bad_request' }

/** Stands for a refusal by the framework, whose own message may repeat parts of the request. */
function frameworkRefusal(status: number, texts = pageTexts()): ErrorBody {
  return refusalBody(FRAMEWORK_REFUSALS[status] ?? OTHER_REFUSAL, texts)
}

/** The refusal of a call that would store something while the disk is full. */
export function storageFull(cause?: unknown): AppError {
  return new AppError('unavailable', said('error.storageFull'), {
    code: 'storage_full',
    retryAfterSeconds: 60,
    cause,
  })
}

/** The refusal after a statement that failed because of the store; null when it failed for another reason. */
function storeTrouble(error: unknown): AppError | null {
  const fault = storeFault(error)
  if (fault === null) return null
  if (fault === 'full') return storageFull(error)
  return new AppError('unavailable', said('error.storeAway'), {
    code: 'store_unavailable',
    retryAfterSeconds: 5,
    cause: error,
  })
}

/** Suggested to the caller when the game does not say when to try again. */
const GAME_RETRY_MS = 30_000

/**
 * The refusal after a call of the game that brought no usable answer: 404 with the sentence and code given when the game
 * knows no such thing, otherwise 503 with Retry-After. Any other error is returned as it is.
 */
export function gameRefusal(error: unknown, notFound: { sentence: Sentence; code: string }): unknown {
  if (!(error instanceof GameApiError)) return error
  if (error.kind === 'not-found') {
    return new AppError('not_found', notFound.sentence, { code: notFound.code, cause: error })
  }
  return new AppError('unavailable', visitorSentence(error), {
    code: `game_${error.kind.replace('-', '_')}`,
    retryAfterSeconds: Math.ceil((error.retryAfterMs ?? GAME_RETRY_MS) / 1000),
    cause: error,
  })
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Answers 405 with Allow where a path is served, but not with the request's method. */
export function refuseOtherMethods(fastify: FastifyInstance, calls: Iterable<{ method: string; path: string }>): void {
  const methodsOf = new Map<string, string[]>()
  for (const { method, path } of calls) methodsOf.set(path, [...(methodsOf.get(path) ?? []), method])
  for (const [path, methods] of methodsOf) {
    const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    fastify.route({
      method: METHODS.filter((method) => !methods.includes(method)) satisfies HTTPMethods[],
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: (_request, reply) => {
        reply.header('allow', allow)
        throw new AppError('method_not_allowed', `This address takes ${allow}`)
      },
    })
  }
}

/**
 * Refuses what Node would refuse by itself, without our header fields: a request without exactly one Host, which a proxy
 * and we may read differently, and one that expects something of us that we do not do.
 */
export function refuseUnclearRequests(fastify: FastifyInstance, headers: HeaderFields): void {
  fastify.addHook('onRequest', ({ raw }, _reply, done) => {
    const hosts = countHosts(raw.rawHeaders)
    // HTTP/1.0 knew no Host.
    const isClear = hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')
    done(isClear ? undefined : new AppError('invalid', 'The request must name one Host', { code: 'bad_request' }))
  })
  const body = JSON.stringify(frameworkRefusal(417))
  fastify.server.on('checkExpectation', (_request, response) => {
    const fixed = { ...headers, 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' }
    response.writeHead(417, { ...fixed, connection: 'close', 'content-length': Buffer.byteLength(body) }).end(body)
  })
}

/** A plain loop over names and values in turn, since every request passes it. */
function countHosts(fields: readonly string[]): number {
  let hosts = 0
  for (let place = 0; place < fields.length; place += 2) {
    const name = fields[place] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1
  }
  return hosts
}

const STATUS_OF_CLIENT_ERROR: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Answers a request that Node could not parse in the same shape as every other error, and closes the connection. */
export function createClientErrorHandler(headers: HeaderFields): (error: Error, socket: Socket) => void {
  const fixed = Object.entries({ ...headers, 'cache-control': 'no-store', 'content-type': 'application/json' })
  const head = fixed.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return (error: Error & { code?: string }, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    const status = STATUS_OF_CLIENT_ERROR[error.code ?? ''] ?? 400
    const body = JSON.stringify(frameworkRefusal(status))
    const size = `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n`
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}${size}\r\n${body}`)
    // A client that sends half a request may not read the answer either.
    socket.destroySoon()
  }
}
