import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/query.ts'
import { thousands } from '../../format/abbreviate.ts'
import { documentTitle } from '../../format/document-title.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { SkeletonGroup } from '../../ui/Skeleton.tsx'
import { StatGrid } from '../../ui/StatGrid.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'

const GAME = {
  ok: 'Reachable',
  throttled: 'Throttled',
  maintenance: 'In maintenance',
  unavailable: 'Not reachable',
  refused: 'Access refused',
} as const

/** How current the data is. */
export function StatusPage() {
  const status = useQuery(query('GET /api/status', undefined, 'moments'))
  useDocumentTitle(documentTitle('Status'))
  if (status.isPending) return <SkeletonGroup label="Loading the status" count={3} itemClassName="h-28 rounded-lg" />
  if (status.isError)
    return (
      <ErrorState
        title="Unable to load the status"
        message={status.error.message}
        onRetry={() => void status.refetch()}
        retrying={status.isFetching}
      />
    )
  const { tracked_clubs, tracked_players, game_api, queue, incidents, checked_at } = status.data
  return (
    <>
      <h1 className="text-hero font-extrabold">Status</h1>
      <p className="mt-1 mb-6 text-mut">
        Checked <RelativeTime time={checked_at} />
      </p>
      <StatGrid
        stats={[
          { label: "The game's API", value: <span className="text-xl">{GAME[game_api.state]}</span> },
          { label: 'Clubs tracked', value: thousands(tracked_clubs) },
          { label: 'Players tracked', value: thousands(tracked_players) },
          { label: 'Waiting to be read', value: thousands(queue.due) },
        ]}
      />
      <Card title="Incidents" className="mt-4">
        {incidents.length === 0 && <EmptyState title="No incidents" />}
        <ul className="divide-y divide-edge">
          {incidents.map((incident) => (
            <li
              key={`${incident.kind}${incident.started_at}`}
              className="flex flex-wrap justify-between gap-x-4 py-2.5"
            >
              <span>{incident.message}</span>
              <RelativeTime time={incident.started_at} className="text-mut" />
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
