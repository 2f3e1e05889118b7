import type { ReactNode } from 'react'
import { modeName } from '#shared/game-names.ts'
import { count, formatThousands } from '#shared/number-format.ts'
import { ApiError } from '#web/app/api-client.ts'
import { Select } from '#web/ui/ChoiceChips.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { FilterSheet } from '#web/ui/FilterSheet.tsx'
import { EmptyState, ErrorState } from '#web/ui/Notice.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { activeChoices, BINS, FAMILIES, type Meta, type MetaSearch, WEEKS } from './meta-search.ts'

type FiltersProps = {
  search: MetaSearch
  onSearch: (search: MetaSearch) => void
  /** The modes to choose from; without them the mode cannot be chosen. */
  modes?: Meta['modes']
}

/** Which battles count: the kind of battle, the mode, the brawler's trophies, and the weeks. On a phone in a sheet. */
export function MetaFilters(props: FiltersProps) {
  const { search } = props
  return (
    <>
      <div className="mb-3 flex items-center gap-3 sm:hidden">
        <FilterSheet active={activeChoices(search)} className="shrink-0">
          <Choices {...props} />
        </FilterSheet>
        <p className="min-w-0 truncate text-sm text-mut">{choicesInWords(search)}</p>
      </div>
      <div className="mb-4 flex flex-wrap gap-x-4 gap-y-2 max-sm:hidden">
        <Choices {...props} />
      </div>
    </>
  )
}

/** `Trophies · Knockout · 4 weeks`. */
function choicesInWords({ family, mode, bin, weeks }: MetaSearch): string {
  return [
    new Map<string, string>(FAMILIES).get(family ?? 'ladder'),
    mode && modeName(mode),
    bin !== undefined && new Map(BINS).get(String(bin)),
    new Map<string, string>(WEEKS).get(String(weeks ?? 4)),
  ]
    .filter(Boolean)
    .join(' · ')
}

function Choices({ search, onSearch, modes }: FiltersProps) {
  const { family = 'ladder', mode = '', bin, weeks = 4 } = search
  const known = modes?.map((each) => [each.mode, modeName(each.mode)] as const) ?? []
  const listed =
    mode === '' || known.some(([each]) => each === mode) ? known : [[mode, modeName(mode)] as const, ...known]
  return (
    <>
      <Select
        label="Battles"
        value={family}
        choices={FAMILIES}
        onChange={(next) => onSearch({ ...search, family: next === 'ranked' ? next : undefined, mode: undefined })}
        className={SELECT}
      />
      {modes && (
        <Select
          label="Mode"
          value={mode}
          choices={[['', 'All modes'], ...listed]}
          onChange={(next) => onSearch({ ...search, mode: next === '' ? undefined : next })}
          className={SELECT}
        />
      )}
      {family === 'ladder' && (
        <Select
          label="Brawler’s trophies"
          value={bin === undefined ? '' : String(bin)}
          choices={BINS}
          onChange={(next) => onSearch({ ...search, bin: next === '' ? undefined : Number(next) })}
          className={SELECT}
        />
      )}
      <Select
        label="Time"
        value={String(weeks)}
        choices={WEEKS}
        onChange={(next) => onSearch({ ...search, weeks: Number(next) as MetaSearch['weeks'] })}
        className={SELECT}
      />
    </>
  )
}

const SELECT = 'max-sm:mb-3 max-sm:flex-col max-sm:items-stretch max-sm:gap-1'

type CountedProps = Pick<Meta, 'since' | 'last_updated' | 'stale'> & { battles?: number }

/** Of which battles the figures are, and how new they are. */
export function Counted({ battles, since, last_updated, stale }: CountedProps) {
  return (
    <div role="status" className="mb-3 text-sm text-mut">
      <p>
        {battles !== undefined && `${count(battles, 'battle')} `}
        {battles === undefined ? 'Since' : 'since'} {shortDay(since)}, without bots
        {last_updated && (
          <>
            {', newest '}
            <RelativeTime within time={last_updated} />
          </>
        )}
      </p>
      {stale && <p className="mt-1 text-warn">Newer battles are late.</p>}
    </div>
  )
}

/** In place of figures that too few battles would make. */
export function NotEnough({ battles, picks, needed }: Pick<Meta, 'battles' | 'picks' | 'needed'>) {
  const seen = Math.min(battles, picks)
  return (
    <EmptyState
      title={`Not enough battles yet: ${formatThousands(seen)} of ${needed}`}
      hint="Choose more weeks, all trophies or all modes."
    />
  )
}

type NoSuchProps = { what: 'map' | 'brawler'; children: ReactNode }

/** In place of the page of a map or brawler that nobody ever named. Another try would tell the same. */
export function NoSuch({ what, children }: NoSuchProps) {
  return (
    <ErrorState
      wholePage
      title={`There is no such ${what}`}
      message={`Neither the game nor a battle that we saw names this ${what}.`}
    >
      {children}
    </ErrorState>
  )
}

/** Whether a call was refused because it asks for something that does not exist. */
export function isNoSuch(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}
