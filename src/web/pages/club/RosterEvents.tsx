import { useInfiniteQuery } from '@tanstack/react-query'
import { type Answer, call } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SectionFailure } from '../../ui/SectionFailure.tsx'
import { SkeletonGroup } from '../../ui/Skeleton.tsx'
import { RosterEvent } from './RosterEvent.tsx'

const PAGE = 15

/** Who came, left and rose, newest first. */
export function RosterEvents({ tag }: { tag: string }) {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useEvents(tag)
  const events = data?.pages.flatMap((page) => page.events) ?? []
  return (
    <Card title="Roster events">
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
    queryFn: ({ pageParam, signal }): Promise<Answer<'GET /api/browse/club/{tag}/events'>> =>
      call(
        'GET /api/browse/club/{tag}/events',
        { params: { tag }, query: { limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next_before,
  })
}
