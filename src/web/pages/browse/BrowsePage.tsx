import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { BROWSE_PAGE_SIZE } from '#shared/limits.ts'
import { formatThousands } from '#shared/number-format.ts'
import type { EntityType } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import type { EntityPageProps } from '#web/app/addresses.ts'
import type { Answer } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { IN_PLACE, useNavigate } from '#web/router/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FilterSheet } from '#web/ui/FilterSheet.tsx'
import { useFailure } from '#web/ui/failed-parts.ts'
import { Select } from '#web/ui/fields.tsx'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { BROWSE_WORDS, type BrowseSearch, browseSearchOf, filtersIn, NO_FILTERS, sortChoices } from './browse-search.ts'
import { Results } from './Results.tsx'

const FilterPanel = lazySection(() => import('./FilterPanel.tsx').then((file) => file.FilterPanel))
const CardNotes = lazySection(() => import('./FilterPanel.tsx').then((file) => file.CardNotes))
const ActiveFilters = lazySection(() => import('./FilterPanel.tsx').then((file) => file.ActiveFilters))

/** The tracked clubs or players. Filters, order and page number are in the address. */
export function BrowsePage({ kind, raw }: Pick<EntityPageProps, 'kind' | 'raw'>) {
  // The same object until the address changes: what waits for its code is then not rendered anew.
  const search = useMemo(() => browseSearchOf(kind, raw), [kind, raw])
  const onSearch = useBrowseSearch()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useQuery({
    ...query('GET /api/browse/entities', { query: { type: kind, ...search } }),
    placeholderData: keepPreviousData,
  })
  const sort = (
    <Select
      label={t('ui.sortBy')}
      value={search.sort ?? 'popularity'}
      choices={sortChoices(kind)}
      className="grow basis-28 sm:ms-auto sm:flex-none"
      onChange={(next) => onSearch({ sort: next === 'popularity' ? undefined : next })}
    />
  )
  const filters = filtersIn(search)
  const isEmpty = list.data?.total_entities === 0
  const isExplained = !isEmpty && !list.isLoadingError
  // Where no choice can be the cause, there is nothing to choose from. A sheet that is open stays.
  const isDown = useFailure(list) !== undefined && !filters && !search.sort && !search.page
  const drop = (change: BrowseSearch) => {
    // The pressed button disappears. The focus must not disappear with it.
    heading.current?.focus({ preventScroll: true })
    onSearch(change)
  }
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-hero font-extrabold outline-none">
        {t(BROWSE_WORDS[kind].title)}
      </h1>
      <TotalLine kind={kind} list={list} filtered={filters > 0} />
      <div className={`grid items-start gap-6 ${isDown ? '' : 'lg:grid-cols-[16.5rem_minmax(0,1fr)]'}`}>
        <aside
          aria-label={t('ui.filters')}
          hidden={isDown}
          className="sticky top-20 max-h-[calc(100dvh-15rem)] scroll-pb-20 overflow-y-auto rounded-lg border border-edge bg-card p-4.5 max-lg:hidden"
        >
          <FilterPanel kind={kind} search={search} onSearch={onSearch} />
        </aside>
        <section aria-label={t(BROWSE_WORDS[kind].title)} className="min-w-0">
          <div
            className={`mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 ${isDown ? 'not-has-[dialog[open]]:hidden' : ''}`}
          >
            <FilterSheet active={filters} className="lg:hidden">
              <FilterPanel kind={kind} search={search} onSearch={onSearch} />
            </FilterSheet>
            {sort}
            {isExplained && (
              <div className="flex items-center justify-end gap-1.5 max-sm:w-full sm:order-first">
                {search.sort === undefined && <p className="me-auto pe-3 text-sm text-mut">{t('home.mostViewed')}</p>}
                <p className="shrink-0 text-sm text-mut">{t('browse.won')}</p>
                <CardNotes kind={kind} />
              </div>
            )}
          </div>
          <ActiveFilters search={search} onSearch={drop} clearsBelow={isEmpty} />
          {(search.sort === 'ranked' || search.sort === 'prestige') && isExplained && (
            <p className="mb-3 max-w-prose text-sm text-mut">{t('browse.profilesNote')}</p>
          )}
          <Results kind={kind} list={list} page={search.page ?? 1} sort={search.sort ?? 'popularity'}>
            {filters > 0 && <Button onClick={() => drop(NO_FILTERS)}>{t('browse.showAll', { kind })}</Button>}
          </Results>
        </section>
      </div>
    </>
  )
}

/** Changes the address of a browse page and goes back to its first page. Typing makes no new entry in the history. */
function useBrowseSearch(): (change: BrowseSearch, typing?: boolean) => void {
  const navigate = useNavigate()
  return useCallback(
    (change, typing = false) => {
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, ...change, page: undefined }),
        replace: typing,
        ...IN_PLACE,
      })
    },
    [navigate],
  )
}

type TotalLineProps = { kind: EntityType; list: UseQueryResult<Answer<'GET /api/browse/entities'>>; filtered: boolean }

/** How many there are and which of them the page shows. Screen readers say it when it changes. */
function TotalLine({ kind, list: { data, isPlaceholderData }, filtered }: TotalLineProps) {
  return (
    <p role="status" className="mb-3 min-h-6 text-mut sm:mt-1 sm:mb-5">
      {data && !isPlaceholderData && totalWords(kind, data, filtered)}
      {isPlaceholderData && t('browse.loading')}
    </p>
  )
}

type Totals = Pick<Answer<'GET /api/browse/entities'>, 'page' | 'total_entities' | 'more_than_total'>

const TOTALS = {
  club: { tracked: 'browse.trackedClubs', matching: 'browse.matchingClubs' },
  player: { tracked: 'browse.trackedPlayers', matching: 'browse.matchingPlayers' },
} as const

/** `60 tracked clubs, 25 to 48`. */
function totalWords(kind: EntityType, { page, total_entities: count, more_than_total }: Totals, filtered: boolean) {
  // Another server may leave the field out.
  const plus = more_than_total === true ? '+' : ''
  const total = t(TOTALS[kind][filtered ? 'matching' : 'tracked'], { count, plus })
  const first = (page - 1) * BROWSE_PAGE_SIZE + 1
  if (count <= BROWSE_PAGE_SIZE || first > count) return total
  const last = Math.min(count, page * BROWSE_PAGE_SIZE)
  return t('browse.shown', { total, from: formatThousands(first), to: formatThousands(last) })
}
