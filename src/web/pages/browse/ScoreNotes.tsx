import type { EntityType } from '#shared/tag.ts'
import { ScoreExplain } from '../../ui/ScoreExplain.tsx'

/** What the scores on the cards mean, once for all of them. */
export function ScoreNotes({ kind }: { kind: EntityType }) {
  return (
    <ul
      aria-label="The scores explained"
      className="flex flex-wrap gap-x-5 gap-y-2 text-sm text-mut max-lg:order-last max-lg:w-full"
    >
      {kind === 'player' && (
        <li className="inline-flex min-h-6 items-center gap-2">
          Performance <ScoreExplain of="performance_score" />
        </li>
      )}
      <li className="inline-flex min-h-6 items-center gap-2">
        Activity <ScoreExplain of={kind === 'club' ? 'club_activity' : 'activity_score'} />
      </li>
      <li className="inline-flex min-h-6 items-center gap-2">
        Popularity <ScoreExplain of="popularity_score" />
      </li>
    </ul>
  )
}
