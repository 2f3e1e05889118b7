import { useQuery } from '@tanstack/react-query'
import { plainName } from '#shared/plain-name.ts'
import { trackerTitle } from '../../format/document-title.ts'
import { HeroPending } from '../../ui/HeroPending.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useRefresh } from '../../ui/use-refresh.ts'
import { useTimeframe } from '../../ui/use-timeframe.ts'
import { ActivityAnalysis } from './ActivityAnalysis.tsx'
import { BrawlerTable } from './BrawlerTable.tsx'
import { ClubContribution } from './ClubContribution.tsx'
import { Milestones } from './Milestones.tsx'
import { PerformanceAnalytics } from './PerformanceAnalytics.tsx'
import { PlayerAnalyticsNotice } from './PlayerAnalyticsNotice.tsx'
import { isNotFound, PlayerFailure } from './PlayerFailure.tsx'
import { PlayerHeader } from './PlayerHeader.tsx'
import { PlayerOverview } from './PlayerOverview.tsx'
import { playerAnalyticsQuery, playerQuery } from './player-queries.ts'
import { TrophyChart } from './TrophyChart.tsx'
import { VictoryStats } from './VictoryStats.tsx'

/** Analytics of one player. The tag is canonical, with its `#`. */
export function PlayerPage({ tag }: { tag: string }) {
  return <Player key={tag} tag={tag} />
}

function Player({ tag }: { tag: string }) {
  const player = useQuery(playerQuery(tag))
  const analytics = useQuery(playerAnalyticsQuery(tag))
  const [days, setDays] = useTimeframe()
  const [refreshing, refresh] = useRefresh(tag)
  useDocumentTitle(trackerTitle(player.data && plainName(player.data.name)))
  const lost = player.isError && (analytics.isError || isNotFound(player.error))
  if (!player.data && lost)
    return <PlayerFailure tag={tag} error={player.error} onRetry={refresh} retrying={refreshing} />
  return (
    <div className="grid gap-4 pb-10">
      {player.data && <PlayerHeader player={player.data} onRefresh={refresh} refreshing={refreshing} />}
      {!player.data && player.isError && (
        <PlayerFailure tag={tag} error={player.error} onRetry={refresh} retrying={refreshing} />
      )}
      {player.isPending && <HeroPending label="Loading the player" />}
      <PlayerAnalyticsNotice analytics={analytics.data} player={player.data} />
      <PlayerOverview tag={tag} />
      <div className="grid gap-4 lg:grid-cols-2">
        <VictoryStats tag={tag} />
        <PerformanceAnalytics tag={tag} />
      </div>
      <TrophyChart tag={tag} days={days} onDays={setDays} />
      <ActivityAnalysis tag={tag} />
      <div className="grid gap-4 lg:grid-cols-2">
        <ClubContribution tag={tag} />
        <Milestones tag={tag} />
      </div>
      <BrawlerTable tag={tag} />
    </div>
  )
}
