import type { FastifyInstance, InjectOptions } from 'fastify'
import * as z from 'zod/mini'
import type { AnyEndpoint, CallInput, Output } from '#shared/contract/endpoint.ts'

type Values = Record<string, unknown>
type Parts = { params?: Values; query?: Values; body?: Values } & Pick<InjectOptions, 'headers' | 'remoteAddress'>

/** The answer of a call, checked against the contract and typed by it. */
export function answerOf<E extends AnyEndpoint>(call: E, answer: { statusCode: number; body: string }): Output<E> {
  if (answer.statusCode !== 200) throw new Error(`${call.path} answers ${answer.statusCode}: ${answer.body}`)
  return z.parse(call.response, JSON.parse(answer.body)) as Output<E>
}

const REFUSAL = z.object({
  error: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
})

export type Refusal = z.output<typeof REFUSAL>

/** The body of an answer that refuses. */
export function refusalOf(answer: { body: string }): Refusal {
  return z.parse(REFUSAL, JSON.parse(answer.body))
}

/**
 * Asks the app over HTTP as the contract declares the call, with headers or a visitor's address where needed. Use
 * `inject` for requests that break the contract or are refused.
 */
export async function ask<E extends AnyEndpoint>(
  app: FastifyInstance,
  call: E,
  asked: CallInput<E> & Pick<Parts, 'headers' | 'remoteAddress'>,
): Promise<Output<E>> {
  return answerOf(call, await app.inject(requestFor(call, asked as Parts)))
}

function requestFor(call: AnyEndpoint, asked: Parts): InjectOptions {
  const { params = {}, query = {}, body, ...more } = asked
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  const url = given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
  return { method: call.method, url, ...more, ...(body === undefined ? {} : { payload: body }) }
}
