import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { Timeframe } from '#shared/days.ts'
import { formatThousands } from '#shared/number-format.ts'
import { isolated, nameOrTag, plainName } from '#shared/plain-name.ts'
import { type EntityType, normaliseTag, TAG_SHAPE, tagInPath } from '#shared/tag.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import type { PageProps } from '#web/app/addresses.ts'
import { clubQuery, playerQuery } from '#web/app/entity-queries.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Dolphin } from '#web/ui/Dolphin.tsx'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { saidOnly, Text } from '#web/ui/Text.tsx'
import { Choices } from './Choices.tsx'
import { type CompareSearch, type Figure, useSide, wrongTag } from './compared-sides.ts'

type Sides = Pick<CompareSearch, 'a' | 'b'>

type SeatsProps = Pick<PageProps, 'raw'> & {
  type: EntityType
  /** Tags without their `#`; one is missing at least. */
  sides: Sides
  /** The side that the visitor has just emptied. */
  changed: 'a' | 'b' | null
  onChoose: (search: CompareSearch) => void
  onEmpty: (side: 'a' | 'b') => void
}

type Props = SeatsProps & {
  days: Timeframe
  /** Whom to choose with one tap. */
  rivals: ReactNode
}

/** While somebody is still to be chosen: both seats, rivals, and what a comparison will tell. */
export function Choosing({ days, rivals, ...seats }: Props) {
  const { type, sides } = seats
  const chosen = sides.a ?? sides.b
  return (
    <>
      <Seats {...seats} />
      <p className="mt-4 font-semibold wrap-anywhere">
        <ChooseNext type={type} chosen={chosen} />
      </p>
      <div className="mt-3">{rivals}</div>
      <div className="mt-4 pb-10">
        <Card title={t('compare.figures')}>
          {chosen === undefined ? (
            <Preview type={type} />
          ) : (
            <PreviewOf type={type} tag={`#${chosen}`} days={days} of={sides.a ? 'a' : 'b'} />
          )}
        </Card>
      </div>
    </>
  )
}

/** Both seats with who sits there, or a field for whom to ask there. */
function Seats({ type, sides, raw, changed, onChoose, onEmpty }: SeatsProps) {
  const seat = (side: 'a' | 'b') =>
    sides[side] === undefined ? (
      <SideField
        key={`${type} ${side}`}
        label={t(side === 'a' ? 'compare.first' : 'compare.second')}
        type={type}
        wrong={wrongTag(raw[side])}
        takesFocus={side === changed}
        onChoose={(tag) => onChoose({ [side]: tag })}
      />
    ) : (
      <Chosen type={type} tag={`#${sides[side]}`} onChange={() => onEmpty(side)} />
    )
  return (
    <div className="mt-4 flex gap-3 max-sm:flex-col">
      {seat('a')}
      <span className="self-center text-center text-mut">{t('compare.versus')}</span>
      {seat('b')}
    </div>
  )
}

type SideFieldProps = {
  label: string
  type: EntityType
  /** The text that the address holds in place of a valid tag. */
  wrong: string | null
  /** True after the visitor asked to change this side: the button that they pressed is gone. */
  takesFocus: boolean
  onChoose: (tag: string) => void
}

/** Clubs or players that are offered for a name. */
const OFFERED = 5

/** An empty seat: its field takes a tag, or a name for which it offers the clubs or players found. */
function SideField({ label, type, wrong, takesFocus, onChoose }: SideFieldProps) {
  const id = useId()
  const [text, setText] = useState(wrong ?? '')
  const [asked, setAsked] = useState('')
  const [isMissing, setMissing] = useState(false)
  const found = useQuery({
    ...query('GET /api/browse/entities', { query: { type, search: asked, limit: OFFERED } }),
    enabled: asked !== '',
  })
  const choose = (tag: string) => {
    setText(tag)
    setAsked('')
    onChoose(tagInPath(tag))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const tag = normaliseTag(text)
    setMissing(text.trim() === '')
    if (text.trim() === '') event.currentTarget.querySelector('input')?.focus()
    else if (tag !== null) choose(tag)
    else setAsked(text.toWellFormed().trim().slice(0, 64))
  }
  const isWrong = wrong !== null && asked === ''
  const problem = isMissing ? t('compare.enter') : isWrong && t('ui.noTag', TAG_SHAPE)
  return (
    <form
      onSubmit={submit}
      className="flex min-w-0 flex-1 items-start gap-3 rounded-lg border border-dashed border-line p-3.5"
    >
      <Dolphin className="h-14 w-16 shrink-0 self-center opacity-30 grayscale max-sm:hidden" />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="mb-1 block text-sm font-semibold">
          {label}
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            ref={takesFocus ? focusOn : undefined}
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder={t('compare.tagOrName')}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-about` : undefined}
            className="min-h-11 w-full min-w-0 rounded-md border border-line bg-bg px-3.5 text-ink aria-invalid:border-bad"
          />
          <Button type="submit" variant="quiet" className="shrink-0" busy={found.isFetching}>
            {t('compare.choose')}
          </Button>
        </div>
        <div id={`${id}-about`} role="status" className="mt-1.5 text-sm text-mut">
          {problem && <p className="text-bad">{problem}</p>}
          {found.error?.message}
          {found.data && asked !== '' && <Choices found={found.data} onChoose={choose} />}
        </div>
      </div>
    </form>
  )
}

function focusOn(field: HTMLInputElement | null): void {
  field?.focus()
}

type SeatProps = { type: EntityType; tag: string }

function useEntity({ type, tag }: SeatProps) {
  const club = useQuery({ ...clubQuery(tag), enabled: type === 'club' })
  const player = useQuery({ ...playerQuery(tag), enabled: type === 'player' })
  return (type === 'club' ? club : player).data
}

/** Who sits on one side already. */
function Chosen({ type, tag, onChange }: SeatProps & { onChange: () => void }) {
  const found = useEntity({ type, tag })
  const name = nameOrTag(found?.name ?? '', tag)
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3 rounded-lg border border-edge bg-card p-3.5">
      <Monogram seed={tag} name={name} className="size-14 rounded-md" />
      <div className="min-w-0 flex-1">
        <EntityLink
          to={type === 'club' ? '/club/$tag' : '/player/$tag'}
          tag={tag}
          name={name}
          className="block text-lg font-semibold"
          clipped
        />
        <p className="text-sm text-mut">
          {found ? t('find.factTrophies', { trophies: formatThousands(found.trophies) }) : tag}
        </p>
      </div>
      <button type="button" onClick={onChange} className="link min-h-6 shrink-0 text-sm">
        <Text id="compare.change" values={{ name, said: saidOnly }} />
      </button>
    </div>
  )
}

/** Says what is still to be chosen. */
function ChooseNext({ type, chosen }: { type: EntityType; chosen: string | undefined }) {
  if (chosen === undefined) return t(type === 'club' ? 'compare.twoClubs' : 'compare.twoPlayers')
  return <ChooseSecond type={type} tag={`#${chosen}`} />
}

function ChooseSecond({ type, tag }: SeatProps) {
  const name = useEntity({ type, tag })?.name
  const who = name === undefined ? tag : `${isolated(plainName(name))} (${tag})`
  return t(type === 'club' ? 'compare.aClubWith' : 'compare.whomWith', { name: who })
}

/** Some of what is compared, before there are two. */
const PREVIEWED = {
  player: [
    'ui.trophies',
    'player.highest',
    'compare.gain',
    'ui.performance',
    'ui.activity',
    'compare.wins3v3',
    'compare.ranked',
    'score.prestige',
  ],
  club: [
    'ui.trophies',
    'ui.members',
    'compare.perMember',
    'compare.won',
    'club.active7',
    'score.activeMembers',
    'score.prestige',
    'compare.best',
  ],
} as const satisfies Record<EntityType, readonly PlainTextId[]>

type PreviewOfProps = SeatProps & { days: Timeframe; of: 'a' | 'b' }

/** What is known of the one who is chosen, beside the empty places of the other one. */
function PreviewOf({ type, tag, days, of }: PreviewOfProps) {
  const { side } = useSide(type, tag, days)
  return <Preview type={type} figures={side?.figures} of={of} />
}

type PreviewProps = { type: EntityType; figures?: readonly Figure[] | undefined; of?: 'a' | 'b' }

/** What a comparison will tell. */
function Preview({ type, figures = [], of }: PreviewProps) {
  return (
    <ul className="mx-auto max-w-2xl">
      {PREVIEWED[type].map((id) => {
        const figure = figures.find(({ label }) => label === t(id))
        return (
          <li key={id} className="flex min-h-11 items-center border-t border-edge first:border-t-0">
            <Place figure={of === 'a' ? figure : undefined} className="pe-2 text-end" />
            <span className="w-[34%] px-1 text-center text-sm text-mut sm:w-44">{t(id)}</span>
            <Place figure={of === 'b' ? figure : undefined} className="ps-2" />
          </li>
        )
      })}
    </ul>
  )
}

/** A number, or where it will stand. */
function Place({ figure, className }: { figure: Figure | undefined; className: string }) {
  return (
    <span className={`flex-1 font-semibold ${className}`}>
      {figure && figure.value !== null ? (
        (figure.format ?? formatThousands)(figure.value)
      ) : (
        <span
          aria-hidden="true"
          className="inline-block h-4 w-16 rounded-full border border-dashed border-line align-middle opacity-50"
        />
      )}
    </span>
  )
}
