import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query'
import { SlidersHorizontal, X } from 'lucide-react'
import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { BROWSE_PAGE_SIZE } from '#shared/limits.ts'
import { count, formatThousands } from '#shared/number-format.ts'
import type { EntityType } from '#shared/tag.ts'
import { IN_PLACE, type PageProps } from '#web/app/addresses.ts'
import type { Answer } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { useNavigate } from '#web/router/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Select } from '#web/ui/ChoiceChips.tsx'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { lazyPart, lazySection } from '#web/ui/LazyPart.tsx'
import {
  activeFilters,
  BROWSE_WORDS,
  type BrowseSearch,
  browseSearchOf,
  NO_FILTERS,
  sortChoices,
} from './browse-search.ts'
import type { FilterProps } from './FilterPanel.tsx'
import { Results } from './Results.tsx'

const FilterPanel = lazySection(() => import('./FilterPanel.tsx').then((file) => file.FilterPanel))

/** The tracked clubs or players. Filters, order and page number are in the address. */
export function BrowsePage({ kind, raw }: Pick<PageProps, 'kind' | 'raw'>) {
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
  return `, ${formatThousands(first)} to ${formatThousands(Math.min(total, page * BROWSE_PAGE_SIZE))} shown`
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

const Dialog = lazyPart(() => import('#web/ui/Dialog.tsx').then((file) => file.Dialog))

/** On narrow screens: a button that opens the filters in a dialog. */
function FilterDialog(props: FilterProps) {
  const [open, setOpen] = useState(false)
  const count = activeFilters(props.search).length
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)} className="lg:hidden">
        <SlidersHorizontal size={17} aria-hidden="true" /> Filters{count > 0 && ` (${count})`}
      </Button>
      {open && (
        <Suspense>
          <Dialog title="Filters" onClose={() => setOpen(false)}>
            <FilterPanel {...props} />
            <Button className="sticky bottom-0 mt-5 w-full" onClick={() => setOpen(false)}>
              Show results
            </Button>
          </Dialog>
        </Suspense>
      )}
    </>
  )
}

type ActiveFiltersProps = { search: BrowseSearch; onSearch: (change: BrowseSearch) => void }

const CHIP =
  'relative inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-full bg-raise px-3.5 text-sm before:absolute before:inset-x-0 before:-inset-y-1 hover:brightness-112'

/** The filters in force. Pressing one removes it. */
function ActiveFilters({ search, onSearch }: ActiveFiltersProps) {
  const filters = activeFilters(search)
  if (filters.length === 0) return null
  return (
    <ul aria-label="Active filters" className="mb-3 flex flex-wrap items-center gap-2">
      {filters.map(({ name, label, without }) => (
        <li key={name} className="max-w-full">
          <button type="button" onClick={() => onSearch(without)} className={CHIP}>
            <span className="sr-only">Remove filter </span>
            <bdi className="truncate">{label}</bdi>
            <X size={14} aria-hidden="true" className="shrink-0 text-mut" />
          </button>
        </li>
      ))}
      <li className="lg:hidden">
        <button type="button" onClick={() => onSearch(NO_FILTERS)} className="link min-h-11 px-2 text-sm">
          Clear all ({filters.length})
        </button>
      </li>
    </ul>
  )
}
