import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { formatThousands } from '#shared/number-format.ts'
import { isolated, nameOrTag, plainName } from '#shared/plain-name.ts'
import { type EntityType, normaliseTag, TAG_SHAPE, tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import type { PageProps } from '#web/app/addresses.ts'
import { clubQuery, playerQuery } from '#web/app/entity-queries.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { BODY } from '#web/ui/Dolphin.tsx'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { saidOnly, Text } from '#web/ui/Text.tsx'
import { Choices } from './Choices.tsx'
import { type CompareSearch, wrongTag } from './compared-sides.ts'

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
  /** Whom to choose with one tap. */
  rivals: ReactNode
}

/** While somebody is still to be chosen: both seats, and rivals for the empty one. */
export function Choosing({ rivals, ...seats }: Props) {
  const { type, sides } = seats
  const chosen = sides.a ?? sides.b
  return (
    <>
      <h2 className="mt-6 text-lg font-semibold wrap-anywhere">
        <ChooseNext type={type} chosen={chosen} />
      </h2>
      <Seats {...seats} />
      <div className="pb-10">{rivals}</div>
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
    <div className="mt-4 flex max-sm:flex-col">
      {seat('a')}
      <span className="relative z-1 -mx-3 -my-1 flex size-16 shrink-0 items-center justify-center self-center rounded-full border border-line bg-raise text-xl font-extrabold text-acc">
        {t('compare.versus')}
      </span>
      {seat('b')}
    </div>
  )
}

const SEAT = 'flex min-w-0 flex-1 flex-col items-center justify-center gap-3 rounded-lg border p-4 sm:p-6'

/** In place of a crest: the outline of a dolphin. */
const Nobody = () => (
  <svg
    viewBox="-12 -12 90 104"
    className="size-24 rounded-lg border border-dashed border-line text-mut max-sm:hidden"
    aria-hidden="true"
  >
    <path d={BODY} className="fill-none stroke-current" strokeWidth="1.5" strokeDasharray="4 3" />
  </svg>
)

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
  // What was said of an earlier text is not true of the new one.
  const edit = (edited: string) => {
    setText(edited)
    setAsked('')
    setMissing(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const tag = normaliseTag(text)
    setMissing(text.trim() === '')
    if (text.trim() === '') event.currentTarget.querySelector('input')?.focus()
    else if (tag !== null) choose(tag)
    else setAsked(text.toWellFormed().trim().slice(0, 64))
  }
  const isWrong = wrong !== null && text === wrong && asked === ''
  const problem = isMissing ? t('compare.enter') : isWrong && t('ui.noTag', TAG_SHAPE)
  return (
    <form onSubmit={submit} className={`${SEAT} border-dashed border-line`}>
      <Nobody />
      <div className="w-full min-w-0 max-w-md">
        <label htmlFor={id} className="mb-1 block text-sm font-semibold">
          {label}
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            ref={takesFocus ? focusOn : undefined}
            value={text}
            onChange={(event) => edit(event.target.value)}
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
    <div className={`${SEAT} border-edge bg-card text-center max-sm:flex-row max-sm:text-start`}>
      <Monogram seed={tag} name={name} className="size-24 rounded-lg" />
      <div className="w-full min-w-0 flex-1">
        <EntityLink
          to={type === 'club' ? '/club/$tag' : '/player/$tag'}
          tag={tag}
          name={name}
          className="block text-2xl font-extrabold"
          clipped
        />
        <p className="mt-1 text-mut">
          {found ? t('find.factTrophies', { trophies: formatThousands(found.trophies) }) : tag}
        </p>
        <button type="button" onClick={onChange} className="link mt-2 min-h-6 text-sm">
          <Text id="compare.change" values={{ name, said: saidOnly }} />
        </button>
      </div>
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
  const who = name === undefined ? tag : isolated(plainName(name))
  return t(type === 'club' ? 'compare.aClubWith' : 'compare.whomWith', { name: who })
}
