import { useQuery } from '@tanstack/react-query'
import type { Timeframe } from '#shared/timeframe.ts'
import { clubAnalyticsQuery, clubProgressionQuery, clubQuery } from '../../api/club-queries.ts'
import { abbreviate, percent, signed } from '../../format/abbreviate.ts'
import { Sparkline } from '../../ui/charts/Sparkline.tsx'
import { sinceStart } from '../../ui/charts/since-start.ts'
import { KnownNumber } from '../../ui/KnownNumber.tsx'
import { ScoreExplain } from '../../ui/ScoreExplain.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Stat, StatGrid } from '../../ui/StatGrid.tsx'
import { trendOf } from '../../ui/trend-of.ts'
import { trendPoints } from '../../ui/trend-points.ts'

/** The club's key figures; each stands as soon as its own call has answered. */
export function ClubOverview({ tag, days }: { tag: string; days: Timeframe }) {
  const club = useQuery(clubQuery(tag))
  const analytics = useQuery(clubAnalyticsQuery(tag))
  const progression = useQuery(clubProgressionQuery(tag, days))
  const { active_members: active = null, ghost_members: ghosts = null } =
    analytics.data?.member_performance_summary ?? {}
  const { trophy_growth_7d: growth = null, trophy_growth_7d_percent: share = null } =
    analytics.data?.club_health_metrics ?? {}
  const gain = progression.data?.summary.total_gain ?? null
  const members = club.data?.memberCount ?? null
  const waiting = (pending: boolean, value: Stat['value']) => (pending ? <Skeleton className="h-8 w-24" /> : value)
  return (
    <StatGrid
      id="overview"
      label="Overview"
      stats={[
        {
          label: 'Club trophies',
          value: waiting(club.isPending, <KnownNumber value={club.data?.trophies} format={abbreviate} />),
          ...(gain === null ? {} : { trend: trendOf(gain, `${signed(gain)} in ${days} d`) }),
          ...(progression.data && {
            figure: <Sparkline values={[0, ...sinceStart(trendPoints(progression.data)).map(({ value }) => value)]} />,
          }),
        },
        activeMembers(waiting(analytics.isPending, <ActiveOf active={active} members={members} />), active, members),
        ghostMembers(waiting(analytics.isPending, <KnownNumber value={ghosts} />), ghosts),
        {
          label: 'Trophy growth 7 d',
          value: waiting(analytics.isPending, <KnownNumber value={growth} format={(value) => signed(value)} />),
          ...(growth !== null && share !== null ? { trend: trendOf(growth, signed(share, percent)) } : {}),
          explain: (
            <ScoreExplain of="trophy_growth_7d" inputs={[['Growth', <KnownNumber key="growth" value={growth} />]]} />
          ),
        },
      ]}
    />
  )
}

function ActiveOf({ active, members }: { active: number | null; members: number | null }) {
  return (
    <>
      <KnownNumber value={active} />
      {members !== null && <span className="text-xl font-semibold text-mut"> / {members}</span>}
    </>
  )
}

function activeMembers(value: Stat['value'], active: number | null, members: number | null): Stat {
  const inputs = [
    ['Active in 7 days', <KnownNumber key="active" value={active} />],
    ['Members', <KnownNumber key="members" value={members} />],
  ] as const
  return {
    label: 'Active members',
    value,
    ...(active !== null && members ? { note: `${percent((active / members) * 100)} in the last 7 days` } : {}),
    explain: <ScoreExplain of="active_members" inputs={inputs} />,
  }
}

function ghostMembers(value: Stat['value'], ghosts: number | null): Stat {
  return {
    label: 'Ghost members',
    value,
    ...(ghosts === null ? {} : { note: ghosts === 0 ? 'nobody is silent' : 'silent for 7 days and more' }),
    explain: <ScoreExplain of="ghost_members" inputs={[['Ghosts', <KnownNumber key="ghosts" value={ghosts} />]]} />,
  }
}
