import { countryName } from '#shared/game-names.ts'
import { COUNTRIES } from '#shared/regions.ts'
import { t } from '#shared/texts.ts'
import { FilterSheet } from '#web/ui/FilterSheet.tsx'
import { Select } from '#web/ui/fields.tsx'
import { BARS, choicesOf, ENTRIES, type FindSearch, SEATS } from './find-search.ts'

type Props = { search: FindSearch; onSearch: (search: FindSearch) => void }

/** What is asked of the clubs. On a phone in a sheet, beside whose button stands what was found. */
export function Wishes(props: Props) {
  const { entry, seats, bar, country } = props.search
  const active = [entry, seats, bar, country].filter((wish) => wish !== undefined).length
  return (
    <>
      <FilterSheet active={active} className="float-start me-3 sm:hidden">
        <Choices {...props} />
      </FilterSheet>
      <div className="mb-4 flex flex-wrap gap-x-4 gap-y-2 max-sm:hidden">
        <Choices {...props} />
      </div>
    </>
  )
}

function Choices({ search, onSearch }: Props) {
  const { entry = '', seats = '', bar = '', country = '' } = search
  const countries = COUNTRIES.map((code) => [code as string, countryName(code)] as const)
  const known = country === '' || countries.some(([code]) => code === country)
  const choices = known ? countries : [[country, countryName(country)] as const, ...countries]
  const choose = (wish: Partial<FindSearch>) => onSearch({ ...search, ...wish })
  const wish = { className: 'max-sm:mb-3 max-sm:flex-col max-sm:items-stretch max-sm:gap-1' }
  const given = <Value extends string>(value: Value | '') => (value === '' ? undefined : value)
  return (
    <>
      <Select
        {...wish}
        label={t('find.gettingIn')}
        value={entry}
        choices={choicesOf(ENTRIES)}
        onChange={(to) => choose({ entry: given(to) })}
      />
      <Select
        {...wish}
        label={t('find.seats')}
        value={seats}
        choices={choicesOf(SEATS)}
        onChange={(to) => choose({ seats: given(to) })}
      />
      <Select
        {...wish}
        label={t('find.bar')}
        value={bar}
        choices={choicesOf(BARS)}
        onChange={(to) => choose({ bar: given(to) })}
      />
      <Select
        {...wish}
        label={t('ui.country')}
        value={country}
        choices={[['', t('ui.any')], ...choices]}
        onChange={(to) => choose({ country: given(to) })}
      />
    </>
  )
}
