import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { BROWSE_PAGE_SIZE, SKELETON_COUNT } from '#shared/limits.ts'
import type { Sort } from '#shared/sorts.ts'
import { type EntityType, normaliseTag } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { type Answer, ApiError } from '#web/app/api-client.ts'
import { useMine } from '#web/app/my-choice.ts'
import { Link } from '#web/router/Link.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { Details, ErrorState } from '#web/ui/Notice.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { BROWSE_WORDS } from './browse-search.ts'
import { cardsOf } from './card-facts.ts'
import { ResultRow } from './ResultRow.tsx'
import { orderOf, placedOf, type Standing } from './standing.ts'

type ResultsProps = {
  kind: EntityType
  list: UseQueryResult<Answer<'GET /api/browse/entities'>>
  page: number
  /** The order of the list. By a figure, the first three have a medal; by prestige, phones show it too. */
  sort: Sort
  /** The way on where nothing matches. */
  children?: ReactNode
}

const NothingListed = lazySection(() => import('./FilterPanel.tsx').then((file) => file.NothingListed))
const Pagination = lazySection(() => import('#web/ui/Pagination.tsx').then((file) => file.Pagination))

const FirstResult = lazySection(() => import('./FirstResult.tsx').then((file) => file.FirstResult), {
  pending: <Skeleton className="h-64 rounded-md" />,
})

const GRID = 'grid gap-2 md:grid-cols-2'

/** What one page lists, in all states. While the next page loads, the previous one stays on screen. */
export function Results({ kind, list, page, sort, children }: ResultsProps) {
  const words = BROWSE_WORDS[kind]
  const { data, isPlaceholderData: isOld } = list
  const cards = useMemo(() => cardsOf(data), [data])
  const order = orderOf(cards, useShownSort(sort, isOld))
  const placed = useMemo(() => placedOf(cards, order, data?.page ?? 1), [cards, order, data])
  const mine = useMine(kind)?.tag
  if (list.isPending) {
    return (
      <SkeletonGroup label={t(words.loading)} count={SKELETON_COUNT} className={GRID} itemClassName="h-20 rounded-lg" />
    )
  }
  if (!data) return <Failure kind={kind} list={list} />
  const pages = Math.ceil(data.total_entities / BROWSE_PAGE_SIZE)
  if (cards.length === 0) {
    return (
      <NothingListed kind={kind} pages={pages}>
        {children}
      </NothingListed>
    )
  }
  return (
    <div aria-busy={isOld} className={isOld ? 'opacity-60 transition-opacity' : ''}>
      <ul className={GRID}>
        {placed.map(({ card, standing }) => (
          <li key={card.tag} className={lookOf(standing, normaliseTag(card.tag) === mine)}>
            {standing.size === 'large' ? (
              <FirstResult card={card} standing={standing} order={order} />
            ) : (
              <ResultRow card={card} standing={standing} order={order} />
            )}
          </li>
        ))}
      </ul>
      <Pagination label={t(words.pages)} page={page} pages={pages} />
    </div>
  )
}

function lookOf({ place, size }: Standing, isMine: boolean): string {
  const ground = place === null ? 'bg-card' : 'bg-linear-to-br from-raise to-card'
  const room = size === 'large' ? 'p-3 sm:p-4' : 'px-3 py-2 max-sm:in-data-waits:late-15'
  return `relative min-w-0 rounded-lg border ${ground} ${isMine ? 'border-acc' : 'border-edge'} ${room} ${size === 'card' ? '' : 'col-span-full'} transition-colors duration-120 ease-calm hover:border-line hover:bg-raise`
}

/** The order of what is on screen, which is that of the previous page while the next one loads. */
function useShownSort(sort: Sort, isOld: boolean): Sort {
  const [shown, setShown] = useState(sort)
  if (!isOld && shown !== sort) setShown(sort)
  return isOld ? shown : sort
}

/** The status of a refusal; otherwise why there is no answer, in words. */
function reasonOf(error: Error | null): string {
  if (!(error instanceof ApiError) || error.status === 0) return error?.message ?? ''
  return error.code === 'unreadable' ? t('browse.unreadable') : String(error.status)
}

function Failure({ kind, list: { error, refetch } }: Pick<ResultsProps, 'kind' | 'list'>) {
  return (
    <ErrorState title={t('browse.failure')} message={error?.message} onRetry={() => void refetch()}>
      <Link to="/" className={buttonStyle('outline')}>
        {t('ui.backHome')}
      </Link>
      <Details centred>{t(BROWSE_WORDS[kind].failed, { reason: reasonOf(error) })}</Details>
    </ErrorState>
  )
}
