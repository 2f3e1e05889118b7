import { type FormEvent, Suspense, useId, useState } from 'react'
import { formatThousands } from '#shared/number-format.ts'
import { isolated, nameOrTag, plainName } from '#shared/plain-name.ts'
import { type EntityType, normaliseTag, TAG_SHAPE, tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import type { PageProps } from '#web/app/addresses.ts'
import { clubQuery, playerQuery } from '#web/app/entity-queries.ts'
import { useMine } from '#web/app/my-choice.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { IN_PLACE, useNavigate } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceChips } from '#web/ui/ChoiceChips.tsx'
import { Dolphin } from '#web/ui/Dolphin.tsx'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { lazyPart } from '#web/ui/LazyPart.tsx'
import { useServed } from '#web/ui/served.ts'
import { saidOnly, Text } from '#web/ui/Text.tsx'
import { useTimeframe } from '#web/ui/timeframe.ts'
import { Compared } from './Compared.tsx'
import { type CompareSearch, compareSearchOf, wrongTag } from './compared-sides.ts'

const Rivals = lazyPart(
  () => import('./Rivals.tsx').then((file) => file.Rivals),
  () => null,
)

const Choices = lazyPart(
  () => import('./Choices.tsx').then((file) => file.Choices),
  () => null,
)

const KINDS = [
  ['player', 'ui.players'],
  ['club', 'ui.clubs'],
] as const

/** Two players or two clubs side by side. The address says which, and over how many days. */
export function ComparePage({ raw }: Pick<PageProps, 'raw'>) {
  const chosen = compareSearchOf(raw)
  const { type = 'player' } = chosen
  const [days, onDays] = useTimeframe()
  const navigate = useNavigate()
  const [changed, setChanged] = useState<'a' | 'b' | null>(null)
  const mine = useMine(type)
  const own = mine && tagInPath(mine.tag)
  // A side that the address leaves out is the visitor's own, until they change it.
  const ownUnless = (side: 'a' | 'b', other: string | undefined) =>
    own !== null && own !== other && raw[side] === undefined && changed !== side ? own : undefined
  const a = chosen.a ?? ownUnless('a', chosen.b)
  const b = chosen.b ?? ownUnless('b', a)
  const sides = { a, b }
  const show = (search: CompareSearch) =>
    void navigate({ to: '/compare', search: { type, a, b, days: raw.days, ...search }, ...IN_PLACE })
  const empty = (side: 'a' | 'b') => {
    setChanged(side)
    show({ [side]: undefined })
  }
  const served = useServed()
  const taken = [a, b].flatMap((tag) => (tag === undefined ? [] : [`#${tag}`]))
  // With one side chosen a rival becomes the other one; with both, the second one.
  const rivals = (
    <div className="min-h-11">
      <Suspense>
        {!served && (
          <Rivals
            key={type}
            type={type}
            of={taken[0]}
            taken={taken}
            onChoose={(tag) => show(a === undefined ? { a: tag } : { b: tag })}
          />
        )}
      </Suspense>
    </div>
  )
  return (
    <>
      <h1 className="text-hero font-extrabold">{t('pages.compare')}</h1>
      {a && b ? (
        <Compared
          key={`${type} ${a} ${b}`}
          type={type}
          a={`#${a}`}
          b={`#${b}`}
          days={days}
          onDays={onDays}
          rivals={rivals}
          onChange={empty}
        />
      ) : (
        <>
          <p className="mt-1 mb-4 text-mut">{t('compare.lead')}</p>
          <ChoiceChips
            legend={<span className="sr-only">{t('compare.kind')}</span>}
            value={type}
            choices={KINDS.map(([kind, id]) => [kind, t(id)] as const)}
            onChange={(kind) => show({ type: kind, a: undefined, b: undefined })}
          />
          <Seats type={type} sides={sides} raw={raw} changed={changed} onChoose={show} onEmpty={empty} />
          <p className="mt-4 font-semibold wrap-anywhere">
            <ChooseNext type={type} chosen={a ?? b} />
          </p>
          <div className="mt-3 min-h-12">{rivals}</div>
          <p className="mt-3 text-sm text-mut">{t('compare.hint')}</p>
        </>
      )}
    </>
  )
}

type SeatsProps = Pick<PageProps, 'raw'> & {
  type: EntityType
  /** Tags without their `#`; one is missing at least. */
  sides: Pick<CompareSearch, 'a' | 'b'>
  changed: 'a' | 'b' | null
  onChoose: (search: CompareSearch) => void
  onEmpty: (side: 'a' | 'b') => void
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
  const found = useQuery({
    ...query('GET /api/browse/entities', { query: { type, search: asked, limit: OFFERED } }),
    enabled: asked !== '',
  })
  const choose = (tag: string) => {
    setText(tag)
    setAsked('')
    onChoose(tagInPath(tag))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const tag = normaliseTag(text)
    if (tag !== null) choose(tag)
    else setAsked(text.toWellFormed().trim().slice(0, 64))
  }
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
            className="min-h-11 w-full min-w-0 rounded-md border border-line bg-bg px-3.5 text-ink"
          />
          <Button type="submit" variant="quiet" className="shrink-0" busy={found.isFetching}>
            {t('compare.choose')}
          </Button>
        </div>
        <div role="status" className="mt-1.5 text-sm text-mut">
          {wrong !== null && asked === '' && t('ui.noTag', TAG_SHAPE)}
          {found.error?.message}
          {found.data && asked !== '' && (
            <Suspense>
              <Choices found={found.data} onChoose={choose} />
            </Suspense>
          )}
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
