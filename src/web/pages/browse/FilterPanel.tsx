import { keepPreviousData } from '@tanstack/react-query'
import { ChevronDown, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { TROPHY_RANGES } from '#shared/bands.ts'
import { countryName, regionName } from '#shared/game-names.ts'
import { formatThousands } from '#shared/number-format.ts'
import { REGIONS } from '#shared/regions.ts'
import type { EntityType } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { wholeNumberOf } from '#web/app/addresses.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { Button, buttonStyle } from '#web/ui/Button.tsx'
import { ChoiceChips } from '#web/ui/ChoiceChips.tsx'
import { Explain, ScoreReading } from '#web/ui/Explain.tsx'
import { Select } from '#web/ui/fields.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { useServed } from '#web/ui/served.ts'
import { saidOnly, Text } from '#web/ui/Text.tsx'
import { ACTIVITIES, type BrowseSearch, ENTRIES, MEMBERSHIPS, NO_FILTERS } from './browse-search.ts'
import {
  ACTIVITY_WORDS,
  activeFilters,
  type ClubCounts,
  chosenRange,
  describeCount,
  ENTRY_WORDS,
  MEMBERSHIP_WORDS,
  type PlayerCounts,
  rangeSearch,
  rangeWords,
} from './filter-words.ts'

export type FilterProps = {
  kind: EntityType
  search: BrowseSearch
  onSearch: (change: BrowseSearch, typing?: boolean) => void
}

/** The filters that are always shown. */
const AT_FIRST: ReadonlySet<string> = new Set(['search', 'region', 'activity'])

/** The filters: name, region and activity, the others on demand, and a button that removes all. */
export function FilterPanel({ kind, search, onSearch }: FilterProps) {
  const filters = activeFilters(search)
  const [more, setMore] = useState(filters.some(({ name }) => !AT_FIRST.has(name)))
  const panel = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const ofClubs = useClubCounts(kind, search)
  const ofPlayers = usePlayerCounts(kind, search)
  const counts = ofClubs ?? ofPlayers
  const clear = () => {
    // The pressed button disappears. The focus must not disappear with it.
    toggle.current?.focus()
    onSearch(NO_FILTERS)
  }
  return (
    <div className="grid gap-4.5">
      <NameSearch kind={kind} value={search.search ?? ''} onChange={(name) => onSearch({ search: name }, true)} />
      <ChoiceChips
        legend={t('ui.region')}
        value={search.region ?? 'global'}
        choices={REGIONS.map((region) => [region, describeCount(regionName(region), counts?.regions[region])] as const)}
        onChange={(region) => onSearch({ region: region === 'global' ? undefined : region })}
      />
      {counts && <Unlisted words="browse.noCountry" of={counts.regions.global} listed={ofRegions(counts)} />}
      <ChoiceChips
        legend={t('ui.activity')}
        value={search.activity ?? 'any'}
        choices={[
          ['any', t('ui.any')],
          ...ACTIVITIES.map(
            (level) => [level, describeCount(t(ACTIVITY_WORDS[level]), counts?.activities[level])] as const,
          ),
        ]}
        onChange={(activity) => onSearch({ activity: activity === 'any' ? undefined : activity })}
      />
      {counts && search.activity === undefined && (
        <Unlisted words="browse.noScore" of={counts.regions[search.region ?? 'global']} listed={counts.activities} />
      )}
      {more && (
        <div id={panel} className="grid gap-4.5">
          <MoreFilters kind={kind} search={search} onSearch={onSearch} ofClubs={ofClubs} ofPlayers={ofPlayers} />
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
        <span>
          <Text id={more ? 'browse.less' : 'browse.more'} values={{ said: saidOnly }} />
        </span>
        <ChevronDown size={16} aria-hidden="true" className={`transition-transform ${more ? 'rotate-180' : ''}`} />
      </button>
      {filters.length > 0 && (
        <Button variant="quiet" onClick={clear} className="lg:sticky lg:bottom-0">
          {t('browse.clearAll', { count: filters.length })}
        </Button>
      )}
    </div>
  )
}

/** Without those of all regions together. */
function ofRegions({ regions: { global: _all, ...regions } }: Pick<ClubCounts, 'regions'>) {
  return regions
}

type UnlistedProps = {
  words: 'browse.noCountry' | 'browse.noScore'
  /** How many clubs or players there are, and how many each choice lists. */
  of: number
  listed: Readonly<Record<string, number>>
}

/** Those whom no choice lists, since their country or score is not known: with them the choices add up. */
function Unlisted({ words, of, listed }: UnlistedProps) {
  const count = Object.values(listed).reduce((left, each) => left - each, of)
  return count > 0 && <p className="-mt-3 text-sm text-mut">{t(words, { count: formatThousands(count) })}</p>
}

type CountedProps = FilterProps & { ofClubs: ClubCounts | undefined; ofPlayers: PlayerCounts | undefined }

/** The filters on demand: trophies, what somebody asks who looks for a club, and whether a player is in one. */
function MoreFilters({ kind, search, onSearch, ofClubs, ofPlayers }: CountedProps) {
  const counts = ofClubs ?? ofPlayers
  return (
    <>
      <ChoiceChips
        legend={t('ui.trophies')}
        value={search.trophyMin === undefined || search.trophyMax === undefined ? 'any' : chosenRange(search)}
        choices={[
          ['any', t('ui.any')],
          ...TROPHY_RANGES.map(
            ({ label, min, max }) => [label, describeCount(rangeWords(min, max), counts?.ranges[label])] as const,
          ),
        ]}
        onChange={(label) => onSearch(rangeSearch(label))}
      />
      {kind === 'club' && <Wishes search={search} onSearch={onSearch} counts={ofClubs} />}
      {kind === 'player' && (
        <ChoiceChips
          legend={t('browse.membership')}
          value={search.membership ?? 'any'}
          choices={[
            ['any', t('ui.any')],
            ...MEMBERSHIPS.map(
              (each) => [each, describeCount(t(MEMBERSHIP_WORDS[each]), ofPlayers?.memberships[each])] as const,
            ),
          ]}
          onChange={(membership) => onSearch({ membership: membership === 'any' ? undefined : membership })}
        />
      )}
    </>
  )
}

type WishesProps = Omit<FilterProps, 'kind'> & { counts: ClubCounts | undefined }

/** What somebody asks who looks for a club. */
function Wishes({ search: { entry, seats, bar, country }, onSearch, counts }: WishesProps) {
  const known =
    counts?.countries.map((each) => [each.country, describeCount(countryName(each.country), each.clubs)] as const) ?? []
  const listed =
    !country || known.some(([code]) => code === country) ? known : [[country, countryName(country)] as const, ...known]
  return (
    <>
      <ChoiceChips
        legend={t('find.gettingIn')}
        value={entry ?? 'any'}
        choices={[
          ['any', t('ui.any')],
          ...ENTRIES.map((each) => [each, describeCount(t(ENTRY_WORDS[each]), counts?.entries[each])] as const),
        ]}
        onChange={(next) => onSearch({ entry: next === 'any' ? undefined : next })}
      />
      <ChoiceChips
        legend={t('find.seats')}
        value={seats ?? 'any'}
        choices={[
          ['any', t('ui.any')],
          ['free', describeCount(t('browse.free'), counts?.free_seats)],
        ]}
        onChange={(next) => onSearch({ seats: next === 'any' ? undefined : next })}
      />
      <Bar value={bar} met={counts?.bar_met} onChange={(next) => onSearch({ bar: next }, true)} />
      <Select
        label={t('ui.country')}
        value={country ?? ''}
        choices={[['', t('ui.any')], ...listed]}
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
        {describeCount(t('browse.meetBar'), met)}
      </label>
      <input
        key={value}
        id={id}
        name="bar"
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        defaultValue={value}
        placeholder={t('find.myTrophies')}
        onBlur={(event) => event.currentTarget.form?.requestSubmit()}
        className="min-h-11 w-full rounded-md border border-line bg-bg px-3.5 text-ink"
      />
    </form>
  )
}

/** How many clubs each choice would list. The server renders the page without. */
function useClubCounts(
  kind: EntityType,
  { sort: _sort, page: _page, membership: _membership, ...filters }: BrowseSearch,
) {
  const served = useServed()
  const asked = query('GET /api/browse/club-counts', { query: filters })
  const { data } = useQuery({ ...asked, enabled: kind === 'club' && !served, placeholderData: keepPreviousData })
  // A question that is not asked has the answer that an earlier page kept.
  return kind === 'club' ? data : undefined
}

/** How many players each choice would list; not while a name is searched, which would take a look at each of them. */
function usePlayerCounts(
  kind: EntityType,
  { region, activity, membership, trophyMin, trophyMax, search }: BrowseSearch,
) {
  const served = useServed()
  const asked = query('GET /api/browse/player-counts', {
    query: { region, activity, membership, trophyMin, trophyMax },
  })
  const isCounted = kind === 'player' && search === undefined
  const { data } = useQuery({ ...asked, enabled: isCounted && !served, placeholderData: keepPreviousData })
  return isCounted ? data : undefined
}

type NameSearchProps = { kind: EntityType; value: string; onChange: (name: string) => void }

/** The wait after the last letter, so that not every letter makes a call. */
const PAUSE_MS = 300

const NAMES = { club: 'browse.clubName', player: 'browse.playerName' } as const

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
        {t(NAMES[kind])}
      </label>
      <input
        id={id}
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        placeholder={t('browse.byName')}
        className="min-h-11 w-full rounded-md border border-line bg-bg px-3.5 text-ink"
      />
    </div>
  )
}

/** `clearsBelow`: another button that removes all stands below. */
type ActiveFiltersProps = { search: BrowseSearch; onSearch: (change: BrowseSearch) => void; clearsBelow: boolean }

const CHIP =
  'relative inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-full bg-raise px-3.5 text-sm before:absolute before:inset-x-0 before:-inset-y-1 hover:lift'

/** The filters in force. Pressing one removes it. */
export function ActiveFilters({ search, onSearch, clearsBelow }: ActiveFiltersProps) {
  const filters = activeFilters(search)
  if (filters.length === 0) return null
  return (
    <ul aria-label={t('browse.activeFilters')} className="mb-3 flex flex-wrap items-center gap-2">
      {filters.map(({ name, label, without }) => (
        <li key={name} className="max-w-full">
          <button type="button" onClick={() => onSearch(without)} className={CHIP}>
            <Text id="browse.remove" values={{ filter: <bdi className="truncate">{label}</bdi>, said: saidOnly }} />
            <X size={14} aria-hidden="true" className="shrink-0 text-mut" />
          </button>
        </li>
      ))}
      <li className={clearsBelow ? 'hidden' : 'lg:hidden'}>
        <button type="button" onClick={() => onSearch(NO_FILTERS)} className="link min-h-11 px-2 text-sm">
          {t('browse.clearAll', { count: filters.length })}
        </button>
      </li>
    </ul>
  )
}

const SCORES = {
  club: ['club_activity', 'popularity_score'],
  player: ['performance_score', 'activity_score', 'popularity_score'],
} as const

/** Explains the figures on the cards, once for all of them. */
export function CardNotes({ kind }: { kind: EntityType }) {
  return (
    <Explain label={t('browse.cardFigures')} title={t('browse.onCard')}>
      <p>{t('browse.cardNote')}</p>
      {SCORES[kind].map((score) => (
        <ScoreReading key={score} of={score} inputs={[]} named />
      ))}
    </Explain>
  )
}

const NOTHING = { club: 'browse.noClubs', player: 'browse.noPlayers' } as const

/** In place of the cards: nothing matches, or there are fewer pages. `children`: the way on where nothing matches. */
export function NothingListed({ kind, pages, children }: { kind: EntityType; pages: number; children: ReactNode }) {
  if (pages === 0) {
    return (
      <EmptyState large failed title={t(NOTHING[kind])} hint={t(children ? 'browse.fewer' : 'browse.first')}>
        {children}
      </EmptyState>
    )
  }
  return (
    <EmptyState large title={t('browse.noPage')}>
      <Link to="." search={(before: object) => ({ ...before, page: pages })} className={buttonStyle('outline')}>
        {t('browse.lastPage')}
      </Link>
    </EmptyState>
  )
}
