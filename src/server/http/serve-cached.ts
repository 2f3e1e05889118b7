import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyEndpoint, Input } from '#shared/contract/endpoint.ts'
import type { ChangeTag } from '../changes.ts'
import { chooseEncoding } from './accept-encoding.ts'
import { NOBODY } from './admit-visitor.ts'
import { errorBody } from './answer-errors.ts'
import { AppError } from './app-error.ts'
import { parseInput, parseRequest } from './parse-input.ts'
import { readyAnswer } from './ready-answer.ts'
import { chooseFormat, type Format, type MakeSheet, renderAnswer } from './render-answer.ts'
import type { Made } from './response-cache.ts'
import { sendReady } from './send-ready.ts'
import type { Call, Guards, Handler, OnAnswered, Read } from './serve.ts'

/** How long an answer is fresh, and what it is made of: when that changes, the answer is dropped. */
export type CachePolicy<E> = { seconds: number; tags?: (input: Input<E>) => ChangeTag[] }

type Served<E> = {
  endpoint: AnyEndpoint
  handler: Handler<E>
  guards: Guards
  cache: CachePolicy<E>
  sheet: MakeSheet<E> | undefined
  onAnswered: OnAnswered | undefined
}

/** Entities that are not tracked are asked for again soon after: a search may have begun to. */
const NOT_FOUND_SECONDS = 3

/** An answer that others wait for too does not end with the request that first asked for it. */
export const NEVER = new AbortController().signal

/** The handler of a public GET: a ready answer where there is one, found by the validated input alone. */
export function serveCached<E extends AnyEndpoint>(served: Served<E>) {
  const { onAnswered, guards } = served
  const { cache } = guards
  return (request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined => {
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    const key = cache.keyOf(request.url)
    const answer = key === undefined ? undefined : cache.fresh(key)
    const variant = answer?.variants[encoding]
    if (answer === undefined || variant === undefined) return answerSlowly(served, request, reply)
    sendReady(request, reply, answer.status, variant)
    if (answer.status === 200) onAnswered?.(request.params, request.ip)
    return undefined
  }
}

async function answerSlowly<E extends AnyEndpoint>(
  served: Served<E>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { endpoint, guards, cache } = served
  const format = chooseFormat(endpoint, request.query)
  const input = parseRequest(endpoint, request) as Input<E>
  const key = keyOf(served, input, format)
  guards.cache.rememberKey(request.url, key)
  const make = () => makeAnswer(served, input, format)
  const answer = await guards.cache.answer({ key, tags: cache.tags?.(input) ?? [], make })
  const variant = await answer.encode(chooseEncoding(request.headers['accept-encoding']))
  sendReady(request, reply, answer.status, variant)
  if (answer.status === 200) served.onAnswered?.(request.params, request.ip)
}

/** Zod gives the fields in the order in which they are declared, whatever order they came in. */
function keyOf<E>({ endpoint }: Served<E>, input: Input<E>, format: Format): string {
  return `${endpoint.path} ${format} ${JSON.stringify(input)}`
}

/** Answers in process out of the same cache. */
export function readCached<E extends AnyEndpoint>(served: Omit<Served<E>, 'onAnswered'>): Read {
  const { endpoint, cache, guards } = served
  return async (parts) => {
    const input = parseInput(endpoint, { params: undefined, query: undefined, ...parts, body: undefined }) as Input<E>
    const reading = { ...served, onAnswered: undefined }
    const { status, variants } = await guards.cache.answer({
      key: keyOf(reading, input, 'json'),
      tags: cache.tags?.(input) ?? [],
      make: () => makeAnswer(reading, input, 'json'),
    })
    return { status, text: String(variants.identity?.body ?? '') }
  }
}

async function makeAnswer<E>(
  { handler, guards, cache, sheet }: Served<E>,
  input: Input<E>,
  format: Format,
): Promise<Made> {
  const call = { ...(input as object), visitor: NOBODY, address: '', signal: NEVER } as Call<E>
  try {
    const seconds = Math.min(cache.seconds, guards.freshSecondsMax())
    const rendered = renderAnswer(await guards.reading.run(() => handler(call)), { format, sheet, input })
    const headers = { ...rendered.headers, 'cache-control': cacheControl(cache, seconds), vary: 'Accept-Encoding' }
    return { answer: readyAnswer({ ...rendered, headers }, guards.headers), freshSeconds: seconds }
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 404) throw error
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'Accept-Encoding',
    }
    const rendered = { status: 404, headers, text: JSON.stringify(errorBody(error)) }
    return { answer: readyAnswer(rendered, guards.headers), freshSeconds: NOT_FOUND_SECONDS }
  }
}

/** What may be dropped here at any moment is asked for again by browsers, which cannot be told; 304 costs them little. */
function cacheControl<E>({ tags }: CachePolicy<E>, seconds: number): string {
  if (tags !== undefined) return `public, max-age=0, s-maxage=${seconds}, must-revalidate`
  return `public, max-age=${seconds}, stale-while-revalidate=${2 * seconds}`
}
