import { usePrefetchQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { clubType, entryBar } from '#shared/club-offer.ts'
import { countryName } from '#shared/game-names.ts'
import { CLUB_SEATS } from '#shared/limits.ts'
import { plainName } from '#shared/plain-name.ts'
import { normaliseTag } from '#shared/tag.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { type PageProps, trackerTitle, useDocumentTitle } from '#web/app/addresses.ts'
import type { Answer } from '#web/app/api-client.ts'
import {
  clubAnalyticsQuery,
  clubBattlesQuery,
  clubForecastQuery,
  clubGoalQuery,
  clubProgressionQuery,
  clubQuery,
  clubQueueQuery,
  clubRankedQuery,
  heatmapQuery,
  memberScoresQuery,
  rosterQuery,
  similarClubsQuery,
} from '#web/app/entity-queries.ts'
import { useArt, useQuery } from '#web/app/queries.ts'
import { EntityFailure, isUnknownEntity } from '#web/chrome/EntityFailure.tsx'
import { BelowPending, EntityHero, HeroPending, PageSections } from '#web/chrome/EntityHero.tsx'
import { lazySection, useAskedWithPage } from '#web/ui/LazyPart.tsx'
import { learningOf } from '#web/ui/learning.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useTimeframe } from '#web/ui/timeframe.ts'

const ClubWeek = lazySection(() => import('./ClubWeek.tsx').then((file) => file.ClubWeek), {
  pending: <Skeleton className="h-20 rounded-lg" />,
  className: 'pt-2 lg:order-first',
})
const ClubOverview = lazySection(() => import('./ClubOverview.tsx').then((file) => file.ClubOverview), {
  pending: <Skeleton className="h-44 rounded-lg" />,
  className: 'grid grid-cols-1 lg:order-first lg:row-start-2',
})
const WhoStandsOut = lazySection(() => import('./WhoStandsOut.tsx').then((file) => file.WhoStandsOut), {
  pending: <Skeleton className="h-120 rounded-lg" />,
  className: 'grid grid-cols-1 lg:col-span-2',
})
const MyClubRow = lazySection(() => import('./WhoStandsOut.tsx').then((file) => file.MyClubRow), {
  pending: <div className="h-11" />,
})
const ClubHours = lazySection(() => import('./ClubPlay.tsx').then((file) => file.ClubHours), {
  pending: <Skeleton className="h-32 rounded-lg sm:h-100" />,
  className: 'grid grid-cols-1',
})
const ClubHealth = lazySection(() => import('./ClubHealth.tsx').then((file) => file.ClubHealth), {
  pending: <Skeleton className="h-80 rounded-lg" />,
  className: 'grid grid-cols-1 lg:col-span-2 lg:col-start-2 lg:row-span-2 lg:row-start-1',
})
const ClubGoal = lazySection(() => import('./ClubGoal.tsx').then((file) => file.ClubGoal), { className: 'contents' })
const ClubDetails = lazySection(() => import('./ClubDetails.tsx').then((file) => file.ClubDetails), {
  pending: <BelowPending />,
  className: 'grid grid-cols-1 gap-2.5 sm:gap-4',
})

const SECTIONS = [
  ['health', 'club.navHealth'],
  ['attention', 'club.look'],
  ['hours', 'club.hours'],
  ['trophies', 'ui.trophies'],
  ['scorecards', 'club.navScores'],
  ['activity', 'ui.activity'],
  ['play', 'club.play'],
  ['similar', 'club.similar'],
  ['members', 'ui.members'],
  ['ranked', 'club.ranked'],
  ['events', 'club.navEvents'],
] as const satisfies readonly (readonly [id: string, name: PlainTextId])[]

/** What is certain, and stands on the page also while nothing can be judged yet, in the order that it has then. */
const CERTAIN = ['hours', 'trophies', 'members', 'play', 'ranked', 'events']
const CERTAIN_SECTIONS = CERTAIN.flatMap((certain) => SECTIONS.filter(([id]) => id === certain))

function Sections({ isLearning }: { isLearning: boolean }) {
  const sections = useMemo(() => {
    return (isLearning ? CERTAIN_SECTIONS : SECTIONS).map(([id, name]) => [id, t(name)] as const)
  }, [isLearning])
  return <PageSections sections={sections} />
}

/**
 * On a wide screen the page's head is the week and the figures with the pod beside them, and two cards share the row
 * below. They end at one height. Where one of them failed, all have the whole width. The parts stand in the order of a
 * phone, so that none moves when the next one arrives, and a keyboard follows it: the figures come last, since the pod and
 * who stands out have most of them already.
 */
const SIDE_BY_SIDE = 'lg:not-has-[[data-failed]]:grid lg:grid-cols-[5fr_2fr_5fr] lg:grid-rows-[auto_1fr]'

/** Analytics of one club. Without a valid tag the page makes no call. */
export function ClubPage({ tag }: Pick<PageProps, 'tag'>) {
  return normaliseTag(tag) === null ? <NoClub tag={tag} /> : <Club key={tag} tag={tag} />
}

function NoClub({ tag }: { tag: string }) {
  useDocumentTitle(trackerTitle())
  return <EntityFailure kind="club" tag={tag} error={null} />
}

function Club({ tag }: { tag: string }) {
  const club = useQuery(clubQuery(tag))
  const analytics = useQuery(clubAnalyticsQuery(tag))
  const [days, setDays] = useTimeframe()
  // The parts below need these answers. Their calls start now, and not only when the code of the parts has loaded.
  usePrefetchQuery(clubProgressionQuery(tag, days))
  usePrefetchQuery(memberScoresQuery(tag, days))
  usePrefetchQuery(rosterQuery(tag))
  usePrefetchQuery(clubQueueQuery(tag))
  usePrefetchQuery(clubGoalQuery(tag))
  useAskedWithPage(heatmapQuery(tag, days))
  useAskedWithPage(clubBattlesQuery(tag, days))
  useAskedWithPage(clubForecastQuery(tag))
  useAskedWithPage(similarClubsQuery(tag))
  useAskedWithPage(clubRankedQuery(tag))
  useDocumentTitle(trackerTitle(club.data && plainName(club.data.name)))
  const failure = <EntityFailure kind="club" tag={tag} error={club.error} />
  const lost = club.isError && (analytics.isError || isUnknownEntity(club.error))
  if (!club.data && lost) return failure
  const isLearning = learningOf(analytics.data) !== null
  return (
    <div>
      {club.data && <ClubHeader club={club.data} />}
      {!club.data && club.isError && failure}
      {club.isPending && <HeroPending label={t('club.loading')} />}
      {club.data && <OfItself club={club.data} />}
      <Sections isLearning={isLearning} />
      <div data-failures />
      <div className="grid grid-cols-1 gap-2.5 sm:gap-4">
        <div className={`flex flex-col gap-2.5 sm:gap-4 ${isLearning ? '' : SIDE_BY_SIDE}`}>
          <ClubWeek analytics={analytics.data} club={club.data} />
          {!isLearning && <ClubHealth tag={tag} days={days} />}
          {!isLearning && <WhoStandsOut tag={tag} days={days} />}
          <ClubHours tag={tag} days={days} />
          <ClubOverview tag={tag} days={days} />
        </div>
        <ClubGoal tag={tag} />
        <ClubDetails tag={tag} days={days} onDays={setDays} />
      </div>
    </div>
  )
}

type ClubAnswer = Answer<'GET /api/browse/club/{tag}'>

function ClubHeader({ club }: { club: ClubAnswer }) {
  const { type, requiredTrophies, country } = club
  const art = useArt('club', club.badge_id)
  const facts = [
    { key: 'type', text: type === null ? null : clubType(type) },
    { key: 'required', text: requiredTrophies === null ? null : entryBar(requiredTrophies, inWords) },
    { key: 'members', text: t('club.membersOf', { members: club.memberCount, most: CLUB_SEATS }) },
    { key: 'country', text: country === null ? null : countryName(country) },
  ].filter(({ text }) => text !== null)
  return (
    <EntityHero
      kind="club"
      tag={club.tag}
      name={club.name}
      art={art}
      facts={facts}
      lastUpdated={club.last_updated}
      trackedSince={club.tracked_since}
      stale={club.stale}
    />
  )
}

/** What the club says of itself, and whether it is the visitor's. */
function OfItself({ club: { tag, name, description } }: { club: ClubAnswer }) {
  return (
    <div className="mt-2 sm:flex sm:items-center sm:justify-between sm:gap-4">
      {description && (
        <p dir="auto" className="line-clamp-6 text-mut max-sm:line-clamp-2 max-sm:text-sm">
          {description}
        </p>
      )}
      <MyClubRow tag={tag} name={name} />
    </div>
  )
}

const inWords = (trophies: string) => t('club.bar', { trophies })
