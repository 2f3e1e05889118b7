import type { ReactNode } from 'react'
import { nameOrTag } from '#shared/plain-name.ts'
import { daysSeen, periodWords, REVIEW_DAYS, reviewPeriod, SEASON_DAYS } from '#shared/review.ts'
import { type EntityType, normaliseTag, tagInPath } from '#shared/tag.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { documentTitle, type EntityPageProps, useDocumentTitle } from '#web/app/addresses.ts'
import { ApiError } from '#web/app/api-client.ts'
import { clubQuery, playerQuery } from '#web/app/entity-queries.ts'
import { query, useQuery, useSite } from '#web/app/queries.ts'
import { useSession } from '#web/app/SessionProvider.tsx'
import { EntityFailure, isUnknownEntity } from '#web/chrome/EntityFailure.tsx'
import { Link } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { EmptyState, ErrorState } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useServed } from '#web/ui/served.ts'

const Reviewed = lazySection(() => import('./ReviewCards.tsx').then((file) => file.Reviewed), {
  pending: <Skeleton className="h-120 rounded-lg" />,
})
const CardsOutline = lazySection(() => import('./ReviewCards.tsx').then((file) => file.CardsOutline), {
  pending: <Skeleton className="h-80 rounded-lg" />,
})

const Glimpse = lazySection(() => import('./ReviewCards.tsx').then((file) => file.Glimpse), {
  pending: <Skeleton className="h-40 rounded-md" />,
})

type Of = { kind: EntityType; tag: string }

/**
 * A season or year in review: for everybody once it is shared, before that for its owner. Without a period, what there
 * is.
 */
export function ReviewPage({ kind, tag: written, raw }: Pick<EntityPageProps, 'kind' | 'tag' | 'raw'>) {
  const tag = normaliseTag(written)
  const period = String(raw.period ?? '')
  if (tag === null) return <NoReview message={t('review.nobody')} />
  if (period === '') return <Periods kind={kind} tag={tag} />
  if (reviewPeriod(period) === null) {
    return <NoReview of={{ kind, tag }} message={t('review.noPeriod')} />
  }
  return <OneReview key={`${tag} ${period}`} kind={kind} tag={tag} period={period} />
}

/** Whether to ask for what owners alone see. The server knows no visitor. In the demo anybody may try the example's desk. */
function useMayOwn({ kind, tag }: Of): boolean {
  const { isLoading, isAuthenticated } = useSession()
  const { example_club_tag: example } = useSite()
  const served = useServed()
  return !served && !isLoading && (isAuthenticated || (kind === 'club' && example === tag))
}

function OneReview({ kind, tag, period }: Of & { period: string }) {
  const shared = useQuery(sharedQuery({ kind, tag }, period))
  const own = useQuery({ ...ownQuery({ kind, tag }, period), enabled: useMayOwn({ kind, tag }) })
  const review = shared.data ?? own.data
  useDocumentTitle(
    documentTitle(
      review
        ? t('review.title', { name: nameOrTag(review.name, tag), period: periodWords(period) })
        : t('review.titlePlain'),
    ),
  )
  if (review === undefined) {
    if (shared.isPending || own.isLoading) return <ReviewPending />
    const told = mayTell(own.error) ? own.error : isUnknownEntity(shared.error) ? shared.error : null
    if (told) {
      const message = isNotShared(told) ? t('review.notShared') : `${told.message.replace(/\.$/, '')}.`
      return <NoReview of={{ kind, tag }} message={message} />
    }
    return (
      <ErrorState
        wholePage
        title={t('review.failed')}
        message={shared.error?.message}
        onRetry={() => void shared.refetch()}
        retrying={shared.isFetching}
      />
    )
  }
  return (
    <div className="pb-10">
      <header className="mb-4 flex items-center gap-3.5">
        <Monogram seed={tag} name={nameOrTag(review.name, tag)} className="size-14 rounded-md" />
        <div className="min-w-0">
          <h1 className="text-2xl font-extrabold max-sm:text-xl">{periodWords(period)}</h1>
          <p className="text-mut">
            <EntityLink to={kind === 'club' ? '/club/$tag' : '/player/$tag'} tag={tag} name={review.name} />
            {' · '}
            {daysSeen(review)}
          </p>
        </div>
      </header>
      <Reviewed review={review} own={own.data} isShared={shared.data !== undefined} />
    </div>
  )
}

/** What is said to owners alone. To others it is the same as if there were no review. */
function mayTell(refusal: Error | null): refusal is ApiError {
  return refusal instanceof ApiError && (refusal.code === 'too_few_days' || refusal.code === 'period_ahead')
}

const isNotShared = (refusal: Error | null) => refusal instanceof ApiError && refusal.code === 'no_review'

function sharedQuery({ kind, tag }: Of, period: string) {
  return query(`GET /api/browse/${kind}/{tag}/reviews/{period}`, { params: { tag, period } })
}

function ownQuery({ kind, tag }: Of, period: string) {
  return kind === 'player'
    ? query('GET /api/desk/players/{player}/reviews/{period}', { params: { player: tag, period } }, 'moments')
    : query('GET /api/desk/{tag}/reviews/{period}', { params: { tag, period } }, 'moments')
}

const NOT_SHARED: Record<EntityType, PlainTextId> = { player: 'review.onlyYou', club: 'review.notYet' }

/** What is shared, and for the owner all periods of which there is or will be a review. */
function Periods({ kind, tag }: Of) {
  const shared = useQuery(query(`GET /api/browse/${kind}/{tag}/reviews`, { params: { tag } }))
  const own = useQuery({
    ...(kind === 'player'
      ? query('GET /api/desk/players/{player}/reviews', { params: { player: tag } }, 'moments')
      : query('GET /api/desk/{tag}/reviews', { params: { tag } }, 'moments')),
    enabled: useMayOwn({ kind, tag }),
  })
  if (shared.isPending || own.isLoading) return <ReviewPending />
  if (shared.error && !own.data) return <EntityFailure kind={kind} tag={tag} error={shared.error} />
  const periods = own.data?.periods ?? []
  const others = (shared.data?.reviews ?? []).filter(({ period }) => !periods.some((each) => each.period === period))
  return (
    <div className="pb-10">
      <Heading kind={kind} tag={tag} />
      <ul className="grid gap-3 empty:hidden sm:grid-cols-2 lg:grid-cols-3">
        {periods.map(({ period, available, shared_at, observed_days }, place) => (
          <li key={period}>
            {available ? (
              <Period kind={kind} tag={tag} period={period} isOwn isNew={place < GLIMPSES}>
                {shared_at === null ? t(NOT_SHARED[kind]) : sharedOn(shared_at)}
              </Period>
            ) : (
              <TooFew period={period} seen={observed_days} />
            )}
          </li>
        ))}
        {others.map(({ period, shared_at }, place) => (
          <li key={period}>
            <Period kind={kind} tag={tag} period={period} isNew={periods.length + place < GLIMPSES}>
              {sharedOn(shared_at)}
            </Period>
          </li>
        ))}
      </ul>
      {periods.length + others.length === 0 && <Nothing kind={kind} />}
      <h2 className="mt-6 mb-3 text-lg font-semibold">{t('review.outline')}</h2>
      <CardsOutline kind={kind} />
    </div>
  )
}

/** The newest periods that show a card of their review. They are few, since each card is a call. */
const GLIMPSES = 6

const sharedOn = (time: string) => t('review.sharedOn', { day: shortDay(time) })

/** Whose reviews these are. */
function Heading({ kind, tag }: Of) {
  const club = useQuery({ ...clubQuery(tag), enabled: kind === 'club' })
  const player = useQuery({ ...playerQuery(tag), enabled: kind === 'player' })
  const name = nameOrTag((kind === 'club' ? club : player).data?.name ?? '', tag)
  return (
    <header className="mb-4 flex items-center gap-3.5">
      <Monogram seed={tag} name={name} className="size-14 rounded-md" />
      <div className="min-w-0">
        <h1 className="text-2xl font-extrabold max-sm:text-xl">{t('share.review')}</h1>
        <EntityLink to={kind === 'club' ? '/club/$tag' : '/player/$tag'} tag={tag} name={name} className="text-lg" />
      </div>
    </header>
  )
}

const CARDS = Array.from({ length: 6 }, (_, card) => card)

/** A period of which there are no cards, and what they would need. */
function TooFew({ period, seen }: { period: string; seen: number }) {
  const isYear = period.length === 4
  return (
    <div className="flex h-full flex-col gap-1 rounded-lg border border-dashed border-edge p-4 text-sm text-mut">
      <p className="text-base font-semibold">{periodWords(period)}</p>
      <p>{isYear || seen < SEASON_DAYS ? t('review.tooFew') : t('review.tooFewBefore')}</p>
      <div aria-hidden="true" className="my-2 grid flex-1 grid-cols-3 gap-2">
        {CARDS.map((card) => (
          <span key={card} className="min-h-14 rounded-sm bg-raise/50" />
        ))}
      </div>
      <p>
        {isYear
          ? t('review.yearNeeds', { days: REVIEW_DAYS })
          : t('review.seasonNeeds', { days: SEASON_DAYS, all: REVIEW_DAYS })}
      </p>
    </div>
  )
}

type PeriodProps = Of & { period: string; isOwn?: boolean; isNew: boolean; children: ReactNode }

/** Leads to the cards of a review. A new one shows the foremost of them. */
function Period({ kind, tag, period, isOwn = false, isNew, children }: PeriodProps) {
  const shared = useQuery({ ...sharedQuery({ kind, tag }, period), enabled: isNew && !isOwn })
  const own = useQuery({ ...ownQuery({ kind, tag }, period), enabled: isNew && isOwn })
  const { data, isPending } = isOwn ? own : shared
  const isWaiting = isNew && isPending
  return (
    <Link
      to={kind === 'club' ? '/club/$tag/review' : '/player/$tag/review'}
      params={{ tag: tagInPath(tag) }}
      search={{ period }}
      className={`flex flex-col rounded-lg border border-edge bg-card p-4 no-underline hover:border-line hover:bg-raise ${data || isWaiting ? 'h-full' : ''}`}
    >
      <span className="flex flex-wrap items-baseline justify-between gap-x-3.5">
        <span className="font-semibold">{periodWords(period)}</span>
        <span className="text-sm text-mut">{children}</span>
      </span>
      {data && <Glimpse review={data} />}
      {isWaiting && <Skeleton className="mt-3 h-40 rounded-md" />}
    </Link>
  )
}

function Nothing({ kind }: { kind: EntityType }) {
  const hint = kind === 'club' ? t('review.clubHint') : t('review.playerHint')
  return (
    <EmptyState title={t('review.nothing')} hint={hint}>
      <Link to="/desk" className={buttonStyle()}>
        {kind === 'club' ? t('desk.yours') : t('dashboard.linkPlayer')}
      </Link>
    </EmptyState>
  )
}

function ReviewPending() {
  return (
    <div role="status" aria-label={t('review.loading')} className="grid gap-4">
      <Skeleton className="h-14 rounded-lg" />
      <Skeleton className="h-120 rounded-lg" />
    </div>
  )
}

function NoReview({ message, of }: { message: string; of?: Of }) {
  return (
    <ErrorState wholePage title={t('review.none')} message={message}>
      {of && (
        <Link
          to={of.kind === 'club' ? '/club/$tag/review' : '/player/$tag/review'}
          params={{ tag: tagInPath(of.tag) }}
          className={buttonStyle()}
        >
          {t('review.allOf')}
        </Link>
      )}
    </ErrorState>
  )
}
