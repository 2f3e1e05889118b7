import type { EntityType } from '#shared/tag.ts'
import { query, useSite } from '#web/app/queries.ts'
import { useSession } from '#web/app/SessionProvider.tsx'
import { useServed } from '#web/ui/served.ts'

/** Whose reviews. */
export type Of = { kind: EntityType; tag: string }

/** Whether to ask for what owners alone see. The server knows no visitor. In the demo anybody may try the example's desk. */
export function useMayOwn({ kind, tag }: Of): boolean {
  const { isLoading, isAuthenticated } = useSession()
  const { example_club_tag: example } = useSite()
  const served = useServed()
  return !served && !isLoading && (isAuthenticated || (kind === 'club' && example === tag))
}

export function sharedQuery({ kind, tag }: Of, period: string) {
  return query(`GET /api/browse/${kind}/{tag}/reviews/{period}`, { params: { tag, period } })
}

export function ownQuery({ kind, tag }: Of, period: string) {
  return kind === 'player'
    ? query('GET /api/desk/players/{player}/reviews/{period}', { params: { player: tag, period } }, 'moments')
    : query('GET /api/desk/{tag}/reviews/{period}', { params: { tag, period } }, 'moments')
}
