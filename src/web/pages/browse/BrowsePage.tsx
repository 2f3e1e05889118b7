import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { EntityType } from '#shared/tag.ts'
import { query } from '../../api/query.ts'
import { documentTitle } from '../../format/document-title.ts'
import { Select } from '../../ui/Select.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { ActiveFilters } from './ActiveFilters.tsx'
import { browseSearchOf } from './browse-search.ts'
import { WORDS } from './browse-words.ts'
import { FilterPanel } from './FilterPanel.tsx'
import { FilterSheet } from './FilterSheet.tsx'
import { activeFilters } from './filters.ts'
import { Results } from './Results.tsx'
import { ScoreNotes } from './ScoreNotes.tsx'
import { sortChoices } from './sorts.ts'
import { TotalLine } from './TotalLine.tsx'
import { useBrowseSearch } from './use-browse-search.ts'

type Props = {
  kind: EntityType
  /** The search part of the address, as it is written there. */
  raw: Record<string, unknown>
}

/** The tracked clubs or players with filters, order and pages, all of them in the address. */
export function BrowsePage({ kind, raw }: Props) {
  const search = browseSearchOf(kind, raw)
  const onSearch = useBrowseSearch()
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useQuery({
    ...query('GET /api/browse/entities', { query: { type: kind, ...search } }),
    placeholderData: keepPreviousData,
  })
  useDocumentTitle(documentTitle(WORDS[kind].title))
  const sort = (
    <Select
      label="Sort by"
      value={search.sort ?? 'popularity'}
      choices={sortChoices(kind)}
      className="max-sm:min-w-56 max-sm:flex-1"
      onChange={(next) => onSearch({ sort: next === 'popularity' ? undefined : next })}
    />
  )
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-hero font-extrabold outline-none">
        {WORDS[kind].title}
      </h1>
      <TotalLine kind={kind} list={list} filtered={activeFilters(search).length > 0} />
      <div className="grid items-start gap-6 lg:grid-cols-[16.5rem_minmax(0,1fr)]">
        <aside
          aria-label="Filters"
          className="sticky top-20 max-h-[calc(100dvh-15rem)] scroll-pb-20 overflow-y-auto rounded-lg border border-edge bg-card p-4.5 max-lg:hidden"
        >
          <FilterPanel kind={kind} search={search} onSearch={onSearch} />
        </aside>
        <section aria-label={WORDS[kind].title} className="min-w-0">
          <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <FilterSheet kind={kind} search={search} onSearch={onSearch} />
            <ScoreNotes kind={kind} />
            {sort}
          </div>
          <ActiveFilters
            search={search}
            onSearch={(change) => {
              // What was pressed is about to go, and must not take the focus with it.
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
