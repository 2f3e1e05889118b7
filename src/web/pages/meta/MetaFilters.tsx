import type { ReactNode } from 'react'
import { modeName } from '#shared/game-names.ts'
import { formatThousands } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import { ApiError } from '#web/app/api-client.ts'
import { shortDay } from '#web/ui/date-words.ts'
import { FilterSheet } from '#web/ui/FilterSheet.tsx'
import { Select } from '#web/ui/fields.tsx'
import { EmptyState, ErrorState } from '#web/ui/Notice.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Text } from '#web/ui/Text.tsx'
import { activeChoices, binChoices, binWords, FAMILIES, type Meta, type MetaSearch, WEEKS } from './meta-search.ts'

type FiltersProps = {
  search: MetaSearch
  onSearch: (search: MetaSearch) => void
  /** The modes to choose from; without them the mode cannot be chosen. */
  modes?: Meta['modes']
  /** What the choice comes to, beside it. */
  children?: ReactNode
}

/** Which battles count: the kind of battle, the mode, the brawler's trophies, and the weeks. On a phone in a sheet. */
export function MetaFilters(props: FiltersProps) {
  const { search, children } = props
  return (
    <div className="mb-3 flex items-center gap-x-4 gap-y-2 sm:mb-4 sm:flex-wrap">
      <FilterSheet active={activeChoices(search)} className="shrink-0 sm:hidden">
        <Choices {...props} />
      </FilterSheet>
      <div className="flex flex-wrap gap-x-4 gap-y-2 max-sm:hidden">
        <Choices {...props} />
      </div>
      <div className="min-w-0 text-sm text-mut sm:ms-auto">
        <p className="truncate sm:hidden">{choicesInWords(search)}</p>
        {children}
      </div>
    </div>
  )
}

/** `Trophies · Knockout · 4 weeks`. */
function choicesInWords({ family, mode, bin, weeks }: MetaSearch): string {
  return [
    t(family === 'ranked' ? 'meta.ranked' : 'meta.ladder'),
    mode && modeName(mode),
    bin !== undefined && binWords(bin),
    ...WEEKS.flatMap(([each, id]) => (each === String(weeks ?? 4) ? t(id) : [])),
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
        label={t('meta.battles')}
        value={family}
        choices={FAMILIES.map(([each, id]) => [each, t(id)] as const)}
        onChange={(next) => onSearch({ ...search, family: next === 'ranked' ? next : undefined, mode: undefined })}
        className={SELECT}
      />
      {modes && (
        <Select
          label={t('meta.mode')}
          value={mode}
          choices={[['', t('meta.allModes')], ...listed]}
          onChange={(next) => onSearch({ ...search, mode: next === '' ? undefined : next })}
          className={SELECT}
        />
      )}
      {family === 'ladder' && (
        <Select
          label={t('meta.trophies')}
          value={bin === undefined ? '' : String(bin)}
          choices={binChoices()}
          onChange={(next) => onSearch({ ...search, bin: next === '' ? undefined : Number(next) })}
          className={SELECT}
        />
      )}
      <Select
        label={t('meta.time')}
        value={String(weeks)}
        choices={WEEKS.map(([each, id]) => [each, t(id)] as const)}
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
    <div role="status" className="text-sm text-mut max-sm:text-xs">
      <p>
        <CountedWords battles={battles} day={shortDay(since)} newest={last_updated} />
      </p>
      {stale && <p className="mt-1 text-warn">{t('meta.late')}</p>}
    </div>
  )
}

type CountedWordsProps = { battles: number | undefined; day: string; newest: string | null }

function CountedWords({ battles, day, newest }: CountedWordsProps) {
  if (newest === null) return battles === undefined ? t('meta.since', { day }) : t('meta.counted', { battles, day })
  const values = { day, time: <RelativeTime within time={newest} /> }
  if (battles === undefined) return <Text id="meta.sinceNewest" values={values} />
  return <Text id="meta.countedNewest" values={{ ...values, battles }} />
}

/** In place of figures that too few battles would make. */
export function NotEnough({ battles, picks, needed }: Pick<Meta, 'battles' | 'picks' | 'needed'>) {
  const seen = Math.min(battles, picks)
  return (
    <EmptyState title={t('meta.notEnough', { seen: formatThousands(seen), needed })} hint={t('meta.notEnoughHint')} />
  )
}

type BandProps = { colour: string; className: string; busy: boolean; children: ReactNode }

/**
 * The first panel of a page, in the colour of what it is about, as far as names on it stay readable in every theme.
 * `busy`: what it says is still about other battles than those that are asked for.
 */
export function Band({ colour, className, busy, children }: BandProps) {
  const background = `linear-gradient(100deg, color-mix(in oklab, ${colour} 42%, var(--card)), var(--card) 75%) border-box`
  return (
    <div
      aria-busy={busy}
      className={`mb-3 grid min-w-0 overflow-hidden rounded-lg border border-edge ${className} ${busy ? 'opacity-60 transition-opacity' : ''}`}
      style={{ background }}
    >
      {children}
    </div>
  )
}

type NoSuchProps = { what: 'map' | 'brawler'; children: ReactNode }

/** In place of the page of a map or brawler that nobody ever named. Another try would tell the same. */
export function NoSuch({ what, children }: NoSuchProps) {
  const [title, words] = NO_SUCH[what]
  return (
    <ErrorState wholePage title={t(title)} message={t(words)}>
      {children}
    </ErrorState>
  )
}

const NO_SUCH = { map: ['meta.noMap', 'meta.noMapWords'], brawler: ['meta.noBrawler', 'meta.noBrawlerWords'] } as const

/** Whether a call was refused because it asks for something that does not exist. */
export function isNoSuch(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}
