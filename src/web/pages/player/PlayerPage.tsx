import { usePrefetchQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { countryName, roleName } from '#shared/game-names.ts'
import { formatThousands } from '#shared/number-format.ts'
import { plainName } from '#shared/plain-name.ts'
import { normaliseTag } from '#shared/tag.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { type PageProps, trackerTitle, useDocumentTitle } from '#web/app/addresses.ts'
import type { Answer } from '#web/app/api-client.ts'
import {
  playerAnalyticsQuery,
  playerBattlesQuery,
  playerForecastQuery,
  playerProgressionQuery,
  playerQuery,
  playerRankedQuery,
  playNowQuery,
} from '#web/app/entity-queries.ts'
import { useArt, useQuery } from '#web/app/queries.ts'
import { EntityFailure, isUnknownEntity } from '#web/chrome/EntityFailure.tsx'
import { BelowPending, EntityHero, HeroPending, PageSections } from '#web/chrome/EntityHero.tsx'
import { ThisIsMe } from '#web/chrome/ThisIsMe.tsx'
import { EntityLink, nameColour } from '#web/ui/EntityLink.tsx'
import { useFailedParts, useFailure } from '#web/ui/failed-parts.ts'
import { lazySection, useAskedWithPage } from '#web/ui/LazyPart.tsx'
import { learningOf } from '#web/ui/learning.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Text } from '#web/ui/Text.tsx'
import { useTimeframe } from '#web/ui/timeframe.ts'

const PlayerAnalyticsNotice = lazySection(
  () => import('./PlayerOverview.tsx').then((file) => file.PlayerAnalyticsNotice),
  { pending: <Skeleton className="h-20 rounded-lg" />, className: 'pt-2' },
)
const PlayerOverview = lazySection(() => import('./PlayerOverview.tsx').then((file) => file.PlayerOverview), {
  pending: <Skeleton className="h-28 rounded-lg" />,
})
const PlayNowLine = lazySection(() => import('#web/chrome/PlayNow.tsx').then((file) => file.PlayNowLine), {
  pending: <Skeleton className="h-20 rounded-lg" />,
  className: 'grid flex-1 grid-cols-1',
})
const DailyFigures = lazySection(() => import('./DailyFigures.tsx').then((file) => file.DailyFigures), {
  pending: <Skeleton className="h-48 rounded-lg" />,
  className: 'grid grid-cols-1',
})
const PlayerDetails = lazySection(() => import('./PlayerDetails.tsx').then((file) => file.PlayerDetails), {
  pending: (
    <div className="col-span-full">
      <BelowPending />
    </div>
  ),
  className: 'contents',
})

const SECTIONS = [
  ['overview', 'player.overview'],
  ['trophies', 'ui.trophies'],
  ['battles', 'player.battles'],
  ['performance', 'ui.performance'],
  ['victories', 'player.victories'],
  ['ranked', 'player.ranked'],
  ['prestige', 'score.prestige'],
  ['activity', 'ui.activity'],
  ['contribution', 'player.contribution'],
  ['milestones', 'player.milestones'],
  ['brawlers', 'player.brawlers'],
] as const satisfies readonly (readonly [id: string, name: PlainTextId])[]

/** What stands on the page only once the player can be judged. */
const JUDGED: ReadonlySet<string> = new Set(['performance', 'activity', 'contribution'])
const CERTAIN_SECTIONS = SECTIONS.filter(([id]) => !JUDGED.has(id))

function Sections({ isLearning }: { isLearning: boolean }) {
  const sections = useMemo(() => {
    return (isLearning ? CERTAIN_SECTIONS : SECTIONS).map(([id, name]) => [id, t(name)] as const)
  }, [isLearning])
  return <PageSections sections={sections} />
}

/** Analytics of one player. Without a valid tag the page makes no call. */
export function PlayerPage({ tag }: Pick<PageProps, 'tag'>) {
  return normaliseTag(tag) === null ? <NoPlayer tag={tag} /> : <Player key={tag} tag={tag} />
}

function NoPlayer({ tag }: { tag: string }) {
  useDocumentTitle(trackerTitle())
  return <EntityFailure kind="player" tag={tag} error={null} />
}

function Player({ tag }: { tag: string }) {
  const player = useQuery(playerQuery(tag))
  const analytics = useQuery(playerAnalyticsQuery(tag))
  const [days, setDays] = useTimeframe()
  const isChartFailed = useFailure(useQuery(playerProgressionQuery(tag, days))) !== undefined
  const isChartGone = useFailedParts() !== null && isChartFailed
  const [isMapsOpen, setMapsOpen] = useState(false)
  // The parts below need this answer. The call starts now, and not only when the code of the parts has loaded.
  usePrefetchQuery(playerProgressionQuery(tag, days))
  useAskedWithPage(playerBattlesQuery(tag, { days, family: 'ladder', lobby: 'people' }))
  useAskedWithPage(playerForecastQuery(tag))
  useAskedWithPage(playNowQuery(tag))
  useAskedWithPage(playerRankedQuery(tag, days))
  useAskedWithPage(playerBattlesQuery(tag, { days, family: 'ranked', lobby: 'people' }))
  useDocumentTitle(trackerTitle(player.data && plainName(player.data.name)))
  const failure = <EntityFailure kind="player" tag={tag} error={player.error} />
  const lost = player.isError && (analytics.isError || isUnknownEntity(player.error))
  if (!player.data && lost) return failure
  const isLearning = learningOf(analytics.data) !== null
  const isInTwo = !isLearning && !isMapsOpen
  // Without a best brawler nothing stands beside the chart, and it is as wide as the page.
  const hasBest = player.data?.brawlers.some(({ trophies }) => trophies !== null) ?? player.isPending
  // Nor does anything stand beside a chart that failed and is one row.
  const isOneCard = isInTwo && hasBest && !isChartGone
  return (
    <div className="pb-10">
      {player.data && <PlayerHeader player={player.data} />}
      {!player.data && player.isError && failure}
      {player.isPending && <HeroPending label={t('player.loading')} />}
      <Sections isLearning={isLearning} />
      <div data-failures />
      <div className="grid grid-cols-1 gap-3 sm:gap-4">
        <PlayerAnalyticsNotice analytics={analytics.data} player={player.data} />
        <div
          className={`grid grid-cols-1 gap-3 sm:gap-4 ${isInTwo ? 'lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]' : ''}`}
        >
          <DailyFigures tag={tag} days={days} isOneCard={isOneCard} />
          <div className="flex min-w-0 flex-col gap-3 sm:gap-4">
            {!isLearning && <PlayerOverview tag={tag} />}
            <PlayNowLine tag={tag} isOpen={isMapsOpen} onOpen={setMapsOpen} />
          </div>
          <PlayerDetails tag={tag} days={days} onDays={setDays} isOneCard={isOneCard} />
        </div>
      </div>
    </div>
  )
}

type PlayerAnswer = Answer<'GET /api/browse/player/{tag}'>

function PlayerHeader({ player }: { player: PlayerAnswer }) {
  const art = useArt('player', player.icon_id)
  return (
    <EntityHero
      kind="player"
      tag={player.tag}
      name={player.name}
      art={art}
      facts={factsOf(player)}
      lastUpdated={player.last_updated}
      trackedSince={player.tracked_since}
      stale={player.stale}
      colour={nameColour(player.name_color)}
    />
  )
}

function factsOf({ tag, name, expLevel, club, country }: PlayerAnswer): { key: string; text: ReactNode }[] {
  const link = club && (
    <EntityLink
      to="/club/$tag"
      tag={club.tag}
      name={club.name}
      className="inline-block max-w-64 align-bottom"
      clipped
    />
  )
  const membership = club?.role ? <Text id="player.roleIn" values={{ role: roleName(club.role), club: link }} /> : link
  return [
    ...(expLevel === null ? [] : [{ key: 'level', text: t('player.level', { level: formatThousands(expLevel) }) }]),
    { key: 'club', text: membership ?? t('ui.noClub') },
    ...(country === null ? [] : [{ key: 'country', text: countryName(country) }]),
    { key: 'me', text: <ThisIsMe tag={tag} name={name} /> },
  ]
}
