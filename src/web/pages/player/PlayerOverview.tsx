import type { ReactNode } from 'react'
import { activityText, bandName, scoreBand, scoreText } from '#shared/bands.ts'
import { RESTING_DAYS } from '#shared/limits.ts'
import { daysText, decimal, formatThousands } from '#shared/number-format.ts'
import { plainName } from '#shared/plain-name.ts'
import { playerGainSentence } from '#shared/player-sentence.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { playerAnalyticsQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { Highlight } from '#web/chrome/Highlight.tsx'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { LearningNotice } from '#web/ui/LearningNotice.tsx'
import { learningOf } from '#web/ui/learning.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { KnownNumber, type Stat, StatGrid } from '#web/ui/StatGrid.tsx'

/** How well and how often the player plays. */
export function PlayerOverview({ tag }: { tag: string }) {
  const { data: analytics, isPending } = useQuery(playerAnalyticsQuery(tag))
  const waiting = (value: Stat['value']) => (isPending ? <Skeleton className="h-8 w-24" /> : value)
  return <StatGrid stats={[performance(analytics, waiting), daysPlayed(analytics, waiting)]} />
}

/** The performance score, or that the player rests and so has none. */
function performance(analytics: Analytics | undefined, waiting: (value: Stat['value']) => Stat['value']): Stat {
  if (analytics?.resting) {
    const explain = <ScoreExplain of="resting" />
    return {
      label: t('ui.performance'),
      value: t('player.silent'),
      note: t('player.for', { days: silence(analytics) }),
      explain,
    }
  }
  const score = analytics?.performance_score ?? null
  const value = <KnownNumber value={score} format={scoreText} />
  const inputs = analytics ? performanceInputs(analytics) : []
  return {
    ...scored(t('ui.performance'), waiting(value), score),
    explain: <ScoreExplain of="performance_score" value={value} inputs={inputs} />,
  }
}

/** On how many of the last 30 days the player played, and whether that is much. */
function daysPlayed(analytics: Analytics | undefined, waiting: (value: Stat['value']) => Stat['value']): Stat {
  const {
    active_days_30d: active = null,
    observed_days_30d: known = 0,
    activity_score: score = null,
  } = analytics?.activity_analysis ?? {}
  return {
    label: t('player.daysPlayed'),
    value: waiting(<KnownNumber value={active} />),
    ...(active === null ? {} : { note: t('player.ofKnown', { days: known }) }),
    explain: <ScoreExplain of="activity_score" value={<KnownNumber value={score} format={activityText} />} />,
  }
}

/** The length of a silence: `16 days`, `at least 30 days`. */
export function silence({ days_silent: days, silent_at_least }: Analytics): string {
  return daysText(days ?? RESTING_DAYS, silent_at_least)
}

function scored(label: string, value: Stat['value'], score: number | null): Stat {
  return { label, value, ...(score === null ? {} : { note: bandName(scoreBand(score)) }) }
}

type Analytics = Answer<'GET /api/browse/player/{tag}/analytics'>

export function performanceInputs(analytics: Analytics): [label: string, value: ReactNode][] {
  const { activity_score, consistency_rating, improvement_trend } = analytics.activity_analysis
  const rows = [
    [t('score.trophyPercentile'), analytics.trophy_percentile],
    [t('ui.activity'), activity_score],
    [t('score.consistency'), consistency_rating],
    [t('score.improvementTrend'), improvement_trend],
  ] as const
  return rows.map(([label, value]) => [
    label,
    <KnownNumber key={label} value={value} format={(number) => decimal(number)} />,
  ])
}

type NoticeProps = {
  analytics: Analytics | undefined
  player: Answer<'GET /api/browse/player/{tag}'> | undefined
}

/** How the week went, in one sentence. With little history, how far the learning is. */
export function PlayerAnalyticsNotice({ analytics, player }: NoticeProps) {
  const learning = learningOf(analytics)
  const sentence = analytics ? !learning && weekSentence(analytics) : player && playerSentence(player)
  return (
    <>
      {sentence && <Highlight sentence={sentence} leads />}
      {analytics && learning && (
        <LearningNotice
          learning={learning}
          isWordedByServer={analytics.unavailable_reason !== null}
          availableOn={analytics.available_on}
          what={t('player.learns')}
        />
      )}
    </>
  )
}

function weekSentence({ summary, ...analytics }: Analytics): string | null {
  const { activity_analysis, trophy_progression: month, club_contribution: club } = analytics
  if (summary === null) return null
  return playerGainSentence({
    ...analytics,
    ...activity_analysis,
    month: { gain: month.trophy_change_30d, span: month.span_days },
    place: club && club.rank_in_club !== null ? { rank: club.rank_in_club, members: club.members_ranked } : null,
  })
}

type KnownPlayer = { trophies: number; club: { name: string } | null }

/** A sentence about a player who has no analytics yet. */
export function playerSentence({ trophies, club }: KnownPlayer): string {
  const written = formatThousands(trophies)
  if (club === null) return t('player.sentence', { trophies: written })
  return t('player.sentenceIn', { trophies: written, club: plainName(club.name) })
}
