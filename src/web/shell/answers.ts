import type { Query, QueryClient } from '@tanstack/react-query'
import type { FirstAnswer, FirstCall } from '#shared/first-screen.ts'
import { refusal } from '#web/app/api-client.ts'
import { createQueryClient } from '#web/app/queries.ts'

export type Answered = { call: FirstCall } & FirstAnswer

/** True if the server refused the call. */
export function isRefused({ status }: FirstAnswer): boolean {
  return status !== 200
}

/** A query cache with these answers. A refusal becomes the same failure that the site's own client makes of it. */
export function clientWith(answers: readonly Answered[]): QueryClient {
  const client = createQueryClient()
  // Without this, a page that mounts would try a refused call again instead of showing the refusal.
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryOnMount: false } })
  for (const answered of answers) {
    const { call, status, text } = answered
    const body: unknown = JSON.parse(text)
    const queryKey = [call.name, call.input]
    if (!isRefused(answered)) client.setQueryData(queryKey, body)
    else
      client
        .getQueryCache()
        .build(client, { queryKey })
        .setState({ status: 'error', error: refusal(status, body) })
  }
  return client
}

/** The calls that the rendered page makes and the cache cannot answer. Searches are not among them: they are charged. */
export function wantedCalls(client: QueryClient): FirstCall[] {
  return client.getQueryCache().getAll().filter(isWanted).map(callOf)
}

function isWanted({ queryKey: [name], state, options }: Query): boolean {
  // The option `enabled` is on the query only where the page set it.
  const enabled = 'enabled' in options ? options.enabled : true
  return state.status === 'pending' && enabled !== false && typeof name === 'string' && name.startsWith('GET ')
}

function callOf({ queryKey: [name, input] }: Query): FirstCall {
  return { name: String(name), input: input as FirstCall['input'] }
}
