import { useQuery } from '@tanstack/react-query'
import { Check, Flag } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { abbreviate } from '../../format/abbreviate.ts'
import { shortDay } from '../../format/relative-time.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { QuerySection } from '../../ui/QuerySection.tsx'
import { latestMilestones } from './latest-milestones.ts'
import { playerAnalyticsQuery } from './player-queries.ts'
import { nextMilestoneSentence } from './player-sentence.ts'

/** Milestones reached, newest on top, below the next one. */
export function Milestones({ tag }: { tag: string }) {
  const result = useQuery(playerAnalyticsQuery(tag))
  return (
    <Card title="Milestones">
      <QuerySection result={result} failure="Unable to load player analytics" loading="Loading the milestones">
        {(analytics) => <Timeline analytics={analytics} />}
      </QuerySection>
    </Card>
  )
}

function Timeline({ analytics }: { analytics: Answer<'GET /api/browse/player/{tag}/analytics'> }) {
  const { next_milestone: next, achievement_milestones } = analytics
  const { shown, before } = latestMilestones(achievement_milestones)
  if (!next && shown.length === 0)
    return <EmptyState title="No milestones yet" hint="The first one stands at 1,000 trophies." />
  return (
    <ol>
      {next && (
        <li className="flex items-start gap-3 py-2">
          <Flag aria-hidden="true" className="mt-1 size-4 shrink-0 text-c2" />
          <span className="min-w-0 flex-1">{nextMilestoneSentence(next)}</span>
        </li>
      )}
      {shown.map(({ trophy_count, achieved_date }) => (
        <li key={trophy_count} className="flex items-center gap-3 border-t border-edge py-2">
          <Check aria-hidden="true" className="size-4 shrink-0 text-good" />
          <span className="flex-1 font-semibold">
            {abbreviate(trophy_count)} <span className="sr-only">reached</span>
          </span>
          <span className="text-sm text-mut">{achieved_date ? shortDay(achieved_date) : 'before tracking began'}</span>
        </li>
      ))}
      {before > 0 && (
        <li className="border-t border-edge py-2 text-sm text-mut">
          And {before} lower {before === 1 ? 'one' : 'ones'}.
        </li>
      )}
    </ol>
  )
}
