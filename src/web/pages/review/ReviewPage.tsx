import { nameOrTag } from '#shared/plain-name.ts'
import { daysSeen, periodWords, reviewPeriod } from '#shared/review.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { documentTitle, type EntityPageProps, useDocumentTitle } from '#web/app/addresses.ts'
import { ApiError } from '#web/app/api-client.ts'
import { useQuery } from '#web/app/queries.ts'
import { isUnknownEntity } from '#web/chrome/EntityFailure.tsx'
import { Link } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { ErrorState } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

import { ReviewList, ReviewPending } from './ReviewList.tsx'
import { type Of, ownQuery, sharedQuery, useMayOwn } from './review-queries.ts'

const Reviewed = lazySection(() => import('./ReviewCards.tsx').then((file) => file.Reviewed), {
  pending: <Skeleton className="h-120 rounded-lg" />,
})

const Ways = lazySection(() => import('./ReviewSharing.tsx').then((file) => file.Ways), { className: 'max-sm:w-full' })

/**
 * A season or year in review: for everybody once it is shared, before that for its owner. Without a period, what there
 * is.
 */
export function ReviewPage({ kind, tag: written, raw }: Pick<EntityPageProps, 'kind' | 'tag' | 'raw'>) {
  const tag = normaliseTag(written)
  const period = String(raw.period ?? '')
  if (tag === null) return <NoReview message={t('review.nobody')} />
  if (period === '') return <ReviewList kind={kind} tag={tag} />
  if (reviewPeriod(period) === null) {
    return <NoReview of={{ kind, tag }} message={t('review.noPeriod')} />
  }
  return <OneReview key={`${tag} ${period}`} kind={kind} tag={tag} period={period} />
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
      />
    )
  }
  return (
    <div className="pb-10">
      <header className="mb-4 flex flex-wrap items-center gap-3.5">
        <Monogram seed={tag} name={nameOrTag(review.name, tag)} className="size-14 rounded-md" />
        <div className="min-w-0 flex-[1_1_15rem]">
          <h1 className="text-2xl font-extrabold max-sm:text-xl">{periodWords(period)}</h1>
          <p className="text-mut">
            <EntityLink to={kind === 'club' ? '/club/$tag' : '/player/$tag'} tag={tag} name={review.name} />
            {' · '}
            {daysSeen(review)}
          </p>
        </div>
        {shared.data && <Ways review={review} />}
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
