import type { UseQueryResult } from '@tanstack/react-query'
import { clubOffer } from '#shared/club-offer.ts'
import { countryName } from '#shared/game-names.ts'
import { BROWSE_PAGE_SIZE, SKELETON_COUNT } from '#shared/limits.ts'
import { abbreviate, count, formatThousands } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { type EntityType, normaliseTag, tagInPath } from '#shared/tag.ts'
import { type Answer, ApiError } from '#web/app/api-client.ts'
import { Link } from '#web/router/Link.tsx'
import { Monogram, PlayerName } from '#web/ui/Avatar.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { EmptyState, ErrorState } from '#web/ui/Notice.tsx'
import { LocalDay } from '#web/ui/RelativeTime.tsx'
import { SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { ScoreBar } from '#web/ui/StatGrid.tsx'
import { BROWSE_WORDS } from './browse-search.ts'

type ResultsProps = { kind: EntityType; list: UseQueryResult<Answer<'GET /api/browse/entities'>>; page: number }

const Pagination = lazySection(() => import('#web/ui/Pagination.tsx').then((file) => file.Pagination))

const GRID = 'grid gap-2 sm:grid-cols-2 sm:gap-3 xl:grid-cols-3'

/** The cards of one page, in all states. While the next page loads, the previous one stays on screen. */
export function Results({ kind, list, page }: ResultsProps) {
  const { plural, empty } = BROWSE_WORDS[kind]
  if (list.isPending) {
    const item = kind === 'club' ? 'h-32 rounded-lg sm:h-[174px]' : 'h-32 rounded-lg sm:h-[211px]'
    return <SkeletonGroup label={`Loading ${plural}`} count={SKELETON_COUNT} className={GRID} itemClassName={item} />
  }
  if (!list.data) return <Failure kind={kind} list={list} />
  const cards = [...(list.data.clubs ?? []).map(clubFacts), ...(list.data.players ?? []).map(playerFacts)]
  const pages = Math.ceil(list.data.total_entities / BROWSE_PAGE_SIZE)
  if (cards.length === 0) {
    if (pages === 0) return <EmptyState title={empty} hint="Try fewer filters. A tag that you search is tracked." />
    return (
      <EmptyState title="This page does not exist">
        <Link to="." search={(before: object) => ({ ...before, page: pages })} className={buttonStyle('outline')}>
          Last page
        </Link>
      </EmptyState>
    )
  }
  return (
    <div aria-busy={list.isPlaceholderData} className={list.isPlaceholderData ? 'opacity-60 transition-opacity' : ''}>
      <ul className={GRID}>
        {cards.map((card) => (
          <BrowseCard key={card.tag} {...card} />
        ))}
      </ul>
      <Pagination label={`Pages of ${plural}`} page={page} pages={pages} />
    </div>
  )
}

/** The status of a refusal; otherwise why there is no answer, in words. */
function reasonOf(error: Error | null): string | number | undefined {
  if (!(error instanceof ApiError) || error.status === 0) return error?.message
  return error.code === 'unreadable' ? 'unreadable answer' : error.status
}

function Failure({ kind, list: { error, refetch, isFetching } }: Omit<ResultsProps, 'page'>) {
  return (
    <ErrorState
      title="Unable to load data"
      message={`Failed to fetch ${BROWSE_WORDS[kind].plural}: ${reasonOf(error)}`}
      onRetry={() => void refetch()}
      retrying={isFetching}
    >
      <Link to="/" className={buttonStyle('outline')}>
        Back to Home
      </Link>
    </ErrorState>
  )
}

/** A club or player with its scores, or why it has none. The whole card links to its page. */
function BrowseCard({ to, tag, name, about, offer, trophies, scores, popularity, since, state }: CardFacts) {
  const shown = nameOrTag(name, tag)
  return (
    <li
      className={`relative grid min-w-0 content-start gap-2.5 rounded-lg border border-edge bg-card p-3 transition-colors duration-120 ease-calm hover:border-line hover:bg-raise sm:gap-3 sm:p-4 ${offer ? 'max-sm:in-data-waits:late-35' : 'max-sm:in-data-waits:late-28'}`}
    >
      <div className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 sm:gap-y-1.5">
        <Monogram seed={tag} name={shown} className="size-11 rounded-md max-sm:row-span-2" />
        <Link
          to={to}
          params={{ tag: tagInPath(normaliseTag(tag) ?? tag) }}
          title={shown}
          className="block min-w-0 leading-tight font-semibold no-underline after:absolute after:inset-0 after:rounded-lg"
        >
          <PlayerName name={shown} className="line-clamp-3 text-left wrap-anywhere" />
        </Link>
        <p className="text-right whitespace-nowrap max-sm:row-span-2">
          <span className="block text-lg leading-tight font-extrabold">{abbreviate(trophies)}</span>
          <span className="block text-sm text-mut">trophies</span>
        </p>
        <p className="truncate text-sm text-mut max-sm:col-start-2 sm:col-span-full">
          {about.map((part, position) => (
            <span key={part}>
              {position > 0 && ' · '}
              <PlayerName name={part} />
            </span>
          ))}
        </p>
      </div>
      {offer && <p className="text-sm">{offer}</p>}
      {scores.length > 0 && (
        <dl className="grid gap-2 text-sm max-sm:grid-flow-col max-sm:auto-cols-fr max-sm:gap-x-4">
          {scores.map(({ label, score, kind }) => (
            <ScoreBar key={label} label={label} score={score} kind={kind} compact="phone" />
          ))}
        </dl>
      )}
      <p className="flex flex-wrap justify-between gap-x-3 text-sm text-mut">
        <span>{state ?? `Popularity ${Math.round(popularity)}`}</span>
        <span>
          Since <LocalDay time={since} />
        </span>
      </p>
    </li>
  )
}

type Listed = Answer<'GET /api/browse/entities'>
type Club = NonNullable<Listed['clubs']>[number]
type Player = NonNullable<Listed['players']>[number]

type CardFacts = {
  to: '/club/$tag' | '/player/$tag'
  tag: string
  name: string
  /** The line below the name. Each part may be a name in any script. */
  about: readonly string[]
  /** What a club offers whoever looks for one; of a player tier, rating and prestige. Null where nothing is known. */
  offer: string | null
  trophies: number
  scores: readonly CardScore[]
  popularity: number
  /** When tracking began, as an ISO time. */
  since: string
  /** Why there are no scores, or fewer; null where there are all. */
  state: string | null
}

type CardScore = { label: string; score: number | null; kind: 'score' | 'activity' }

const LEARNING = 'Learning: scores need 7 days'

function clubFacts(club: Club): CardFacts {
  return {
    to: '/club/$tag',
    tag: club.club_tag,
    name: club.club_name,
    about: [count(club.member_count, 'member'), ...countryOf(club)],
    offer: clubOffer(club),
    trophies: club.trophies,
    scores: club.analytics_available ? [{ label: 'Activity', score: club.activity_score, kind: 'activity' }] : [],
    popularity: club.popularity_score,
    since: club.created_date,
    state: club.analytics_available ? null : LEARNING,
  }
}

function playerFacts(player: Player): CardFacts {
  const { analytics_available, performance_score: performance, activity_score: activity } = player
  const judged = analytics_available && performance !== null
  return {
    to: '/player/$tag',
    tag: player.player_tag,
    name: player.player_name,
    about: [player.club_name ?? 'No club', ...countryOf(player)],
    offer: laddersOf(player),
    trophies: player.trophies,
    scores: judged
      ? [
          { label: 'Performance', score: performance, kind: 'score' },
          { label: 'Activity', score: activity, kind: 'activity' },
        ]
      : [],
    popularity: player.popularity_score,
    since: player.created_date,
    state: judged ? null : analytics_available && activity !== null ? 'Silent for 14+ days' : LEARNING,
  }
}

function laddersOf({ ranked, prestige }: Player): string | null {
  const standing = ranked && [ranked.tier, ranked.rating === null ? null : formatThousands(ranked.rating)]
  const known = [...(standing ?? []), prestige === null ? null : `Prestige ${prestige}`].filter((part) => part !== null)
  return known.length === 0 ? null : known.join(' · ')
}

function countryOf({ country }: { country: string | null }): string[] {
  return country === null ? [] : [countryName(country)]
}
