import { useQuery } from '@tanstack/react-query'
import { SCORECARDS } from '#shared/limits.ts'
import type { Timeframe as Days } from '#shared/timeframe.ts'
import type { Answer } from '../../api/client.ts'
import { memberScoresQuery } from '../../api/club-queries.ts'
import { AnalyticsCard } from '../../ui/AnalyticsCard.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { countScores, rankScores } from './rank-scores.ts'
import { Scorecard } from './Scorecard.tsx'
import { TopContributors } from './TopContributors.tsx'

type Props = { tag: string; days: Days; onDays: (days: Days) => void }

/** The best three on a podium and the scorecards of the first twelve. */
export function MemberScorecards({ tag, days, onDays }: Props) {
  const result = useQuery(memberScoresQuery(tag, days))
  return (
    <AnalyticsCard
      title="Member scorecards"
      id="scorecards"
      days={days}
      onDays={onDays}
      result={result}
      failure="Failed to fetch member scores"
      loading="Loading the member scores"
      shape="h-96 rounded-md"
    >
      {({ member_scores }) =>
        member_scores.length === 0 ? (
          <EmptyState title="No member data available" hint="Scores appear once members were observed." />
        ) : (
          <Scores scores={rankScores(member_scores)} />
        )
      }
    </AnalyticsCard>
  )
}

function Scores({ scores }: { scores: Answer<'GET /api/analytics/club/{tag}/member-scores'>['member_scores'] }) {
  const { excellent, improving, active } = countScores(scores)
  const overflow = scores.length - SCORECARDS
  return (
    <>
      <TopContributors scores={scores} />
      <p className="my-4 text-center text-mut">
        <b className="text-ink">{excellent}</b> excellent <span aria-hidden="true">•</span>{' '}
        <b className="text-ink">{improving}</b> improving <span aria-hidden="true">•</span>{' '}
        <b className="text-ink">{active}</b> active
      </p>
      <ol className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {scores.slice(0, SCORECARDS).map((score, position) => (
          <Scorecard key={score.player_tag} score={score} rank={position + 1} />
        ))}
      </ol>
      {overflow > 0 && (
        <p className="mt-3 text-sm text-mut">
          And {overflow} more {overflow === 1 ? 'member' : 'members'}: the member table below shows all.
        </p>
      )}
    </>
  )
}
