import { useQuery } from '@tanstack/react-query'
import type { Answer } from './client.ts'
import { query } from './query.ts'
import { useSite } from './site.ts'

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
