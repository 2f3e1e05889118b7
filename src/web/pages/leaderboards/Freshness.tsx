import type { Answer } from '../../api/client.ts'
import { fullTime } from '../../format/relative-time.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'

type Board = Pick<Answer<'GET /api/rankings/leaderboards'>, 'collected_at' | 'previous_collected_at' | 'stale'>
type Props = { board: Board; failure: string | null }

/** When the leaderboard was collected, what its arrows compare with, and whether that is too long ago. */
export function Freshness({ board: { collected_at, previous_collected_at, stale }, failure }: Props) {
  return (
    <div role="status" className="mb-3 text-sm text-mut">
      <p>
        {collected_at && (
          <>
            Collected <RelativeTime time={collected_at} />
          </>
        )}
        {previous_collected_at && (
          <>
            ; arrows: since <time dateTime={previous_collected_at}>{fullTime(previous_collected_at)}</time>
          </>
        )}
      </p>
      {stale && (
        <p className="mt-1 text-warn">Older than it should be: the newest collection is late, this is the last one.</p>
      )}
      {failure && <p className="mt-1 text-warn">Could not refresh: {failure} This is the last answer.</p>}
    </div>
  )
}
