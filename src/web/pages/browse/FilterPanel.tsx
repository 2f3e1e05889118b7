import { ChevronDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { REGIONS } from '#shared/regions.ts'
import type { EntityType } from '#shared/tag.ts'
import { TROPHY_RANGES } from '#shared/trophy-range.ts'
import { regionName } from '../../format/region-name.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'
import { ACTIVITIES, type BrowseSearch, MEMBERSHIPS } from './browse-search.ts'
import { ACTIVITY_WORDS, activeFilters, chosenRange, MEMBERSHIP_WORDS, NO_FILTERS, rangeSearch } from './filters.ts'
import { NameSearch } from './NameSearch.tsx'

type Props = { kind: EntityType; search: BrowseSearch; onSearch: (change: BrowseSearch, typing?: boolean) => void }

/** Name, region, activity; more of them at a press; and all of them away at once. */
export function FilterPanel({ kind, search, onSearch }: Props) {
  const filters = activeFilters(search)
  const hidden = filters.some(({ name }) => name === 'trophies' || name === 'membership')
  const [more, setMore] = useState(hidden)
  const panel = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const clear = () => {
    // The button is about to go, and must not take the focus with it.
    toggle.current?.focus()
    onSearch(NO_FILTERS)
  }
  return (
    <div className="grid gap-4.5">
      <NameSearch kind={kind} value={search.search ?? ''} onChange={(name) => onSearch({ search: name }, true)} />
      <ChoiceChips
        legend="Region"
        value={search.region ?? 'global'}
        choices={REGIONS.map((region) => [region, regionName(region)] as const)}
        onChange={(region) => onSearch({ region: region === 'global' ? undefined : region })}
      />
      <ChoiceChips
        legend="Activity"
        value={search.activity ?? 'any'}
        choices={[['any', 'Any'], ...ACTIVITIES.map((level) => [level, ACTIVITY_WORDS[level]] as const)]}
        onChange={(activity) => onSearch({ activity: activity === 'any' ? undefined : activity })}
      />
      {more && (
        <div id={panel} className="grid gap-4.5">
          <MoreFilters kind={kind} search={search} onSearch={onSearch} />
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

function MoreFilters({ kind, search, onSearch }: Props) {
  const anyRange = search.trophyMin === undefined || search.trophyMax === undefined
  return (
    <>
      <ChoiceChips
        legend="Trophies"
        value={anyRange ? 'any' : chosenRange(search)}
        choices={[['any', 'Any'], ...TROPHY_RANGES.map(({ label }) => [label, label] as const)]}
        onChange={(label) => onSearch(rangeSearch(label))}
      />
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
