import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, HTTPMethods } from 'fastify'
import { storeFault } from '#server/database/store-errors.ts'
import { AppError } from '#server/kernel/errors.ts'
import type { SecurityHeaders } from './headers.ts'

export type ErrorBody = { error: string; code: string; fields?: Record<string, string>; request_id?: string }

/** What the caller reads of an error that is meant for him. */
export function errorBody({ message, code, fields }: AppError): ErrorBody {
  return fields === undefined ? { error: message, code } : { error: message, code, fields }
}

/** One shape for every error: `{error, code}`. A fault of ours says nothing but a request id; the log has the rest. */
export function answerErrors(fastify: FastifyInstance): void {
  fastify.setErrorHandler<FastifyError | AppError>((error, request, reply) => {
    if (error instanceof AppError) return refuse(reply, error)
    const trouble = storeTrouble(error)
    if (trouble !== null) {
      request.log.warn({ err: error, requestId: request.id }, 'the store is in trouble')
      return refuse(reply, trouble)
    }
    const status = error.statusCode ?? 500
    if (status < 500) return reply.code(status).send(frameworkRefusal(status))
    request.log.error({ err: error, requestId: request.id }, 'request failed')
    const body: ErrorBody = { error: 'Something went wrong on our side', code: 'internal', request_id: request.id }
    return reply.code(500).send(body)
  })
  fastify.setNotFoundHandler((_request, reply) => {
    reply.code(404).send({ error: 'There is no such call', code: 'not_found' } satisfies ErrorBody)
  })
}

function refuse(reply: FastifyReply, error: AppError) {
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
  return reply.code(error.status).send(errorBody(error))
}

const REFUSALS: Record<number, ErrorBody> = {
  400: { error: 'The request could not be read', code: 'bad_request' },
  413: { error: 'The request is too large', code: 'too_large' },
  414: { error: 'The address is too long', code: 'address_too_long' },
  415: { error: 'The request must be JSON', code: 'not_json' },
  429: { error: 'Too many requests. Please wait a moment.', code: 'too_many' },
}

/** The framework's own refusals, without its words or those of the request in them. */
function frameworkRefusal(status: number): ErrorBody {
  return REFUSALS[status] ?? { error: 'The request could not be understood', code: 'bad_request' }
}

/** Nothing new can be stored. */
export function storageFull(cause?: unknown): AppError {
  return new AppError('unavailable', 'Delphin cannot store anything new at the moment. What is stored can be read.', {
    code: 'storage_full',
    retryAfterSeconds: 60,
    cause,
  })
}

/** What the caller is told when a statement failed because of the store; null when it failed for another reason. */
function storeTrouble(error: unknown): AppError | null {
  const fault = storeFault(error)
  if (fault === null) return null
  if (fault === 'full') return storageFull(error)
  return new AppError('unavailable', 'The database does not answer at the moment. Please try again soon.', {
    code: 'store_unavailable',
    retryAfterSeconds: 5,
    cause: error,
  })
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

type Call = { method: string; path: string }

/** Answers 405 with Allow where an address exists and the method is none of its own. */
export function refuseOtherMethods(fastify: FastifyInstance, calls: Iterable<Call>): void {
  const methodsOf = new Map<string, string[]>()
  for (const { method, path } of calls) methodsOf.set(path, [...(methodsOf.get(path) ?? []), method])
  for (const [path, methods] of methodsOf)
    refuseOfRefuseOtherMethods(fastify, path.replaceAll(/\{(\w+)\}/g, ':$1'), methods)
}

function refuseOfRefuseOtherMethods(fastify: FastifyInstance, url: string, methods: string[]): void {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  fastify.route({
    method: METHODS.filter((method) => !methods.includes(method)) satisfies HTTPMethods[],
    url,
    handler: (_request, reply) => {
      reply.header('allow', allow)
      throw new AppError('method_not_allowed', `This address takes ${allow}`)
    },
  })
}

const STATUS_OF: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Answers what was not even HTTP in the same shape as every other error, and closes. */
export function createClientErrorHandler(headers: SecurityHeaders): (error: Error, socket: Socket) => void {
  const fixed = Object.entries({ ...headers, 'cache-control': 'no-store', 'content-type': 'application/json' })
  const head = fixed.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return (error: Error & { code?: string }, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return
    const status = STATUS_OF[error.code ?? ''] ?? 400
    const body = JSON.stringify(frameworkRefusal(status))
    const size = `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n`
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}${size}\r\n${body}`)
    // Whoever sends no more than half a request may not read the answer either.
    socket.destroySoon()
  }
}
