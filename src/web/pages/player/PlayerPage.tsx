import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { thousands } from '#shared/number-format.ts'
import { plainName } from '#shared/plain-name.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { type Answer, ApiError } from '#web/app/api-client.ts'
import { trackerTitle, useDocumentTitle } from '#web/app/document-title.ts'
import { playerAnalyticsQuery, playerProgressionQuery, playerQuery } from '#web/app/entity-queries.ts'
import type { PageProps } from '#web/app/page-props.ts'
import { useArt } from '#web/app/queries.ts'
import { buttonStyle } from '#web/ui/Button.tsx'
import { BelowPending, EntityHero, HeroPending, PageSections, useRefresh } from '#web/ui/EntityHero.tsx'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { ErrorState } from '#web/ui/Notice.tsx'
import { countryName, roleName } from '#web/ui/names.ts'
import { lazyPart } from '#web/ui/Skeleton.tsx'
import { useTimeframe } from '#web/ui/TimeframeChoice.tsx'
import { PlayerAnalyticsNotice, PlayerOverview } from './PlayerOverview.tsx'

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
export function PlayerPage({ tag }: Pick<PageProps, 'tag'>) {
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

type PlayerOfPlayerHeader = Answer<'GET /api/browse/player/{tag}'>
type Props = { player: PlayerOfPlayerHeader; onRefresh: () => void; refreshing: boolean }

function PlayerHeader({ player, onRefresh, refreshing }: Props) {
  const art = useArt('player', player.icon_id)
  return (
    <div className="grid gap-2">
      <EntityHero
        kind="Player"
        tag={player.tag}
        name={player.name}
        art={art}
        facts={facts(player)}
        lastUpdated={player.last_updated}
        trackedSince={player.tracked_since}
        stale={player.stale}
        onRefresh={onRefresh}
        refreshing={refreshing}
      />
      {player.battles_missed && (
        <p className="text-sm text-warn">
          Some battles missed: the game shows only the newest 25, and more were played between two scans.
        </p>
      )}
    </div>
  )
}

function facts({ expLevel, club, country }: PlayerOfPlayerHeader): { key: string; text: ReactNode }[] {
  const membership = club && (
    <>
      {club.role && `${roleName(club.role)} of `}
      <EntityLink
        to="/club/$tag"
        tag={club.tag}
        name={club.name}
        className="inline-block max-w-64 align-bottom"
        clipped
      />
    </>
  )
  return [
    ...(expLevel === null ? [] : [{ key: 'level', text: `Level ${thousands(expLevel)}` }]),
    { key: 'club', text: membership ?? 'No club' },
    ...(country === null ? [] : [{ key: 'country', text: countryName(country) }]),
  ]
}

type PlayerFailureProps = {
  tag: string
  /** Null when the address holds no tag at all. */
  error: Error | null
  onRetry?: () => void
  retrying?: boolean
}

/** True when the server knows no such player. */
function isNotFound(error: Error): boolean {
  return error instanceof ApiError && error.status === 404
}

/** The page's own failure, with a way back; what nobody searched yet can be searched. */
function PlayerFailure({ tag, error, onRetry, retrying = false }: PlayerFailureProps) {
  const missing = error !== null && isNotFound(error)
  return (
    <ErrorState
      title={missing ? 'Player data not found' : 'Unable to load player analytics'}
      message={messageOf(tag, error)}
      {...(!missing && onRetry && { onRetry, retrying })}
    >
      {missing && !isHidden(error) && (
        <Link to="/search/$tag" params={{ tag: tagInPath(tag) }} className={buttonStyle()}>
          Search for this player
        </Link>
      )}
      <Link to="/browse/players" className={buttonStyle('outline')}>
        Browse other players
      </Link>
    </ErrorState>
  )
}

function messageOf(tag: string, error: Error | null): string {
  if (error === null) return 'Invalid search tag: a tag has 3 to 14 of the letters 0289PYLQGRJCUV.'
  const unknown = isNotFound(error) && !isHidden(error)
  return unknown ? `Nobody has searched for ${tag} here yet. A search asks the game.` : error.message
}

function isHidden(error: Error): boolean {
  return error instanceof ApiError && error.code === 'player_hidden'
}
