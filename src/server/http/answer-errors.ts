import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from './app-error.ts'
import { storeTrouble } from './store-trouble.ts'

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
    if (status < 500) return reply.code(status).send(requestError(status, error.code))
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

const SENTENCES: Record<number, string> = {
  400: 'The request could not be read',
  413: 'The request is too large',
  414: 'The address is too long',
  415: 'The request must be JSON',
  429: 'Too many requests. Please wait a moment.',
}

/** The framework's own refusals, without the words of the request in them. */
export function requestError(status: number, code: string | undefined): ErrorBody {
  const word = status === 429 ? 'too_many' : (code ?? 'bad_request').replace(/^FST_(ERR_)?/, '').toLowerCase()
  return { error: SENTENCES[status] ?? 'The request could not be understood', code: word }
}
