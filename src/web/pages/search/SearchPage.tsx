import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { normaliseTag } from '#shared/tag.ts'
import { useSession, useSessionStore } from '../../session/use-session.ts'
import { SearchFailure } from './SearchFailure.tsx'
import { SearchPending } from './SearchPending.tsx'

const ClubPage = lazy(() => import('../club/ClubPage.tsx').then((file) => ({ default: file.ClubPage })))
const PlayerPage = lazy(() => import('../player/PlayerPage.tsx').then((file) => ({ default: file.PlayerPage })))

/** Searches the tag of the address, then shows its club or player in place. */
export function SearchPage({ tag: typed }: { tag: string }) {
  const tag = normaliseTag(typed)
  if (tag === null) return <SearchFailure error={null} />
  return <Search tag={tag} />
}

function Search({ tag }: { tag: string }) {
  const search = useSearch(tag)
  if (search.isError) return <SearchFailure error={search.error} onRetry={() => void search.refetch()} />
  if (!search.data || search.isRefetching) return <SearchPending tag={tag} />
  return (
    <Suspense fallback={<SearchPending tag={tag} />}>
      {search.data.type === 'club' ? <ClubPage tag={search.data.tag} /> : <PlayerPage tag={search.data.tag} />}
    </Suspense>
  )
}

/** One call a visit, however often React mounts the page: a visit is an entry of the browser's history. */
function useSearch(tag: string) {
  const { isLoading, isAuthenticated } = useSession()
  const { search } = useSessionStore()
  const visit = useLocation({ select: (location) => location.state.__TSR_key })
  const result = useQuery({
    queryKey: ['POST /api/search', tag, visit],
    queryFn: () => search(tag),
    enabled: !isLoading,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  const { isError, refetch } = result
  useEffect(() => {
    if (isAuthenticated && isError) void refetch()
  }, [isAuthenticated, isError, refetch])
  return result
}
