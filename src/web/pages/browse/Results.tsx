import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BROWSE_PAGE_SIZE, SKELETON_COUNT } from '#shared/limits.ts'
import type { EntityType } from '#shared/tag.ts'
import { ApiError } from '../../api/api-error.ts'
import type { Answer } from '../../api/client.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { SkeletonGroup } from '../../ui/Skeleton.tsx'
import { useItemsShown } from '../../ui/use-items-shown.ts'
import { BrowseCard } from './BrowseCard.tsx'
import { WORDS } from './browse-words.ts'
import { clubFacts, playerFacts } from './card-facts.ts'

type Props = { kind: EntityType; list: UseQueryResult<Answer<'GET /api/browse/entities'>>; page: number }

const GRID = 'grid gap-3 sm:grid-cols-2 xl:grid-cols-3'

/** The cards of one page, in all states; the page before stays in sight while the next one loads. */
export function Results({ kind, list, page }: Props) {
  const { plural, empty } = WORDS[kind]
  const shown = useItemsShown()
  if (list.isPending) {
    const item = kind === 'club' ? 'h-[174px] rounded-lg' : 'h-[211px] rounded-lg'
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
        {cards.slice(0, shown).map((card) => (
          <BrowseCard key={card.tag} {...card} />
        ))}
      </ul>
      <Pagination label={`Pages of ${plural}`} page={page} pages={pages} />
    </div>
  )
}

function Failure({ kind, list: { error, refetch, isFetching } }: Omit<Props, 'page'>) {
  const status = error instanceof ApiError && error.status > 0 ? error.status : error?.message
  return (
    <ErrorState
      title="Unable to load data"
      message={`Failed to fetch ${WORDS[kind].plural}: ${status}`}
      onRetry={() => void refetch()}
      retrying={isFetching}
    >
      <Link to="/" className={buttonStyle('outline')}>
        Back to Home
      </Link>
    </ErrorState>
  )
}
