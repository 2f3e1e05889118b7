import { useQuery } from '@tanstack/react-query'
import { scoreBand } from '#shared/score-band.ts'
import { clubAnalyticsQuery } from '../../api/club-queries.ts'
import { AnalyticsCard } from '../../ui/AnalyticsCard.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Monogram } from '../../ui/Monogram.tsx'
import { ScoreExplain } from '../../ui/ScoreExplain.tsx'

/** The member with the highest overall score of the last 30 days. */
export function TopPerformer({ tag }: { tag: string }) {
  const result = useQuery(clubAnalyticsQuery(tag))
  return (
    <AnalyticsCard
      title="Top performer"
      id="top-performer"
      action={<ScoreExplain of="overall_score" />}
      result={result}
      failure="Unable to load club analytics"
      loading="Loading the top performer"
      shape="h-16 rounded-md"
    >
      {({ member_performance_summary: { top_performer: best } }) =>
        best ? <Best {...best} /> : <EmptyState title="No member data available" />
      }
    </AnalyticsCard>
  )
}

function Best({ tag, name, score }: { tag: string; name: string; score: number }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Monogram seed={tag} name={name} className="size-14 rounded-full" />
      <div className="min-w-0 flex-[1_1_10rem]">
        <EntityLink to="/player/$tag" tag={tag} name={name} className="block text-lg font-semibold" clipped />
        <p className="text-sm text-mut">Best overall score of the last 30 days</p>
      </div>
      <p className="text-right">
        <span className="text-2xl font-extrabold">{score.toFixed(1)}</span>
        <span className="block text-sm text-mut">{scoreBand(score)}</span>
      </p>
    </div>
  )
}
