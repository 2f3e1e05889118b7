import {
  QueryClient,
  type QueryKey,
  QueryObserver,
  queryOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery as useLiveQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { createContext, use, useSyncExternalStore } from 'react'
import { HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { type Answer, type CallArguments, type CallName, call, hasAnswered, toApiError } from './api-client.ts'
import { createRetries, readAgainWhenBack, retryDelay } from './read-again.ts'

/** Names of the calls that only read. */
type ReadCallName = Extract<CallName, `GET ${string}`>

/** How long an answer counts as current, in milliseconds. */
const STALE = { moments: 15_000, minute: MINUTE_MS, hour: HOUR_MS, always: Number.POSITIVE_INFINITY } as const
type Freshness = keyof typeof STALE

/**
 * Options for `useQuery` of one call: `useQuery(query('GET /api/browse/club/{tag}', { params: { tag } }))`. The cache
 * key is the call's name and its input.
 */
export function query<N extends ReadCallName>(name: N, input: CallArguments<N>[0], fresh: Freshness = 'minute') {
  return queryOptions<Answer<N>>({
    queryKey: [name, input ?? {}],
    // The server makes the calls before it renders; while it renders, no call is made.
    queryFn: import.meta.env.SSR ? neverAnswered : ({ signal }) => call(name, input, { signal }),
    staleTime: STALE[fresh],
  })
}

const neverAnswered = () => new Promise<never>(() => {})

/**
 * The page's cache of answers. A part that mounts does not repeat a call that was just refused: the server's page shows
 * refusals too. Nor does a visitor who comes back to the tab repeat one that just failed. A call that is made while the
 * browser is offline fails and says so; a paused one would say nothing.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: createRetries(),
        retryDelay,
        retryOnMount: ({ state }) => !hasAnswered(state.error) || Date.now() - state.errorUpdatedAt > STALE.moments,
        staleTime: STALE.minute,
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: ({ state }) => Date.now() - state.errorUpdatedAt > STALE.moments,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  readAgainWhenBack(client)
  return client
}

/** The answer to a call: its name, its input, the body, and the status of a refusal. */
export type FirstAnswered = readonly [name: string, input: object, body: unknown, status?: number]

/** Fills the cache with answers. A refusal becomes the same failure that the API client makes of it. */
export function putAnswers(client: QueryClient, answers: readonly FirstAnswered[]): void {
  for (const [name, input, body, status] of answers) {
    const queryKey = [name, input]
    if (status === undefined) client.setQueryData(queryKey, body)
    else {
      const query = client.getQueryCache().build(client, { queryKey })
      query.setState({ status: 'error', error: toApiError(status, body), errorUpdatedAt: Date.now() })
    }
  }
}

/**
 * Fills the cache with the answers that the server wrote into the page, as `<script type="application/json"
 * id="answers">`. These calls are then not made again.
 */
export function takeFirstAnswers(client: QueryClient, page: Document): void {
  const text = page.getElementById('answers')?.textContent
  if (!text) return
  try {
    putAnswers(client, JSON.parse(text) as FirstAnswered[])
  } catch {
    // The page then makes the calls itself.
  }
}

/** The answers of which the server's page is made; null where the server made none. They do not change. */
export const FirstAnswers = createContext<QueryClient | null>(null)

/** A copy of the cache as it is now, which keeps its answers for as long as the page is open. */
export function keepAnswers(client: QueryClient): QueryClient {
  const kept = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } })
  for (const { queryKey, state } of client.getQueryCache().getAll())
    kept.getQueryCache().build(kept, { queryKey, gcTime: Number.POSITIVE_INFINITY }, state)
  return kept
}

/**
 * As TanStack's `useQuery`. While a part of the page takes over the server's markup, it gives the answer of which that is
 * made, also when a newer one has come meanwhile: React would find other words in the markup, and make it anew.
 */
export function useQuery<Data, Key extends QueryKey = QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
): UseQueryResult<Data> {
  const live = useLiveQuery(options)
  const client = useQueryClient()
  const first = use(FirstAnswers)
  const served = useSyncExternalStore(never, nothing, () =>
    first && isOther(client, first, options.queryKey) ? first : null,
  )
  if (served === null) return live
  // Not in TanStack's documentation (5.108): its own hooks set it, for the result that a query will have once it is shown.
  const settings = { ...served.defaultQueryOptions(options), _optimisticResults: 'optimistic' } as const
  return new QueryObserver(served, settings).getOptimisticResult(settings) as UseQueryResult<Data>
}

const never = () => () => {}
const nothing = () => null

/** True if the caches answer differently. */
function isOther(one: QueryClient, other: QueryClient, key: QueryKey): boolean {
  const [state, before] = [one.getQueryState(key), other.getQueryState(key)]
  return state?.data !== before?.data || state?.error !== before?.error
}

/** The answers of the leaders' desks, which one visitor may read and the next one may not. */
export const OF_DESKS = {
  predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => String(queryKey[0]).includes(' /api/desk/'),
}

type Site = Answer<'GET /api/site'>

const UNKNOWN_SITE: Site = {
  demo: false,
  example_club_tag: null,
  example_player_tag: null,
  default_player_tag: null,
  public_ip: null,
  mail: false,
  art: false,
}

/** The settings of this installation. They do not change while a page is open. */
export const siteQuery = query('GET /api/site', undefined, 'always')

/** The settings of this installation; until they are known, no setting is set. */
export function useSite(): Site {
  return useQuery(siteQuery).data ?? UNKNOWN_SITE
}

/** What the game has pictures of. A mode is named by its word, everything else by its number. */
type Art = { kind: 'player' | 'club' | 'brawler' | 'map'; id: number | null } | { kind: 'mode'; id: string }

/** Address of a picture of the game on this site, without its size; null when it is not known or the site has none. */
export function useArt(kind: Art['kind'], id: Art['id']): string | null {
  const { art } = useSite()
  return !art || id === null ? null : `/art/${kind}/${id}`
}

const POLL_MS = 4000

/** Lets a read be repeated every 4 seconds while its answer says that it will change, until it fails. */
export function whileChanging<Data>(changes: (data: Data) => boolean) {
  return ({ state }: { state: { status: string; data: Data | undefined } }) =>
    state.status === 'success' && state.data !== undefined && changes(state.data) ? POLL_MS : false
}

/** How much of the demo's history is filled. */
export type DemoProgress = NonNullable<Answer<'GET /api/health/ready'>['history']>

/** How much of the demo's history is filled, asked again and again while it grows; null when it is complete or no demo. */
export function useDemoProgress(): DemoProgress | null {
  const { demo } = useSite()
  const { data } = useQuery({
    ...query('GET /api/health/ready', undefined, 'moments'),
    enabled: demo,
    refetchInterval: whileChanging(({ status }) => status === 'starting'),
  })
  return data?.status === 'starting' ? data.history : null
}
