import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { Answer } from '../../api/client.ts'
import { clubAnalyticsQuery } from '../../api/club-queries.ts'
import { percent, signed } from '../../format/abbreviate.ts'
import { AnalyticsCard } from '../../ui/AnalyticsCard.tsx'
import { HealthRing } from '../../ui/charts/HealthRing.tsx'
import { KnownNumber } from '../../ui/KnownNumber.tsx'
import { ScoreExplain } from '../../ui/ScoreExplain.tsx'

/** How lively the club is: the activity score as a ring, and the numbers beside it. */
export function HealthMetrics({ tag }: { tag: string }) {
  const result = useQuery(clubAnalyticsQuery(tag))
  return (
    <AnalyticsCard
      title="Club health"
      id="health"
      action={<Explained analytics={result.data} />}
      result={result}
      failure="Unable to load club analytics"
      loading="Loading the club's health"
      shape="h-76 rounded-md"
    >
      {(analytics) => <Health analytics={analytics} />}
    </AnalyticsCard>
  )
}

type Analytics = Answer<'GET /api/browse/club/{tag}/analytics'>

function Explained({ analytics }: { analytics: Analytics | undefined }) {
  const score = analytics?.club_health_metrics.activity_score
  const inputs = [
    ['Mean of the members', <KnownNumber key="score" value={score} format={(value) => value.toFixed(1)} />],
    ['Days observed', <KnownNumber key="days" value={analytics?.observed_days} />],
  ] as const
  return <ScoreExplain of="club_activity" inputs={inputs} />
}

function Health({ analytics }: { analytics: Analytics }) {
  const { club_health_metrics: health, member_performance_summary: members } = analytics
  const rows = [
    ['Active members', members.active_members, undefined],
    ['Ghost members', members.ghost_members, undefined],
    ['Trophy growth 7 d', health.trophy_growth_7d, signed],
    ['Growth in percent', health.trophy_growth_7d_percent, (value: number) => signed(value, percent)],
  ] as const
  return (
    <>
      <HealthRing score={health.activity_score} label="Activity score" className="mx-auto mb-4 size-36" />
      <dl className="grid grid-cols-[minmax(0,1fr)_auto]">
        {rows.map(([label, value, format]) => (
          <Fragment key={label}>
            <dt className="border-t border-edge py-1.5">{label}</dt>
            <dd className="border-t border-edge py-1.5 text-right font-extrabold">
              <KnownNumber value={value} {...(format && { format: (number) => format(number) })} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  )
}
