import { useId } from 'react'
import { wholeNumberOf } from '#web/app/addresses.ts'
import { ChoiceChips, Select } from '#web/ui/ChoiceChips.tsx'
import { countryName } from '#web/ui/names.ts'
import { type BrowseSearch, type Counts, counted, ENTRIES, ENTRY_WORDS } from './browse-search.ts'

type WishesProps = {
  search: BrowseSearch
  onSearch: (change: BrowseSearch, typing?: boolean) => void
  counts: Counts | undefined
}

/** What somebody asks who looks for a club. */
export function Wishes({ search, onSearch, counts }: WishesProps) {
  const { entry, seats, bar, country } = search
  const known =
    counts?.countries.map((each) => [each.country, counted(countryName(each.country), each.clubs)] as const) ?? []
  const listed =
    !country || known.some(([code]) => code === country) ? known : [[country, countryName(country)] as const, ...known]
  return (
    <>
      <ChoiceChips
        legend="Getting in"
        value={entry ?? 'any'}
        choices={[
          ['any', 'Any'],
          ...ENTRIES.map((each) => [each, counted(ENTRY_WORDS[each], counts?.entries[each])] as const),
        ]}
        onChange={(next) => onSearch({ entry: next === 'any' ? undefined : next })}
      />
      <ChoiceChips
        legend="Seats"
        value={seats ?? 'any'}
        choices={[
          ['any', 'Any'],
          ['free', counted('Free', counts?.free_seats)],
        ]}
        onChange={(next) => onSearch({ seats: next === 'any' ? undefined : next })}
      />
      <Bar value={bar} met={counts?.bar_met} onChange={(next) => onSearch({ bar: next }, true)} />
      <Select
        label="Country"
        value={country ?? ''}
        choices={[['', 'Any'], ...listed]}
        onChange={(next) => onSearch({ country: next === '' ? undefined : next })}
        className="flex-col items-stretch!"
      />
    </>
  )
}

type BarProps = {
  value: number | undefined
  met: number | null | undefined
  onChange: (bar: number | undefined) => void
}

/** The own trophies, which must reach the bar of a club. They count when the field is left, or with Enter. */
function Bar({ value, met, onChange }: BarProps) {
  const id = useId()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onChange(wholeNumberOf(new FormData(event.currentTarget).get('bar')))
      }}
    >
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {counted('My trophies meet the bar', met)}
      </label>
      <input
        key={value}
        id={id}
        name="bar"
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        defaultValue={value}
        placeholder="My trophies"
        onBlur={(event) => event.currentTarget.form?.requestSubmit()}
        className="min-h-11 w-full rounded-md border border-line bg-bg px-3.5 text-ink"
      />
    </form>
  )
}
