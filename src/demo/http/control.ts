import type { IncomingMessage, ServerResponse } from 'node:http'
import { failure, ok } from '../answers/answer.ts'
import { noCalls } from './calls.ts'
import { FaultList } from './faults.ts'
import type { Provider } from './provider.ts'
import { send } from './send.ts'

const BODY_LIMIT = 100_000

/** Switches for tests: `PUT`, `DELETE` and `GET /_demo/faults`, `GET` and `DELETE /_demo/calls`. */
export async function handleControl(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  switch (`${request.method} ${request.url}`) {
    case 'PUT /_demo/faults':
      return putFaults(provider, request, response)
    case 'DELETE /_demo/faults':
      provider.board.faults = []
      return send(response, ok([], 0))
    case 'GET /_demo/faults':
      return send(response, ok(provider.board.faults, 0))
    case 'GET /_demo/calls':
      return send(response, ok(provider.calls, 0))
    case 'DELETE /_demo/calls':
      provider.calls = noCalls()
      return send(response, ok(provider.calls, 0))
    default:
      return send(response, failure(404, 'notFound'))
  }
}

async function putFaults(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const faults = FaultList.safeParse(await readJson(request))
  if (!faults.success) return send(response, failure(400, 'badRequest', 'The body must be a list of faults'))
  provider.board.faults = faults.data
  send(response, ok(faults.data, 0))
}

/** The body as JSON; undefined when it is none or too large. */
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
