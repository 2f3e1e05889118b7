import type { ReactNode } from 'react'
import { scoreBand } from '#shared/bands.ts'
import { RESTING_DAYS } from '#shared/limits.ts'
import { count, daysText, formatThousands, signed } from '#shared/number-format.ts'
import { plainName } from '#shared/plain-name.ts'
import type { Answer } from '#web/app/api-client.ts'
import { playerAnalyticsQuery, playerQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { Highlight, LearningNotice, learningOf } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { KnownNumber, type Stat, StatGrid, trendOf } from '#web/ui/StatGrid.tsx'

/** The player's key figures. Each one appears as soon as its own call has an answer. */
export function PlayerOverview({ tag }: { tag: string }) {
  const player = useQuery(playerQuery(tag))
  const { data: analytics, isPending } = useQuery(playerAnalyticsQuery(tag))
  const waiting = (pending: boolean, value: Stat['value']) => (pending ? <Skeleton className="h-8 w-24" /> : value)
  const { trophies = null, highestTrophies: highest = null } = player.data ?? {}
  const { trophy_change_30d: change = null, span_days: span } = analytics?.trophy_progression ?? {}
  const judged: Stat[] = [
    performance(analytics, (value) => waiting(isPending, value)),
    daysPlayed(analytics, (value) => waiting(isPending, value)),
  ]
  return (
    <StatGrid
      id="overview"
      label="Overview"
      stats={[
        {
          label: 'Trophies',
          value: waiting(player.isPending, <KnownNumber value={trophies} />),
          ...(change === null ? {} : { trend: trendOf(change, `${signed(change)} in ${span}\u00a0d`) }),
          explain: <ScoreExplain of="trophy_change_30d" />,
        },
        {
          label: 'Highest',
          value: waiting(player.isPending, <KnownNumber value={highest} />),
          ...(trophies === null || highest === null ? {} : { note: missingToBest(highest - trophies) }),
        },
        ...(learningOf(analytics) ? [] : judged),
      ]}
    />
  )
}

/** The performance score, or that the player rests and so has none. */
function performance(analytics: Analytics | undefined, waiting: (value: Stat['value']) => Stat['value']): Stat {
  if (analytics?.resting) {
    const explain = <ScoreExplain of="resting" />
    return { label: 'Performance', value: 'Silent', note: `for ${silence(analytics)}`, explain }
  }
  const score = analytics?.performance_score ?? null
  return {
    ...scored('Performance', waiting(<KnownNumber value={score} format={whole} />), score),
    explain: <ScoreExplain of="performance_score" inputs={analytics ? performanceInputs(analytics) : []} />,
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
    label: 'Days played',
    value: waiting(<KnownNumber value={active} />),
    ...(active === null ? {} : { note: `of ${count(known, 'known day')}` }),
    explain: (
      <ScoreExplain of="activity_score" inputs={[['Activity score', <KnownNumber key="score" value={score} />]]} />
    ),
  }
}

/** The length of a silence: `16 days`, `at least 30 days`. */
export function silence({ days_silent: days, silent_at_least }: Analytics): string {
  return daysText(days ?? RESTING_DAYS, silent_at_least)
}

const whole = (value: number) => String(Math.round(value))

function missingToBest(missing: number): string {
  return missing <= 0 ? 'best ever' : `${formatThousands(missing)} to beat`
}

function scored(label: string, value: Stat['value'], score: number | null): Stat {
  return { label, value, ...(score === null ? {} : { note: scoreBand(score) }) }
}

type Analytics = Answer<'GET /api/browse/player/{tag}/analytics'>

export function performanceInputs(analytics: Analytics): [label: string, value: ReactNode][] {
  const { activity_score, consistency_rating, improvement_trend } = analytics.activity_analysis
  const rows = [
    ['Trophy percentile', analytics.trophy_percentile],
    ['Activity', activity_score],
    ['Consistency', consistency_rating],
    ['Improvement trend', improvement_trend],
  ] as const
  return rows.map(([label, value]) => [
    label,
    <KnownNumber key={label} value={value} format={(number) => number.toFixed(1)} />,
  ])
}

type NoticeProps = {
  analytics: Analytics | undefined
  player: Answer<'GET /api/browse/player/{tag}'> | undefined
}

/** How the week went, in one sentence. With little history, how far the learning is. */
export function PlayerAnalyticsNotice({ analytics, player }: NoticeProps) {
  const learning = learningOf(analytics)
  const sentence = analytics && !learning ? analytics.summary : player && playerSentence(player)
  return (
    <>
      {sentence && <Highlight sentence={sentence} />}
      {analytics && learning && (
        <LearningNotice
          learning={learning}
          reason={analytics.unavailable_reason}
          availableOn={analytics.available_on}
          what="performance, activity and the place in the club"
        />
      )}
    </>
  )
}

type KnownPlayer = { trophies: number; club: { name: string } | null }

/** A sentence about a player who has no analytics yet. */
export function playerSentence({ trophies, club }: KnownPlayer): string {
  const home = club ? `, plays in ${plainName(club.name)}` : ''
  return `This player has ${formatThousands(trophies)} trophies${home}.`
}
