import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { BROWSE_PAGE_SIZE } from '#shared/limits.ts'
import { count, thousands } from '#shared/number-format.ts'
import type { EntityType } from '#shared/tag.ts'
import { IN_PLACE, type PageProps } from '#web/app/addresses.ts'
import type { Answer } from '#web/app/api-client.ts'
import { query } from '#web/app/queries.ts'
import { useNavigate } from '#web/router/Link.tsx'
import { Select } from '#web/ui/ChoiceChips.tsx'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { activeFilters, BROWSE_WORDS, type BrowseSearch, browseSearchOf, sortChoices } from './browse-search.ts'
import { ActiveFilters, FilterDialog, FilterPanel } from './FilterPanel.tsx'
import { Results } from './Results.tsx'

/** The tracked clubs or players. Filters, order and page number are in the address. */
export function BrowsePage({ kind, raw }: Pick<PageProps, 'kind' | 'raw'>) {
  const search = browseSearchOf(kind, raw)
  const onSearch = useBrowseSearch()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useQuery({
    ...query('GET /api/browse/entities', { query: { type: kind, ...search } }),
    placeholderData: keepPreviousData,
  })
  const sort = (
    <Select
      label="Sort by"
      value={search.sort ?? 'popularity'}
      choices={sortChoices(kind)}
      className="max-sm:min-w-[min(14rem,100%)] max-sm:flex-1"
      onChange={(next) => onSearch({ sort: next === 'popularity' ? undefined : next })}
    />
  )
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-hero font-extrabold outline-none">
        {BROWSE_WORDS[kind].title}
      </h1>
      <TotalLine kind={kind} list={list} filtered={activeFilters(search).length > 0} />
      <div className="grid items-start gap-6 lg:grid-cols-[16.5rem_minmax(0,1fr)]">
        <aside
          aria-label="Filters"
          className="sticky top-20 max-h-[calc(100dvh-15rem)] scroll-pb-20 overflow-y-auto rounded-lg border border-edge bg-card p-4.5 max-lg:hidden"
        >
          <FilterPanel kind={kind} search={search} onSearch={onSearch} />
        </aside>
        <section aria-label={BROWSE_WORDS[kind].title} className="min-w-0">
          <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <FilterDialog kind={kind} search={search} onSearch={onSearch} />
            <ScoreNotes kind={kind} />
            {sort}
          </div>
          <ActiveFilters
            search={search}
            onSearch={(change) => {
              // The pressed button disappears. The focus must not disappear with it.
              heading.current?.focus({ preventScroll: true })
              onSearch(change)
            }}
          />
          <Results kind={kind} list={list} page={search.page ?? 1} />
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
    <p role="status" className="mt-1 mb-6 min-h-6 text-mut">
      {data && !isPlaceholderData && `${totalWords(kind, data, filtered)}${shownWords(data)}`}
      {isPlaceholderData && 'Loading…'}
    </p>
  )
}

type Totals = Pick<Answer<'GET /api/browse/entities'>, 'page' | 'total_entities' | 'more_than_total'>

function totalWords(kind: EntityType, { total_entities: total, more_than_total }: Totals, filtered: boolean): string {
  const words = count(total, `${filtered ? 'matching' : 'tracked'} ${kind}`)
  // Another server may leave the field out.
  return more_than_total === true ? words.replace(' ', '+ ') : words
}

function shownWords({ page, total_entities: total }: Totals): string {
  const first = (page - 1) * BROWSE_PAGE_SIZE + 1
  if (total <= BROWSE_PAGE_SIZE || first > total) return ''
  return `, ${thousands(first)} to ${thousands(Math.min(total, page * BROWSE_PAGE_SIZE))} shown`
}

/** Explains the scores on the cards, once for all of them. */
function ScoreNotes({ kind }: { kind: EntityType }) {
  return (
    <ul
      aria-label="The scores explained"
      className="flex flex-wrap gap-x-5 gap-y-2 text-sm text-mut max-lg:order-last max-lg:w-full"
    >
      {kind === 'player' && (
        <li className="inline-flex min-h-6 items-center gap-2">
          Performance <ScoreExplain of="performance_score" />
        </li>
      )}
      <li className="inline-flex min-h-6 items-center gap-2">
        Activity <ScoreExplain of={kind === 'club' ? 'club_activity' : 'activity_score'} />
      </li>
      <li className="inline-flex min-h-6 items-center gap-2">
        Popularity <ScoreExplain of="popularity_score" />
      </li>
    </ul>
  )
}
