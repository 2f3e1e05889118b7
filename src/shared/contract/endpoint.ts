import type * as z from 'zod/mini'

/**
 * Who may call: everybody; everybody, and the handler is told who; a user or a guest session; one of these with searches
 * left; a signed-in user; or whoever has the call's `role` at a club's desk: a user with a linked player, and in the demo
 * also a guest session that tries the example club's desk.
 */
type Access = 'public' | 'visitor' | 'session' | 'search' | 'user' | 'desk'

/** What a user may do at a desk, from the least to the most. A member sees nothing of the desk but their own absence. */
export const DESK_ROLES = ['member', 'viewer', 'editor', 'owner'] as const
export type DeskRole = (typeof DESK_ROLES)[number]

/** Why a call may be refused: all but what any call may answer, such as 400 and 429. */
export type Refusal = 'unauthorized' | 'forbidden' | 'not_found' | 'conflict' | 'not_implemented'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One call of the API. The handler, the site's client, the state in URLs and the OpenAPI document are made from it. */
export type Endpoint<
  M extends Method = Method,
  Path extends string = string,
  P extends z.ZodMiniType = z.ZodMiniType,
  Q extends z.ZodMiniType = z.ZodMiniType,
  B extends z.ZodMiniType = z.ZodMiniType,
  R extends z.ZodMiniType = z.ZodMiniType,
> = {
  method: M
  /** Parameters are written as in OpenAPI: `{tag}`. */
  path: Path
  summary: string
  access: Access
  /** The least role at the club's desk, where one is needed. */
  role?: DeskRole
  /** Refusals that `access`, `role` and parameters of the path do not tell of already. */
  refuses?: readonly Refusal[]
  params?: P
  query?: Q
  body?: B
  response: R
  /** Present where `?format=csv` gives the answer as a table. */
  formats?: readonly ['json', 'csv']
}

/** Any call, for code that goes through all of them. */
export type AnyEndpoint = Pick<
  Endpoint,
  'method' | 'path' | 'summary' | 'access' | 'role' | 'refuses' | 'params' | 'query' | 'body' | 'response' | 'formats'
>

/** Declares a call. It returns its argument and only makes the type exact. */
export function endpoint<
  const M extends Method,
  const Path extends string,
  R extends z.ZodMiniType,
  P extends z.ZodMiniType = z.ZodMiniNever,
  Q extends z.ZodMiniType = z.ZodMiniNever,
  B extends z.ZodMiniType = z.ZodMiniNever,
>(definition: Endpoint<M, Path, P, Q, B, R>): Endpoint<M, Path, P, Q, B, R> {
  return definition
}

type Part<Name extends string, Value> = [Value] extends [never] ? unknown : { [K in Name]: Value }

/** What a handler receives: parsed, with defaults filled in. */
export type Input<E> =
  E extends Endpoint<infer _M, infer _Path, infer P, infer Q, infer B, infer _R>
    ? Part<'params', z.output<P>> & Part<'query', z.output<Q>> & Part<'body', z.output<B>>
    : never

/** What a caller passes: fields with a default may be absent. */
export type CallInput<E> =
  E extends Endpoint<infer _M, infer _Path, infer P, infer Q, infer B, infer _R>
    ? Part<'params', z.input<P>> & Part<'query', z.input<Q>> & Part<'body', z.input<B>>
    : never

/** What a call answers. */
export type Output<E> =
  E extends Endpoint<infer _M, infer _Path, infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never
