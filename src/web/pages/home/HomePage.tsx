import { type ReactElement, Suspense } from 'react'
import { SECOND_MS } from '#shared/days.ts'
import { percent } from '#shared/number-format.ts'
import type { EntityType } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { type Answer, hasAnswered } from '#web/app/api-client.ts'
import { query, useQuery, useSite } from '#web/app/queries.ts'
import { ExampleTags } from '#web/chrome/ExampleTags.tsx'
import { TagSearch } from '#web/chrome/TagSearch.tsx'
import { Link } from '#web/router/Link.tsx'
import { Dolphin } from '#web/ui/Dolphin.tsx'
import { Explain } from '#web/ui/Explain.tsx'
import { lazyPart, lazySection } from '#web/ui/LazyPart.tsx'
import { EmptyState, ErrorState, StaleNotice } from '#web/ui/Notice.tsx'
import { useBeginning } from '#web/ui/RelativeTime.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { useServed } from '#web/ui/served.ts'
import { saidOnly, Text } from '#web/ui/Text.tsx'
import { CallToAction } from './CallToAction.tsx'
import { ClubCard, PlayerCard } from './EntityCard.tsx'

/** Clubs and players that the home page asks for, and those of each that it features. */
const HOME_BROWSE_LIMIT = 12
const HOME_FEATURED = 6
/** Clubs that it shows by turns. */
const HOME_SHOWN = 3

/** How long the page shows the same club. The server makes the page anew as often. */
const TURN_MS = 30 * SECOND_MS

/** The search, a club as it is now, the size of the platform, and featured clubs and players. */
export function HomePage() {
  const stats = useQuery(query('GET /api/browse/stats', undefined))
  const entities = useQuery(query('GET /api/browse/entities', { query: { limit: HOME_BROWSE_LIMIT } }))
  const calls = [stats, entities]
  // A server that refuses these calls still answers: the page then shows zeros and empty lists.
  const unanswered = calls.filter(({ error }) => error && !hasAnswered(error))
  const failure = unanswered.find(({ data }) => data === undefined)?.error
  const stale = unanswered.find(({ data }) => data !== undefined)?.error?.message ?? null
  // Another club at each visit, of the liveliest ones. The browser begins with the one that the server showed.
  const turn = Math.floor(useBeginning() / TURN_MS)
  const shownClubs = entities.data?.clubs?.filter(isGoodExample).toSorted(byLiveliness).slice(0, HOME_SHOWN) ?? []
  const shownClub = shownClubs[turn % shownClubs.length]
  const reload = () => void Promise.all([stats.refetch(), entities.refetch()])
  return (
    <>
      <OwnPanels />
      <Hero />
      {failure ? (
        <ErrorState
          title={t('home.failure')}
          message={`${failure.message || t('home.failed')} ${t('home.tryRefresh')}`}
          onRetry={reload}
          retrying={stats.isFetching || entities.isFetching}
          retryLabel={t('ui.refresh')}
        />
      ) : (
        <>
          <StaleNotice failure={stale} />
          <Findings tag={shownClub?.club_tag} listed={entities.data?.clubs ?? []} />
          <PlatformOverview stats={stats.data} loading={stats.isPending} />
          <div className="grid grid-cols-1 items-start gap-x-6 lg:grid-cols-2">
            <Featured
              title={t('home.featuredClubs')}
              to="/browse/clubs"
              empty={t('home.noFeaturedClubs')}
              loading={entities.isPending}
            >
              {entities.data?.clubs?.slice(0, HOME_FEATURED).map((club, place) => (
                <ClubCard key={club.club_tag} club={club} leads={place === 0} />
              ))}
            </Featured>
            <Featured
              title={t('home.topPlayers')}
              to="/browse/players"
              empty={t('home.noTopPlayers')}
              loading={entities.isPending}
            >
              {entities.data?.players?.slice(0, HOME_FEATURED).map((player, place) => (
                <PlayerCard key={player.player_tag} player={player} leads={place === 0} />
              ))}
            </Featured>
          </div>
        </>
      )}
      <CallToAction />
    </>
  )
}

type ListedClub = NonNullable<Answer<'GET /api/browse/entities'>['clubs']>[number]
type Listed = Pick<ListedClub, 'analytics_available' | 'gain_7d' | 'known_members'>

/** A club that shows what the site can tell: it grows, and enough of its members are known. */
export function isGoodExample({ analytics_available, gain_7d, known_members }: Listed): boolean {
  return analytics_available && (gain_7d ?? 0) > 0 && (known_members ?? 0) >= LEAST_KNOWN
}

const LEAST_KNOWN = 5

/** The liveliest club first: a large share of it plays, and its week is told without who joined and left. */
function byLiveliness(one: ListedClub, other: ListedClub): number {
  return liveliness(other) - liveliness(one)
}

function liveliness({ activity_score, gain_7d, growth_7d }: ListedClub): number {
  return (activity_score ?? 0) - (gain_7d === growth_7d ? 0 : MOVES_COUNT)
}

/** In percent of active members. */
const MOVES_COUNT = 20

const MePanel = lazyPart(
  () => import('#web/chrome/Me.tsx').then((file) => file.MePanel),
  () => null,
)
const MyClubPanel = lazyPart(
  () => import('#web/chrome/MyClub.tsx').then((file) => file.MyClubPanel),
  () => null,
)

/** The page opens on what is the visitor's, where they have named it; its room is kept free from the first paint on. */
function OwnPanels() {
  const served = useServed()
  const has = (kind: EntityType) => !served && kind in document.documentElement.dataset
  return (
    <>
      <div className="mb-4 hidden min-h-96 in-data-player:block sm:min-h-72">
        <Suspense>{has('player') && <MePanel />}</Suspense>
      </div>
      <div className="mb-6 hidden min-h-48 in-data-club:block sm:min-h-40">
        <Suspense>{has('club') && <MyClubPanel />}</Suspense>
      </div>
    </>
  )
}

const LivingClub = lazySection(() => import('./LivingClub.tsx').then((file) => file.LivingClub), {
  pending: <Skeleton className="h-160 rounded-lg" />,
})
const SeasonExample = lazySection(() => import('./LivingClub.tsx').then((file) => file.SeasonExample))

/** What the site can tell, shown on a club of now; in words where there is no club with analytics yet. */
function Findings({ tag, listed }: { tag: string | undefined; listed: readonly { club_tag: string }[] }) {
  const { example_club_tag: example } = useSite()
  const words = <p className="max-w-prose text-mut">{t('home.words')}</p>
  return (
    <section aria-labelledby="features">
      <h2 id="features" className="mb-3 text-xl font-semibold">
        {t('home.findOut')}
      </h2>
      {tag === undefined ? words : <LivingClub key={tag} tag={tag} otherwise={words} />}
      {/* Before the example club is collected, asking for it would make this page a 404. */}
      {listed.some(({ club_tag }) => club_tag === example) && <SeasonExample />}
    </section>
  )
}

/** What the site is for, and the search. */
function Hero() {
  return (
    <section className="relative pb-12 max-lg:mb-5 sm:pt-10 sm:pb-16">
      <div className="max-w-2xl">
        <Dolphin className="float-right ms-3 mt-1 h-20 w-24 -rotate-6 lg:hidden" />
        <h1 className="text-hero font-extrabold text-balance">{t('home.title')}</h1>
        <p className="mt-4 max-w-xl text-lg text-mut max-sm:text-base">{t('home.lead')}</p>
        <div className="mt-5 max-w-xl sm:mt-7">
          <TagSearch large />
        </div>
        <div className="mt-4">
          <ExampleTags />
        </div>
      </div>
      <Scene />
      <Surface />
    </section>
  )
}

/** The surface of the water: what the site tells lies below it. */
function Surface() {
  return (
    <svg
      aria-hidden="true"
      className="absolute inset-x-0 bottom-0 h-6 w-full text-acc lg:hidden"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
    >
      <pattern id="surface" width="40" height="24" patternUnits="userSpaceOnUse">
        <path d="M-10 8q10 8 20 0t20 0 20 0" />
        <path d="M-20 18q10 6 20 0t20 0 20 0" opacity=".4" />
      </pattern>
      <rect width="100%" height="24" stroke="none" fill="url(#surface)" />
    </svg>
  )
}

/** A dolphin over three waves, on wide screens. Others have a small dolphin beside the title. */
function Scene() {
  return (
    <div aria-hidden="true" className="absolute end-0 bottom-6 hidden w-88 lg:block">
      <Dolphin className="ms-16 h-52 w-60 -rotate-6" />
      <svg
        aria-hidden="true"
        viewBox="0 0 350 80"
        className="-mt-6 w-full text-acc"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
      >
        <path d="M8 20q28-18 56 0t56 0 56 0 56 0 56 0 54 0" strokeWidth="5" />
        <path d="M40 44q22-14 44 0t44 0 44 0 44 0 44 0 44 0" strokeWidth="4" opacity=".55" />
        <path d="M86 66q18-11 36 0t36 0 36 0 36 0 36 0" strokeWidth="3" opacity=".3" />
      </svg>
    </div>
  )
}

type OverviewProps = { stats: Answer<'GET /api/browse/stats'> | undefined; loading: boolean }

/** How many clubs and players are tracked, in one line; zeros if the server gives no figures. */
function PlatformOverview({ stats, loading }: OverviewProps) {
  const { clubs = 0, players = 0 } = stats?.analytics_coverage ?? {}
  const figures = [
    ['home.clubsTracked', stats?.total_clubs ?? 0],
    ['home.playersTracked', stats?.total_players ?? 0],
  ] as const
  return (
    <section aria-labelledby="overview" className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-1 text-mut">
      <h2 id="overview" className="sr-only">
        {t('home.overview')}
      </h2>
      {loading && <Skeleton className="h-6 w-72" />}
      {!loading &&
        figures.map(([id, count]) => (
          <p key={id}>
            <Text id={id} values={{ count, b: (number) => <b className="text-ink">{number}</b> }} />
          </p>
        ))}
      <Explain label={t('home.coverage')}>
        <p>{t('home.coverageWords', { clubs: percent(clubs ?? 0), players: percent(players ?? 0) })}</p>
      </Explain>
    </section>
  )
}

type FeaturedProps = {
  title: string
  to: '/browse/clubs' | '/browse/players'
  empty: string
  loading: boolean
  children: ReactElement[] | undefined
}

const LIST = 'grid divide-y divide-edge overflow-hidden rounded-lg border border-edge bg-card'

/** A few clubs or players, the most popular first, with a link to the whole list. */
function Featured({ title, to, empty, loading, children = [] }: FeaturedProps) {
  return (
    <section aria-label={title} className="mt-10 max-sm:late-129">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <div>
          <h2 className="text-xl font-semibold">{title}</h2>
          <p className="text-sm text-mut">{t('home.mostViewed')}</p>
        </div>
        <Link to={to} className="link tap inline-flex min-h-6 shrink-0 items-center">
          <Text id="home.viewAll" values={{ list: title, said: saidOnly }} />
        </Link>
      </div>
      {loading && (
        <SkeletonGroup
          label={t('home.loading', { list: title })}
          count={HOME_FEATURED}
          className="grid gap-2"
          itemClassName="h-14 rounded-lg first:h-24"
        />
      )}
      {!loading && children.length === 0 && <EmptyState title={empty} hint={t('home.searchATag')} />}
      {children.length > 0 && <div className={LIST}>{children}</div>}
    </section>
  )
}
