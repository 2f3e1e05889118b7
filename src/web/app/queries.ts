import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { type Answer, type CallArguments, type CallName, call, isRetryable } from './api-client.ts'

/** Names of the calls that only read. */
export type ReadCallName = Extract<CallName, `GET ${string}`>

/** How long an answer counts as current, in milliseconds. */
const STALE = { moments: 15_000, minute: 60_000, hour: 3_600_000, always: Number.POSITIVE_INFINITY } as const
export type Freshness = keyof typeof STALE

/**
 * Options for `useQuery` of one call: `useQuery(query('GET /api/browse/club/{tag}', { params: { tag } }))`. The cache
 * key is the call's name and its input.
 */
export function query<N extends ReadCallName>(name: N, input: CallArguments<N>[0], fresh: Freshness = 'minute') {
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
      queries: { retry: (failures, error) => failures < 2 && isRetryable(error), staleTime: STALE.minute },
      mutations: { retry: false },
    },
  })
}

/** Takes what the server wrote into the page as `<script type="application/json" id="answers">`: no call is needed for it. */
export function takeFirstAnswers(client: QueryClient, page: Document): void {
  const text = page.getElementById('answers')?.textContent
  if (!text) return
  try {
    for (const [name, input, answer] of JSON.parse(text) as [string, object, unknown][])
      client.setQueryData([name, input], answer)
  } catch {
    // What cannot be read is asked for with calls.
  }
}

export type Site = Answer<'GET /api/site'>

const UNKNOWN: Site = {
  demo: false,
  example_club_tag: null,
  example_player_tag: null,
  default_player_tag: null,
  public_ip: null,
  art_base: null,
}

/** The settings of this installation; they do not change while a page stands. */
export const siteQuery = query('GET /api/site', undefined, 'always')

/** The settings of this installation; none of them until the answer is there. */
export function useSite(): Site {
  return useQuery(siteQuery).data ?? UNKNOWN
}

/** Where the mirrors of the game's art have what. */
const ART = { player: 'profile-icons/regular', club: 'club-badges/regular', brawler: 'brawlers/borderless' } as const

/** Address of the game's picture with this id at the configured art host; null where there is none. */
export function useArt(kind: keyof typeof ART, id: number | null): string | null {
  const { art_base: base } = useSite()
  return base === null || id === null ? null : `${base}/${ART[kind]}/${id}.png`
}

const EVERY_MS = 3000

export type DemoHistory = NonNullable<Answer<'GET /api/health/ready'>['history']>

/** How far the demo's history is while it is being filled, asked every few seconds; null before, after, and elsewhere. */
export function useDemoHistory(): DemoHistory | null {
  const { demo } = useSite()
  const { data } = useQuery({
    ...query('GET /api/health/ready', undefined, 'moments'),
    enabled: demo,
    refetchInterval: ({ state }) => (state.data?.status === 'starting' ? EVERY_MS : false),
  })
  return data?.status === 'starting' ? data.history : null
}
