import type { Answer } from '../../api/client.ts'
import { thousands } from '../../format/abbreviate.ts'
import { duration } from '../../format/duration.ts'
import { KnownNumber } from '../../ui/KnownNumber.tsx'
import { StatGrid } from '../../ui/StatGrid.tsx'

/** How much is tracked, how old it is, what waits. */
export function StatusFigures({ status }: { status: Answer<'GET /api/status'> }) {
  const { tracked_clubs, tracked_players, observation_age_seconds: age, queue, set_aside } = status
  return (
    <StatGrid
      label="Figures of the collection"
      stats={[
        {
          label: 'Tracked',
          value: thousands(tracked_clubs + tracked_players),
          note: `${thousands(tracked_clubs)} clubs, ${thousands(tracked_players)} players`,
        },
        {
          label: 'Age of figures',
          value: <KnownNumber value={age.median} format={duration} />,
          note: age.p95 === null ? 'not known yet' : `19 of 20 under ${duration(age.p95)}`,
        },
        {
          label: 'Waiting to be read',
          value: thousands(queue.due),
          note:
            queue.oldest_due_seconds === null
              ? 'none is late'
              : `the longest for ${duration(queue.oldest_due_seconds)}`,
        },
        { label: 'Set aside', value: thousands(set_aside), note: 'odd answers, not stored' },
      ]}
    />
  )
}
