import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { modeName } from '#shared/game-names.ts'
import { formatThousands } from '#shared/number-format.ts'
import { RANKED_TIERS, tierAt } from '#shared/ranked-tiers.ts'
import { normaliseTag, TAG_SHAPE, tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { hourText } from '#shared/week-hours.ts'
import type { PageProps } from '#web/app/addresses.ts'
import { useMine } from '#web/app/my-choice.ts'
import { useSite } from '#web/app/queries.ts'
import { IN_PLACE, Link, useNavigate } from '#web/router/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceChips } from '#web/ui/ChoiceChips.tsx'
import { Select, TextField } from '#web/ui/fields.tsx'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useServed } from '#web/ui/served.ts'
import { choicesOf, type FindSearch, findSearchOf, zoneHours } from './find-search.ts'

const FoundClubs = lazySection(() => import('./FoundClubs.tsx').then((file) => file.FoundClubs), {
  pending: <Skeleton className="h-160 rounded-lg" />,
})

const WAYS = [
  ['tag', 'find.byTag'],
  ['me', 'find.byAnswers'],
] as const

/** Finds clubs that fit a player, or what somebody says of themselves. Everything is in the address. */
export function FindPage({ raw }: Pick<PageProps, 'raw'>) {
  const search = findSearchOf(raw)
  const navigate = useNavigate()
  const mine = useMine('player')?.tag
  const [way, setWay] = useState<(typeof WAYS)[number][0]>(isSaid(search) ? 'me' : 'tag')
  const find = (next: FindSearch) => void navigate({ to: '/find', search: { ...next }, ...IN_PLACE })
  const isAsked = search.tag !== undefined || isSaid(search)
  return (
    <>
      <h1 className="text-hero font-extrabold">{t('pages.find')}</h1>
      <p className="mt-1 mb-5 max-w-prose text-mut">{t('find.lead')}</p>
      <div
        className={`mb-6 grid gap-4 rounded-lg border border-edge bg-card p-3.5 sm:p-4.5 ${way === 'tag' ? 'items-center gap-x-6 sm:flex sm:flex-wrap' : ''}`}
      >
        <ChoiceChips
          legend={<span className="sr-only">{t('find.who')}</span>}
          value={way}
          choices={choicesOf(WAYS)}
          onChange={setWay}
        />
        {way === 'tag' ? (
          <ByTag
            key={search.tag ?? mine ?? ''}
            search={search}
            first={wrongTag(raw.tag) ?? mine ?? ''}
            wrong={wrongTag(raw.tag) !== null}
            onFind={find}
          />
        ) : (
          <ByWords search={search} onFind={find} />
        )}
      </div>
      {isAsked && <FoundClubs search={search} onSearch={find} />}
    </>
  )
}

/** Whether the address says what somebody is like. */
function isSaid({ trophies, days, hours, modes, tier }: FindSearch): boolean {
  return [trophies, days, hours, modes, tier].some((said) => said !== undefined)
}

/** The text that stands in the address in place of a tag; null for a tag, and for none. */
function wrongTag(given: unknown): string | null {
  return typeof given === 'string' && given !== '' && normaliseTag(given) === null ? given : null
}

type WayProps = { search: FindSearch; onFind: (search: FindSearch) => void }

/** `first`: what the field begins with where no tag is asked for. */
function ByTag({ search, first, wrong, onFind }: WayProps & { first: string; wrong: boolean }) {
  const { example_player_tag: example } = useSite()
  const [text, setText] = useState(search.tag ? `#${search.tag}` : first)
  const [refused, setRefused] = useState(wrong)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const tag = normaliseTag(text)
    setRefused(tag === null)
    if (tag !== null) onFind({ ...wishesIn(search), tag: tagInPath(tag) })
  }
  return (
    <form onSubmit={submit} noValidate className="flex grow flex-wrap gap-x-3">
      <TextField
        label={t('find.playerTag')}
        required
        value={text}
        onChange={(event) => setText(event.target.value)}
        problem={refused ? t('ui.noTag', TAG_SHAPE) : undefined}
        hint={search.tag ? undefined : t('find.below')}
        className="min-w-0 grow basis-28"
        placeholder="#2PP"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
      />
      <div className="mt-6 flex flex-wrap items-center gap-3 self-start">
        <Button type="submit">{t('find.find')}</Button>
        {example && !search.tag && (
          <Link to="/find" search={{ tag: tagInPath(example) }} className="link inline-flex min-h-11 items-center">
            {t('find.try', { tag: example })}
          </Link>
        )}
      </div>
    </form>
  )
}

/** The filters stay when somebody else is looked for. */
function wishesIn({ entry, seats, bar, country }: FindSearch): FindSearch {
  return { entry, seats, bar, country }
}

/** Hours of the day in the visitor's zone that can be chosen together. */
const PARTS_OF_DAY = [6, 9, 12, 15, 18, 21, 0, 3] as const
const PART_HOURS = 3

/** The modes that most battles are of. */
const MODES = ['gemGrab', 'brawlBall', 'knockout', 'bounty', 'heist', 'hotZone', 'soloShowdown', 'duoShowdown'] as const

const TROPHIES_MAX = 150_000
const TROPHY_STEP = 1000

function ByWords({ search, onFind }: WayProps) {
  const [trophies, setTrophies] = useState(search.trophies ?? 30_000)
  const [days, setDays] = useState(search.days ?? 5)
  const [hours, setHours] = useState<ReadonlySet<number>>(new Set(search.hours))
  const [modes, setModes] = useState<ReadonlySet<string>>(new Set(search.modes))
  const [tier, setTier] = useState(search.tier === undefined ? '' : String(search.tier))
  const offset = zoneHours(useServed())
  const tiers = [
    ['', t('find.notSaid')],
    ...Array.from({ length: RANKED_TIERS.length + 1 }, (_, place) => [String(place), tierAt(place)] as const),
  ] as const
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const said = { hours: hours.size > 0 ? [...hours] : undefined, modes: modes.size > 0 ? [...modes] : undefined }
    onFind({ ...wishesIn(search), trophies, days, ...said, tier: tier === '' ? undefined : Number(tier) })
  }
  return (
    <form onSubmit={submit} className="grid gap-4 lg:grid-cols-2 lg:gap-x-6">
      <Slider
        label={t('find.myTrophies')}
        value={trophies}
        max={TROPHIES_MAX}
        step={TROPHY_STEP}
        onChange={setTrophies}
      >
        {formatThousands(trophies)}
      </Slider>
      <Slider label={t('find.days')} value={days} max={7} step={1} onChange={setDays}>
        {days}
      </Slider>
      <Chips
        legend={t('find.when')}
        choices={PARTS_OF_DAY.map((from) => ({
          name: t('find.hourSpan', { from: hourText(from, 0), to: hourText(from + PART_HOURS, 0) }),
          values: Array.from({ length: PART_HOURS }, (_, place) => (from + place - offset + 48) % 24),
        }))}
        chosen={hours}
        onChange={setHours}
      />
      <Chips
        legend={t('find.what')}
        choices={MODES.map((mode) => ({ name: modeName(mode), values: [mode] }))}
        chosen={modes}
        onChange={setModes}
      />
      <Select label={t('find.myTier')} value={tier} choices={tiers} onChange={setTier} className="max-w-80" />
      <Button type="submit" className="self-end justify-self-start">
        {t('find.find')}
      </Button>
    </form>
  )
}

type SliderProps = {
  label: string
  value: number
  max: number
  step: number
  onChange: (value: number) => void
  children: ReactNode
}

function Slider({ label, value, max, step, onChange, children }: SliderProps) {
  const id = useId()
  return (
    <div>
      <p className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        <output htmlFor={id} className="font-extrabold">
          {children}
        </output>
      </p>
      <input
        id={id}
        type="range"
        min={0}
        max={max}
        step={step}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="min-h-11 w-full"
      />
    </div>
  )
}

type ChipsProps<Value> = {
  legend: string
  choices: readonly { name: string; values: readonly Value[] }[]
  chosen: ReadonlySet<Value>
  onChange: (chosen: ReadonlySet<Value>) => void
}

/** Any number of choices as chips. None is no answer. */
function Chips<Value>({ legend, choices, chosen, onChange }: ChipsProps<Value>) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">
        {legend} <span className="font-normal text-mut">{t('ui.optional')}</span>
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {choices.map(({ name, values }) => {
          const checked = values.every((value) => chosen.has(value))
          const own = new Set(values)
          return (
            <label
              key={name}
              className="relative inline-flex min-h-9 cursor-pointer items-center rounded-full border border-line px-3.5 text-sm text-mut before:absolute before:inset-x-0 before:-inset-y-1 hover:text-ink has-checked:border-acc has-checked:bg-acc has-checked:font-semibold has-checked:text-onacc has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-acc forced-colors:has-checked:underline"
            >
              <input
                type="checkbox"
                checked={checked}
                onChange={() => onChange(checked ? new Set(chosen).difference(own) : new Set(chosen).union(own))}
                className="absolute inset-0 m-0 cursor-pointer opacity-0"
              />
              {name}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
