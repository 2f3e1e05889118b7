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
    if (status < 500) return reply.code(status).send(requestError(status))
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
export function requestError(status: number): ErrorBody {
  return REFUSALS[status] ?? { error: 'The request could not be understood', code: 'bad_request' }
}
