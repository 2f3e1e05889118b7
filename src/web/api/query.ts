import { QueryClient, queryOptions } from '@tanstack/react-query'
import { isPassing } from './api-error.ts'
import { type Answer, type CallArguments, type CallName, call } from './client.ts'

/** Names of the calls that only read. */
export type ReadName = Extract<CallName, `GET ${string}`>

/** How long an answer counts as current, in milliseconds. */
const STALE = { moments: 15_000, minute: 60_000, hour: 3_600_000, always: Number.POSITIVE_INFINITY } as const
export type Freshness = keyof typeof STALE

/**
 * Options for `useQuery` of one call: `useQuery(query('GET /api/browse/club/{tag}', { params: { tag } }))`. The cache
 * key is the call's name and its input.
 */
export function query<N extends ReadName>(name: N, input: CallArguments<N>[0], fresh: Freshness = 'minute') {
  return queryOptions<Answer<N>>({
    queryKey: [name, input ?? {}],
    // The server renders what was answered beforehand, and asks nothing.
    queryFn: import.meta.env.SSR ? unanswered : ({ signal }) => call(name, input, { signal }),
    staleTime: STALE[fresh],
  })
}

const unanswered = () => new Promise<never>(() => {})

/** The cache of answers: tries again, twice, only where the same call may succeed a moment later. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: (failures, error) => failures < 2 && isPassing(error), staleTime: STALE.minute },
      mutations: { retry: false },
    },
  })
}
