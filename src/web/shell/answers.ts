import type { Query, QueryClient } from '@tanstack/react-query'
import type { FirstAnswer, FirstCall } from '#shared/first-screen.ts'
import { refusal } from '#web/app/api-client.ts'
import { createQueryClient } from '#web/app/queries.ts'

export type Answered = { call: FirstCall } & FirstAnswer

/** True when the call was answered with a no. */
export function isRefused({ status }: FirstAnswer): boolean {
  return status !== 200
}

/** A cache that holds these answers, refusals as the failures that the site's own client makes of them. */
export function clientWith(answers: readonly Answered[]): QueryClient {
  const client = createQueryClient()
  // A refused call shows its refusal.
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

/** The calls that a rendered page wants and has no answer to. Searches are charged and no reading. */
export function wantedCalls(client: QueryClient): FirstCall[] {
  return client.getQueryCache().getAll().filter(isWanted).map(callOf)
}

function isWanted({ queryKey: [name], state, options }: Query): boolean {
  // What a page switched off stands in its options as it gave them.
  const enabled = 'enabled' in options ? options.enabled : true
  return state.status === 'pending' && enabled !== false && typeof name === 'string' && name.startsWith('GET ')
}

function callOf({ queryKey: [name, input] }: Query): FirstCall {
  return { name: String(name), input: input as FirstCall['input'] }
}
