import { useQuery } from '@tanstack/react-query'
import type { Timeframe } from '#shared/days.ts'
import { abbreviate, percent, signed } from '#shared/number-format.ts'
import type { Answer } from '#web/app/api-client.ts'
import { clubAnalyticsQuery, clubProgressionQuery, clubQuery } from '#web/app/entity-queries.ts'
import { Sparkline } from '#web/charts/TrophyLine.tsx'
import { sinceStart, trendPoints } from '#web/charts/trophy-points.ts'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { learningOf } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { KnownNumber, type Stat, StatGrid, trendOf } from '#web/ui/StatGrid.tsx'
import { moves } from './WhatMoved.tsx'

/** The club's key figures. Each one appears as soon as its own call has an answer. */
export function ClubOverview({ tag, days }: { tag: string; days: Timeframe }) {
  const club = useQuery(clubQuery(tag))
  const analytics = useQuery(clubAnalyticsQuery(tag))
  const progression = useQuery(clubProgressionQuery(tag, days))
  const learning = learningOf(analytics.data)
  const waiting = (pending: boolean, value: Stat['value']) => (pending ? <Skeleton className="h-8 w-24" /> : value)
  const {
    active_members = null,
    ghost_members = null,
    members_known_7d = null,
  } = analytics.data?.member_performance_summary ?? {}
  const judged = [
    activeMembers(waiting(analytics.isPending, <ActiveOf active={active_members} known={members_known_7d} />), {
      percent: analytics.data?.club_health_metrics.activity_score ?? null,
      inputs: activityInputs(analytics.data),
    }),
    ghostMembers(waiting(analytics.isPending, <KnownNumber value={ghost_members} />), ghost_members),
    weeklyGrowth(analytics.data?.club_health_metrics, (value) => waiting(analytics.isPending, value)),
  ]
  const certain: Stat[] = [
    { label: 'Members', value: waiting(club.isPending, <KnownNumber value={club.data?.memberCount} />) },
  ]
  return (
    <StatGrid
      id="overview"
      label="Overview"
      stats={[
        {
          label: 'Club trophies',
          value: waiting(club.isPending, <KnownNumber value={club.data?.trophies} format={abbreviate} />),
          ...(progression.data && gainOf(progression.data.summary)),
          ...(progression.data && {
            figure: <Sparkline values={[0, ...sinceStart(trendPoints(progression.data)).map(({ value }) => value)]} />,
          }),
        },
        ...(learning ? certain : judged),
      ]}
    />
  )
}

type Analytics = Answer<'GET /api/browse/club/{tag}/analytics'>
type Summary = Answer<'GET /api/analytics/club/{tag}/trophy-progression'>['summary']

/** What was won by play, and the gain in all where members brought or took the rest. */
function gainOf({ total_gain: total, total_gain_played: played = null, span_days: span }: Summary): Partial<Stat> {
  if (total === null) return {}
  if (played === null || played === total) return { trend: trendOf(total, `${signed(total)} in ${span} d`) }
  return { trend: trendOf(played, `${signed(played)} played in ${span} d`), note: `${signed(total)} in all` }
}

function ActiveOf({ active, known }: { active: number | null; known: number | null }) {
  return (
    <>
      <KnownNumber value={active} />
      {known !== null && <span className="text-xl font-semibold text-mut"> of {known}</span>}
    </>
  )
}

type ActiveShare = { percent: number | null; inputs: ReturnType<typeof activityInputs> }

function activeMembers(value: Stat['value'], { percent: share, inputs }: ActiveShare): Stat {
  return {
    label: 'Active members',
    value,
    ...(share === null ? {} : { note: `${percent(share)} in the last 7 days` }),
    explain: <ScoreExplain of="active_members" inputs={inputs} />,
  }
}

/** The numbers behind everything that a page says about active members. */
export function activityInputs(analytics: Analytics | undefined) {
  const { active_members, members_known_7d, newcomers, unseen_members } = analytics?.member_performance_summary ?? {}
  const rows = [
    ['Active in 7 days', active_members],
    ['Known here for 7 days', members_known_7d],
    ['Too new to tell', newcomers],
    ['Not seen in 7 days', unseen_members],
  ] as const
  return rows.map(([label, value]) => [label, <KnownNumber key={label} value={value} />] as const)
}

function ghostMembers(value: Stat['value'], ghosts: number | null): Stat {
  return {
    label: 'Ghost members',
    value,
    ...(ghosts === null ? {} : { note: ghosts === 0 ? 'nobody is silent' : 'silent for 7 days and more' }),
    explain: <ScoreExplain of="ghost_members" />,
  }
}

type Health = Analytics['club_health_metrics']

/** The growth of a week: what was played where that is known, with the total beside it. */
function weeklyGrowth(health: Health | undefined, waiting: (value: Stat['value']) => Stat['value']): Stat {
  const {
    trophy_growth_7d: total = null,
    trophy_growth_7d_played: played = null,
    growth_span_days: span,
  } = health ?? {}
  const shown = played ?? total
  const share = (played === null ? health?.trophy_growth_7d_percent : health?.trophy_growth_7d_played_percent) ?? null
  const inAll = played === null ? 'with who joined and left' : played !== total && `${signed(total ?? 0)} in all`
  const inputs = moves([played, health?.trophy_growth_7d_joined, health?.trophy_growth_7d_left, total])
  return {
    label: `Trophy growth ${span ?? GROWTH_DAYS} d`,
    value: waiting(<KnownNumber value={shown} format={signed} />),
    ...(shown !== null && share !== null && { trend: trendOf(shown, signed(share, percent)) }),
    ...(shown !== null && inAll && { note: inAll }),
    explain: <ScoreExplain of="trophy_growth_7d" inputs={inputs} />,
  }
}

const GROWTH_DAYS = 7
