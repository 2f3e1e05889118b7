import type { FastifyReply, FastifyRequest } from 'fastify'
import { clubChange, playerChange } from '#server/kernel/announcements.ts'
import { AppError } from '#server/kernel/errors.ts'
import type { AnyEndpoint, CallInput, Output } from '#shared/contract/endpoint.ts'
import type { EntityType } from '#shared/tag.ts'
import { type Rendered, readyAnswer, sendReady } from '../http/ready-answer.ts'
import type { Guards, Server } from '../http/serve.ts'

/** Asks a public call within the process, as an unknown visitor would. Its answers come from the cache of the pages. */
export type AskPublic = <E extends AnyEndpoint>(call: E, input: CallInput<E>) => Promise<Output<E>>

/** Throws `not_found` where the call answers 404, and what the call throws. */
export function askPublic({ reads }: Pick<Server, 'reads'>): AskPublic {
  return async (call, input) => {
    const { params, query = {} } = input as { params?: unknown; query?: Record<string, unknown> }
    const asked = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const answer = await reads.get(`${call.method} ${call.path}`)?.({ params, query: asked })
    if (answer === undefined) throw new Error(`${call.path} is not served`)
    const body = JSON.parse(answer.text)
    if (answer.status !== 200) throw answer.refusal ?? new AppError('not_found', body.error, { code: body.code })
    return body
  }
}

/** A document about a club or player, outside of the API. */
type Asked = {
  type: EntityType
  tag: string
  /** Under which it is kept. Equal keys have equal documents. */
  key: string
  make: () => Promise<Pick<Rendered, 'headers' | 'text'>>
  /** What an unknown or hidden club or player is told, in the format asked for. */
  missing: () => Pick<Rendered, 'headers' | 'text'>
}

const FRESH_SECONDS = 30
const MISSING_SECONDS = 3
const CACHED = { 'cache-control': 'public, max-age=300' }

/** Answers a document from the cache, or makes it; 404 in the document's own format for what is not tracked or shown. */
export async function sendDocument(
  { cache, reading, freshSecondsMax }: Guards,
  { type, tag, key, make, missing }: Asked,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answer = await cache.answer({
    key,
    topics: [type === 'club' ? clubChange(tag) : playerChange(tag)],
    make: async () => {
      try {
        const made = await reading.run(make, request.isQuiet)
        const rendered = { ...made, status: 200, headers: { ...CACHED, ...made.headers } }
        return { answer: readyAnswer(rendered), freshSeconds: Math.min(FRESH_SECONDS, freshSecondsMax()) }
      } catch (error) {
        if (!(error instanceof AppError) || error.status !== 404) throw error
        return { answer: notThere(missing()), freshSeconds: MISSING_SECONDS }
      }
    },
  })
  return sendReady(request, reply, answer)
}

/** Sends the answer to an address whose tag cannot be one. */
export function sendMissing(
  { missing }: Pick<Asked, 'missing'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  return sendReady(request, reply, notThere(missing()))
}

function notThere(missing: Pick<Rendered, 'headers' | 'text'>) {
  return readyAnswer({ ...missing, status: 404 })
}
