import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { failure, type Glitches, makeAnswer } from '#demo/answers/answer.ts'
import type { Route } from '#demo/answers/answer-route.ts'
import { changeIcon } from '#demo/world/players.ts'
import { toSeconds } from '#demo/world/time.ts'
import type { World } from '#demo/world/world.ts'
import { normaliseTag } from '#shared/tag.ts'
import { type Fault, FaultList, send } from './faults.ts'

/** A demo provider while it runs: its world, and what tests have switched on. */
export type Provider = {
  world: World
  tokens: readonly string[]
  /** Who switches must know it; null where nobody may. */
  controlKey: string | null
  now: () => Date
  glitches: Glitches
  faults: Fault[]
  calls: Calls
}

/**
 * Calls of the API since the last reset, by kind of path and in total; calls that were refused or hit by a fault count
 * too.
 */
type Calls = { total: number; kinds: Partial<Record<Route['kind'], number>> }

export function noCalls(): Calls {
  return { total: 0, kinds: {} }
}

export function countCall(calls: Calls, kind: Route['kind']): void {
  calls.total += 1
  calls.kinds[kind] = (calls.kinds[kind] ?? 0) + 1
}

const BODY_LIMIT = 100_000

const Icon = z.object({ tag: z.string(), iconId: z.int().min(0) })

/**
 * Switches for tests: `PUT`, `DELETE` and `GET /_demo/faults`, `GET` and `DELETE /_demo/calls`, and `PUT /_demo/icons`,
 * all with the control key as the bearer token. Without a key there are none, so that no user of the machine can change
 * the game.
 */
export async function handleControl(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { controlKey } = provider
  if (controlKey === null) return send(response, failure(404, 'notFound'))
  if (request.headers.authorization !== `Bearer ${controlKey}`) return send(response, failure(403, 'accessDenied'))
  switch (`${request.method} ${request.url}`) {
    case 'PUT /_demo/faults':
      return putFaults(provider, request, response)
    case 'DELETE /_demo/faults':
      provider.faults = []
      return send(response, makeAnswer([], 0))
    case 'GET /_demo/faults':
      return send(response, makeAnswer(provider.faults, 0))
    case 'PUT /_demo/icons':
      return putIcon(provider, request, response)
    case 'GET /_demo/calls':
      return send(response, makeAnswer(provider.calls, 0))
    case 'DELETE /_demo/calls':
      provider.calls = noCalls()
      return send(response, makeAnswer(provider.calls, 0))
    default:
      return send(response, failure(404, 'notFound'))
  }
}

async function putFaults(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const faults = FaultList.safeParse(await readJson(request))
  if (!faults.success) return send(response, failure(400, 'badRequest', 'The body must be a list of faults'))
  provider.faults = faults.data
  send(response, makeAnswer(faults.data, 0))
}

/** Changes a player's icon from now on, as players do in the game's menu. */
async function putIcon(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const wanted = Icon.safeParse(await readJson(request))
  if (!wanted.success) return send(response, failure(400, 'badRequest', 'The body must be {tag, iconId}'))
  const { tag, iconId } = wanted.data
  const player = provider.world.playerByTag.get(normaliseTag(tag) ?? '')
  if (player === undefined) return send(response, failure(404, 'notFound'))
  changeIcon(player, iconId, toSeconds(provider.now()))
  send(response, makeAnswer(wanted.data, 0))
}

/** The body as JSON; undefined when it is too large or not JSON. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > BODY_LIMIT) return undefined
  }
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
