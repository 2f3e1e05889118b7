import type { Answer } from '../../api/client.ts'
import { duration } from '../../format/duration.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'

type Incident = Answer<'GET /api/status'>['incidents'][number]

/** When the source did not answer, and for how long; the newest first. */
export function Incidents({ incidents }: { incidents: readonly Incident[] }) {
  return (
    <Card title="Incidents">
      {incidents.length === 0 ? (
        <EmptyState title="No incidents" hint="Times when the game does not answer are listed here." />
      ) : (
        <ul className="divide-y divide-edge">
          {incidents.map((incident) => (
            <li
              key={`${incident.kind}${incident.started_at}`}
              className="flex flex-wrap justify-between gap-x-4 py-2.5"
            >
              <span className="min-w-0">{incident.message}</span>
              <span className="text-mut">
                <RelativeTime time={incident.started_at} />, {lasting(incident)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function lasting({ started_at, ended_at }: Incident): string {
  if (ended_at === null) return 'still going on'
  return `for ${duration((Date.parse(ended_at) - Date.parse(started_at)) / 1000)}`
}
