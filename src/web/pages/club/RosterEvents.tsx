import { useInfiniteQuery } from '@tanstack/react-query'
import { type Answer, call } from '../../api/client.ts'
import { ROSTER_PAGE, rosterQuery } from '../../api/club-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SectionFailure } from '../../ui/SectionFailure.tsx'
import { SkeletonGroup } from '../../ui/Skeleton.tsx'
import { RosterEvent } from './RosterEvent.tsx'

/** Who came, left and rose, newest first. */
export function RosterEvents({ tag }: { tag: string }) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useEvents(tag)
  const events = data?.pages.flatMap((page) => page.events) ?? []
  return (
    <Card title="Roster events" id="events">
      {!data && !error && (
        <SkeletonGroup label="Loading the events" count={4} className="grid gap-2" itemClassName="h-8 rounded-sm" />
      )}
      {error && (
        <SectionFailure
          title="Failed to fetch roster events"
          message={error.message}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data && events.length === 0 && (
        <EmptyState
          title="No events yet"
          hint="The first scan is the baseline; who joins or leaves from then on stands here."
        />
      )}
      <ol>
        {events.map((event) => (
          <RosterEvent key={event.id} event={event} />
        ))}
      </ol>
      {hasNextPage && (
        <Button variant="quiet" className="mt-3" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </Card>
  )
}

function useEvents(tag: string) {
  return useInfiniteQuery({
    queryKey: ['GET /api/browse/club/{tag}/events', { params: { tag } }],
    // The first page was asked for with the rest of the club; a refresh asks anew.
    queryFn: ({ client, queryKey, pageParam: before, signal }): Promise<Answer<'GET /api/browse/club/{tag}/events'>> =>
      before === null
        ? client.fetchQuery({
            ...rosterQuery(tag),
            ...(client.getQueryData(queryKey) !== undefined && { staleTime: 0 }),
          })
        : call(
            'GET /api/browse/club/{tag}/events',
            { params: { tag }, query: { limit: ROSTER_PAGE, before } },
            { signal },
          ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next_before,
  })
}
