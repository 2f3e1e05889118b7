import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronDown, SlidersHorizontal, X } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { TROPHY_RANGES } from '#shared/bands.ts'
import { REGIONS } from '#shared/regions.ts'
import type { EntityType } from '#shared/tag.ts'
import { query } from '#web/app/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceChips } from '#web/ui/ChoiceChips.tsx'
import { lazyPart } from '#web/ui/LazyPart.tsx'
import { regionName } from '#web/ui/names.ts'
import { useServed } from '#web/ui/RelativeTime.tsx'
import {
  ACTIVITIES,
  ACTIVITY_WORDS,
  activeFilters,
  BROWSE_WORDS,
  type BrowseSearch,
  type Counts,
  chosenRange,
  counted,
  MEMBERSHIP_WORDS,
  MEMBERSHIPS,
  NO_FILTERS,
  rangeSearch,
} from './browse-search.ts'

type FilterProps = {
  kind: EntityType
  search: BrowseSearch
  onSearch: (change: BrowseSearch, typing?: boolean) => void
}

/** The filters that are always shown. */
const AT_FIRST: ReadonlySet<string> = new Set(['search', 'region', 'activity'])

/** The filters: name, region and activity, the others on demand, and a button that removes all. */
export function FilterPanel({ kind, search, onSearch }: FilterProps) {
  const filters = activeFilters(search)
  const hidden = filters.some(({ name }) => !AT_FIRST.has(name))
  const [more, setMore] = useState(hidden)
  const panel = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const counts = useCounts(kind, search)
  const clear = () => {
    // The pressed button disappears. The focus must not disappear with it.
    toggle.current?.focus()
    onSearch(NO_FILTERS)
  }
  return (
    <div className="grid gap-4.5">
      <NameSearch kind={kind} value={search.search ?? ''} onChange={(name) => onSearch({ search: name }, true)} />
      <ChoiceChips
        legend="Region"
        value={search.region ?? 'global'}
        choices={REGIONS.map((region) => [region, counted(regionName(region), counts?.regions[region])] as const)}
        onChange={(region) => onSearch({ region: region === 'global' ? undefined : region })}
      />
      <ChoiceChips
        legend="Activity"
        value={search.activity ?? 'any'}
        choices={[
          ['any', 'Any'],
          ...ACTIVITIES.map((level) => [level, counted(ACTIVITY_WORDS[level], counts?.activities[level])] as const),
        ]}
        onChange={(activity) => onSearch({ activity: activity === 'any' ? undefined : activity })}
      />
      {more && (
        <div id={panel} className="grid gap-4.5">
          <MoreFilters kind={kind} search={search} onSearch={onSearch} counts={counts} />
        </div>
      )}
      <button
        ref={toggle}
        type="button"
        aria-expanded={more}
        aria-controls={more ? panel : undefined}
        onClick={() => setMore(!more)}
        className="inline-flex min-h-11 items-center gap-1.5 justify-self-start text-sm font-semibold text-acc"
      >
        {more ? 'Less' : 'More'}
        <span className="sr-only"> filters</span>
        <ChevronDown size={16} aria-hidden="true" className={`transition-transform ${more ? 'rotate-180' : ''}`} />
      </button>
      {filters.length > 0 && (
        <Button variant="quiet" onClick={clear} className="lg:sticky lg:bottom-0">
          Clear all ({filters.length})
        </Button>
      )}
    </div>
  )
}

function MoreFilters({ kind, search, onSearch, counts }: FilterProps & { counts: Counts | undefined }) {
  // The server has no wishes: their code is a part of its own.
  const served = useServed()
  const anyRange = search.trophyMin === undefined || search.trophyMax === undefined
  return (
    <>
      <ChoiceChips
        legend="Trophies"
        value={anyRange ? 'any' : chosenRange(search)}
        choices={[['any', 'Any'], ...TROPHY_RANGES.map(({ label }) => [label, label] as const)]}
        onChange={(label) => onSearch(rangeSearch(label))}
      />
      {kind === 'club' && !served && (
        <Suspense>
          <Wishes search={search} onSearch={onSearch} counts={counts} />
        </Suspense>
      )}
      {kind === 'player' && (
        <ChoiceChips
          legend="Membership"
          value={search.membership ?? 'any'}
          choices={[['any', 'Any'], ...MEMBERSHIPS.map((each) => [each, MEMBERSHIP_WORDS[each]] as const)]}
          onChange={(membership) => onSearch({ membership: membership === 'any' ? undefined : membership })}
        />
      )}
    </>
  )
}

/** How many clubs each choice would list. The server renders the page without. */
function useCounts(kind: EntityType, { sort: _sort, page: _page, membership: _membership, ...filters }: BrowseSearch) {
  const served = useServed()
  const asked = query('GET /api/browse/club-counts', { query: filters })
  return useQuery({ ...asked, enabled: kind === 'club' && !served, placeholderData: keepPreviousData }).data
}

const Wishes = lazyPart(() => import('./ClubWishes.tsx').then((file) => file.Wishes))

type NameSearchProps = { kind: EntityType; value: string; onChange: (name: string) => void }

/** The wait after the last letter, so that not every letter makes a call. */
const PAUSE_MS = 300

/** Searches for a name shortly after the last letter. Shows the name of the address when that changes. */
function NameSearch({ kind, value, onChange }: NameSearchProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const [settled, setSettled] = useState(value)
  if (value !== settled) {
    setSettled(value)
    setText(value)
  }
  useEffect(() => {
    const name = text.trim()
    if (name === settled) return
    const timer = setTimeout(() => {
      setSettled(name)
      onChange(name)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, settled, onChange])
  const takeRest = useEffectEvent(() => text.trim() !== settled && onChange(text.trim()))
  useEffect(() => {
    const path = window.location.pathname
    // The dialog closes before the pause is over: the name counts. Another page opens: it does not.
    return () => void (window.location.pathname === path && takeRest())
  }, [])
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {BROWSE_WORDS[kind].search}
      </label>
      <input
        id={id}
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        placeholder="Search by name"
        className="min-h-11 w-full rounded-md border border-line bg-bg px-3.5 text-ink"
      />
    </div>
  )
}

const Dialog = lazyPart(() => import('#web/ui/Dialog.tsx').then((file) => file.Dialog))

/** On narrow screens: a button that opens the filters in a dialog. */
export function FilterDialog(props: FilterProps) {
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
export function ActiveFilters({ search, onSearch }: ActiveFiltersProps) {
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
