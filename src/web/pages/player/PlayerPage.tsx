import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { plainName } from '#shared/plain-name.ts'
import { normaliseTag } from '#shared/tag.ts'
import { playerAnalyticsQuery, playerProgressionQuery, playerQuery } from '../../api/player-queries.ts'
import { trackerTitle } from '../../format/document-title.ts'
import { BelowPending } from '../../ui/BelowPending.tsx'
import { HeroPending } from '../../ui/HeroPending.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { PageSections } from '../../ui/PageSections.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { useRefresh } from '../../ui/use-refresh.ts'
import { useTimeframe } from '../../ui/use-timeframe.ts'
import { PlayerAnalyticsNotice } from './PlayerAnalyticsNotice.tsx'
import { isNotFound, PlayerFailure } from './PlayerFailure.tsx'
import { PlayerHeader } from './PlayerHeader.tsx'
import { PlayerOverview } from './PlayerOverview.tsx'

const PlayerDetails = lazyPart(() => import('./PlayerDetails.tsx').then((file) => file.PlayerDetails))

const SECTIONS = [
  ['overview', 'Overview'],
  ['victories', 'Victories'],
  ['performance', 'Performance'],
  ['trophies', 'Trophies'],
  ['activity', 'Activity'],
  ['contribution', 'Contribution'],
  ['milestones', 'Milestones'],
  ['brawlers', 'Brawlers'],
] as const

/** Analytics of one player. The tag is canonical, with its `#`; of what is no tag nothing is asked. */
export function PlayerPage({ tag }: { tag: string }) {
  return normaliseTag(tag) === null ? <NoPlayer tag={tag} /> : <Player key={tag} tag={tag} />
}

function NoPlayer({ tag }: { tag: string }) {
  useDocumentTitle(trackerTitle())
  return <PlayerFailure tag={tag} error={null} />
}

function Player({ tag }: { tag: string }) {
  const player = useQuery(playerQuery(tag))
  const analytics = useQuery(playerAnalyticsQuery(tag))
  const [days, setDays] = useTimeframe()
  const [refreshing, refresh] = useRefresh(tag)
  // What the parts below need is asked for with the rest, not once their code is there.
  usePrefetchQuery(playerProgressionQuery(tag, days))
  useDocumentTitle(trackerTitle(player.data && plainName(player.data.name)))
  const lost = player.isError && (analytics.isError || isNotFound(player.error))
  if (!player.data && lost)
    return <PlayerFailure tag={tag} error={player.error} onRetry={refresh} retrying={refreshing} />
  return (
    <div className="pb-10">
      {player.data && <PlayerHeader player={player.data} onRefresh={refresh} refreshing={refreshing} />}
      {!player.data && player.isError && (
        <PlayerFailure tag={tag} error={player.error} onRetry={refresh} retrying={refreshing} />
      )}
      {player.isPending && <HeroPending label="Loading the player" />}
      <PageSections sections={SECTIONS} />
      <div className="grid grid-cols-1 gap-4">
        <PlayerAnalyticsNotice analytics={analytics.data} player={player.data} />
        <PlayerOverview tag={tag} />
        <Suspense fallback={<BelowPending />}>
          <PlayerDetails tag={tag} days={days} onDays={setDays} />
        </Suspense>
      </div>
    </div>
  )
}
