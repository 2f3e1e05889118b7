import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Answer } from '../../api/client.ts'
import { playerAnalyticsQuery } from '../../api/player-queries.ts'
import { signed } from '../../format/abbreviate.ts'
import { Card } from '../../ui/Card.tsx'
import { KnownNumber } from '../../ui/KnownNumber.tsx'
import { QuerySection } from '../../ui/QuerySection.tsx'
import { ScoreExplain } from '../../ui/ScoreExplain.tsx'
import { ActivityDays } from './ActivityDays.tsx'

/** How often the player plays: figures of 30 days, and the days themselves. */
export function ActivityAnalysis({ tag }: { tag: string }) {
  const result = useQuery(playerAnalyticsQuery(tag))
  return (
    <Card title="Activity analysis" id="activity">
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[1fr_1.4fr]">
        <QuerySection result={result} failure="Failed to fetch activity data" loading="Loading the activity">
          {(analytics) => <Figures analytics={analytics} />}
        </QuerySection>
        <ActivityDays tag={tag} />
      </div>
    </Card>
  )
}

type Figure = { label: string; value: ReactNode; explain?: ReactNode }

function Figures({ analytics }: { analytics: Answer<'GET /api/browse/player/{tag}/analytics'> }) {
  const activity = analytics.activity_analysis
  const days = [
    ['Active days', <KnownNumber key="active" value={activity.active_days_30d} />],
    ['Observed days', analytics.observed_days],
  ] as const
  const rows: Figure[] = [
    {
      label: 'Activity score',
      value: <KnownNumber value={activity.activity_score} format={oneDecimal} />,
      explain: <ScoreExplain of="activity_score" inputs={days} />,
    },
    { label: 'Active days of 30', value: <KnownNumber value={activity.active_days_30d} /> },
    {
      label: 'Consistency rating',
      value: <KnownNumber value={activity.consistency_rating} format={oneDecimal} />,
      explain: <ScoreExplain of="consistency" />,
    },
    {
      label: 'Average daily change',
      value: <KnownNumber value={activity.avg_daily_change} format={(value) => signed(value, oneDecimalSize)} />,
      explain: <ScoreExplain of="avg_daily_change" />,
    },
    { label: 'Longest streak', value: <KnownNumber value={activity.longest_streak_days} format={inDays} /> },
  ]
  return (
    <dl>
      {rows.map(({ label, value, explain }) => (
        <div key={label} className="flex items-center gap-2 border-t border-edge py-1.5 first:border-t-0">
          <dt className="flex min-w-0 flex-1 items-center gap-2">
            {label} {explain}
          </dt>
          <dd className="font-extrabold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const oneDecimal = (value: number) => value.toFixed(1)
const oneDecimalSize = (value: number) => value.toFixed(1).replace('-', '−')
const inDays = (value: number) => `${value} ${value === 1 ? 'day' : 'days'}`
