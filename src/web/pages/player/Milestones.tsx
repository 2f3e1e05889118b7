import { useQuery } from '@tanstack/react-query'
import { Check, Flag } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { playerAnalyticsQuery } from '../../api/player-queries.ts'
import { abbreviate } from '../../format/abbreviate.ts'
import { shortDay } from '../../format/relative-time.ts'
import { AnalyticsCard } from '../../ui/AnalyticsCard.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Expandable } from '../../ui/Expandable.tsx'
import { latestMilestones } from './latest-milestones.ts'
import { nextMilestoneSentence } from './player-sentence.ts'

const COLUMNS = 'grid gap-x-10 lg:grid-cols-2'

/** Milestones reached, newest on top, below the next one. */
export function Milestones({ tag }: { tag: string }) {
  const result = useQuery(playerAnalyticsQuery(tag))
  return (
    <AnalyticsCard
      title="Milestones"
      id="milestones"
      result={result}
      failure="Unable to load player analytics"
      loading="Loading the milestones"
    >
      {(analytics) => <Timeline analytics={analytics} />}
    </AnalyticsCard>
  )
}

function Timeline({ analytics }: { analytics: Answer<'GET /api/browse/player/{tag}/analytics'> }) {
  const { next_milestone: next, achievement_milestones } = analytics
  const { shown, before } = latestMilestones(achievement_milestones)
  if (!next && shown.length === 0)
    return <EmptyState title="No milestones yet" hint="The first one stands at 1,000 trophies." />
  return (
    <ol className={COLUMNS}>
      {next && (
        <li className="col-span-full flex items-start gap-3 py-2">
          <Flag aria-hidden="true" className="mt-1 size-4 shrink-0 text-c2" />
          <span className="min-w-0 flex-1">{nextMilestoneSentence(next)}</span>
        </li>
      )}
      {shown.map((milestone) => (
        <Reached key={milestone.trophy_count} {...milestone} />
      ))}
      {before.length > 0 && (
        <li className="col-span-full">
          <Expandable title={`${before.length} lower ${before.length === 1 ? 'one' : 'ones'}`}>
            <ol className={COLUMNS}>
              {before.map((milestone) => (
                <Reached key={milestone.trophy_count} {...milestone} />
              ))}
            </ol>
          </Expandable>
        </li>
      )}
    </ol>
  )
}

type ReachedProps = { trophy_count: number; achieved_date: string | null }

function Reached({ trophy_count, achieved_date }: ReachedProps) {
  return (
    <li className="flex items-center gap-3 border-t border-edge py-2">
      <Check aria-hidden="true" className="size-4 shrink-0 text-good" />
      <span className="flex-1 font-semibold">
        {abbreviate(trophy_count)} <span className="sr-only">reached</span>
      </span>
      <span className="text-sm text-mut">{achieved_date ? shortDay(achieved_date) : 'before tracking began'}</span>
    </li>
  )
}
