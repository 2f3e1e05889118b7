import { MoonStar } from 'lucide-react'
import type { ReactNode } from 'react'
import { activityText, bandName, scoreBand, scoreText } from '#shared/bands.ts'
import { DEFAULT_TIMEFRAME } from '#shared/days.ts'
import { decimal, factsInWords, signed } from '#shared/number-format.ts'
import { streakText } from '#shared/streak-text.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { playerAnalyticsQuery, playerProgressionQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { ActivityStrip, knownChange } from '#web/charts/ActivityStrip.tsx'
import { MiniBars } from '#web/charts/MiniBars.tsx'
import { daysOf } from '#web/charts/TrophyLine.tsx'
import { AnalyticsCard } from '#web/ui/Card.tsx'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { KnownNumber, ScoreBar } from '#web/ui/StatGrid.tsx'
import { Text } from '#web/ui/Text.tsx'
import { performanceInputs, silence } from './PlayerOverview.tsx'

/** `77, Good`. */
const inWords = (score: number) => factsInWords([scoreText(score), bandName(scoreBand(score))])

/** What the performance score is made of. */
export function PerformanceAnalytics({ tag }: { tag: string }) {
  const result = useQuery(playerAnalyticsQuery(tag))
  const inputs = result.data && !result.data.resting ? performanceInputs(result.data) : []
  return (
    <AnalyticsCard
      title={t('player.performanceTitle')}
      id="performance"
      foldedWide
      fold={<KnownNumber value={result.data?.performance_score} format={inWords} />}
      action={<ScoreExplain of={result.data?.resting ? 'resting' : 'performance_score'} inputs={inputs} />}
      result={result}
      failure={t('player.failed')}
      loading={t('player.performanceLoading')}
    >
      {(analytics) => (analytics.resting ? <Resting analytics={analytics} /> : <Performance analytics={analytics} />)}
    </AnalyticsCard>
  )
}

type Analytics = Answer<'GET /api/browse/player/{tag}/analytics'>

function Resting({ analytics }: { analytics: Analytics }) {
  return (
    <p className="flex items-start gap-3 text-mut">
      <MoonStar aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span>
        <Text
          id="player.resting"
          values={{ days: silence(analytics), b: (content) => <b className="text-ink">{content}</b> }}
        />
      </span>
    </p>
  )
}

function Performance({ analytics }: { analytics: Analytics }) {
  const { activity_score, consistency_rating, improvement_trend } = analytics.activity_analysis
  const parts = [
    { label: t('ui.activity'), of: 'activity_score', score: activity_score, kind: 'activity' },
    { label: t('score.consistency'), of: 'consistency', score: consistency_rating, kind: 'score' },
    { label: t('player.improvement'), of: 'improvement_trend', score: improvement_trend, kind: 'trend' },
    {
      label: t('score.trophyPercentile'),
      of: 'trophy_percentile',
      score: analytics.trophy_percentile,
      kind: 'share',
    },
  ] as const
  return (
    <dl className="grid gap-x-10 gap-y-2.5 lg:grid-cols-2 lg:gap-y-8">
      {parts.map(({ label, of, score, kind }) => (
        <ScoreBar key={of} label={label} score={score} kind={kind} explain={<ScoreExplain of={of} />} />
      ))}
    </dl>
  )
}

/** How often the player plays: figures over 30 days, and each of these days. */
export function ActivityAnalysis({ tag }: { tag: string }) {
  const result = useQuery(playerAnalyticsQuery(tag))
  return (
    <AnalyticsCard
      title={t('player.activityTitle')}
      id="activity"
      foldedWide
      fold={result.data ? <ActivityInShort tag={tag} analytics={result.data} /> : ''}
      result={result}
      failure={t('club.heatmapFailed')}
      loading={t('club.heatmapLoading')}
    >
      {(analytics) => (
        <div className="grid gap-x-8 gap-y-5 lg:grid-cols-[1fr_1.4fr]">
          <Figures analytics={analytics} />
          <ActivityDays tag={tag} />
        </div>
      )}
    </AnalyticsCard>
  )
}

/** What is shown while the card is folded: the longest streak, and each of the last 30 days. */
function ActivityInShort({ tag, analytics }: { tag: string; analytics: Analytics }) {
  const { data } = useQuery(playerProgressionQuery(tag, DEFAULT_TIMEFRAME))
  const days = analytics.activity_analysis.longest_streak_days
  return (
    <span className="flex flex-col sm:flex-row sm:items-center sm:gap-4">
      <span>
        <KnownNumber value={days} format={(value) => t('player.longestStreak', { days: streakText(value) })} />
      </span>
      {data && <MiniBars values={daysOf(data).map(knownChange)} />}
    </span>
  )
}

type Figure = { label: string; value: ReactNode; explain?: ReactNode }

function Figures({ analytics }: { analytics: Analytics }) {
  const activity = analytics.activity_analysis
  const days = [
    [t('player.activeDays'), <KnownNumber key="active" value={activity.active_days_30d} />],
    [t('player.knownDays'), activity.observed_days_30d],
  ] as const
  const rows: Figure[] = [
    {
      label: t('score.activityScore'),
      value: <KnownNumber value={activity.activity_score} format={activityText} />,
      explain: <ScoreExplain of="activity_score" inputs={days} />,
    },
    { label: t('player.activeDays'), value: <ActiveOf activity={activity} /> },
    {
      label: t('player.consistencyRating'),
      value: <KnownNumber value={activity.consistency_rating} format={scoreText} />,
      explain: <ScoreExplain of="consistency" />,
    },
    {
      label: t('score.avgDailyChange'),
      value: (
        <KnownNumber value={activity.avg_daily_change} format={(value) => signed(value, oneDecimal, { zero: '' })} />
      ),
      explain: <ScoreExplain of="avg_daily_change" />,
    },
    {
      label: t('player.streak'),
      value: <KnownNumber value={activity.longest_streak_days} format={streakText} />,
    },
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

function ActiveOf({ activity }: { activity: Analytics['activity_analysis'] }) {
  return (
    <Text
      id="player.activeOf"
      values={{
        active: <KnownNumber value={activity.active_days_30d} />,
        days: activity.observed_days_30d,
        mut: (content) => <span className="font-normal text-mut">{content}</span>,
      }}
    />
  )
}

const oneDecimal = (value: number) => decimal(value)

/**
 * Trophies won and lost on each of the last 30 days. The timeframe of the chart does not change them. The card may be
 * folded, so that they are no failed part of the page where they did not come.
 */
function ActivityDays({ tag }: { tag: string }) {
  const { data, error, refetch } = useQuery(playerProgressionQuery(tag, DEFAULT_TIMEFRAME))
  if (data) return <ActivityStrip label={t('player.activityLabel')} points={daysOf(data)} />
  return (
    <div role="status" aria-label={error ? undefined : t('player.daysLoading')}>
      {error ? (
        <p className="text-sm text-warn">
          {t('club.heatmapFailed')}{' '}
          <button type="button" className="link" onClick={() => void refetch()}>
            {t('ui.tryAgain')}
          </button>
        </p>
      ) : (
        <Skeleton className="h-26 rounded-md" />
      )}
    </div>
  )
}
