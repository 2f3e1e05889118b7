import { X } from 'lucide-react'
import type { BrowseSearch } from './browse-search.ts'
import { activeFilters, NO_FILTERS } from './filters.ts'

type Props = { search: BrowseSearch; onSearch: (change: BrowseSearch) => void }

const CHIP =
  'relative inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-full bg-raise px-3.5 text-sm before:absolute before:inset-x-0 before:-inset-y-1 hover:brightness-112'

/** The filters in force, each of which a press takes away. */
export function ActiveFilters({ search, onSearch }: Props) {
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
