import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DEFAULT_TIMEFRAME, type Timeframe } from '#shared/days.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import type { EntityType } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { LineSample } from '#web/charts/PairLines.tsx'
import { isUnknownEntity } from '#web/chrome/EntityFailure.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Card, Expandable } from '#web/ui/Card.tsx'
import { TimeframeChoice } from '#web/ui/ChoiceChips.tsx'
import { BODY } from '#web/ui/Dolphin.tsx'
import { EntityLink, PlayerName } from '#web/ui/EntityLink.tsx'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { ErrorState, SectionFailure } from '#web/ui/Notice.tsx'
import { LastSeen } from '#web/ui/RelativeTime.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { KnownNumber } from '#web/ui/StatGrid.tsx'
import { saidOnly, Text } from '#web/ui/Text.tsx'
import {
  type ComparedFigure,
  compareFigures,
  isComparable,
  isLine,
  leadCounts,
  type Side,
  type SideResult,
  useSide,
} from './compared-sides.ts'

type ComparedProps = {
  type: EntityType
  a: string
  b: string
  days: Timeframe
  onDays: (days: Timeframe) => void
  /** Takes one side away, for another one to be chosen. */
  onChange: (side: 'a' | 'b') => void
  /** Rivals to compare the first side with in place of the second. */
  rivals: ReactNode
}

/** Two clubs or two players: who they are, who leads in what, their key figures, their trophies in one chart. */
export function Compared({ type, a, b, days, onDays, onChange, rivals }: ComparedProps) {
  const client = useQueryClient()
  const [left, right] = [useSide(type, a, days), useSide(type, b, days)]
  const retry = () => void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  const failure = isUnknownEntity(left.error) || isUnknownEntity(right.error) ? null : left.error && right.error
  if (failure) {
    return (
      <div className="mt-3">
        <ErrorState title={t('compare.failure')} message={failure.message} onRetry={retry} />
      </div>
    )
  }
  const hasBoth = !left.error && !right.error
  const both = left.side && right.side ? { a: left.side, b: right.side } : null
  const lacksLine = [left, right].some(({ side }) => side?.line.progression && !isLine(side.line.progression))
  // Whoever chose other days finds back.
  const showsDays = !lacksLine || days !== DEFAULT_TIMEFRAME
  const head = { type, onRetry: retry }
  const mark = (of: 'a' | 'b') => lacksLine || <LineSample of={of} />
  return (
    <div className="mt-3 grid grid-cols-1 gap-4 pb-10">
      {hasBoth && (
        <div className="grid min-h-27 content-center sm:min-h-22">
          {both ? <Score {...both} /> : <Skeleton className="h-20 rounded-lg" />}
        </div>
      )}
      <div className="grid grid-cols-2 gap-3">
        <SideHead {...head} tag={a} result={left} mark={mark('a')} onChange={() => onChange('a')} />
        <SideHead {...head} tag={b} result={right} mark={mark('b')} onChange={() => onChange('b')} />
      </div>
      {hasBoth && (
        <>
          <Card title={t('compare.figures')} action={showsDays && <TimeframeChoice value={days} onChange={onDays} />}>
            {both ? <Figures {...both} /> : <Skeleton className="h-96 rounded-md" />}
          </Card>
          {lacksLine ? <NoLines /> : <TrophyLines type={type} both={both} onRetry={retry} />}
          <div className="min-h-12">{rivals}</div>
        </>
      )}
    </div>
  )
}

/** In how many figures each side leads, as a score. Nothing while no figure tells. */
function Score({ a, b }: { a: Side; b: Side }) {
  const figures = compareFigures(a.figures, b.figures)
  const score = leadCounts(figures)
  if (score.a + score.b === 0) return null
  const [winner, most] = score.a > score.b ? [a, score.a] : [b, score.b]
  return (
    <div>
      <p className="mb-2 text-2xl font-extrabold wrap-anywhere">
        {score.a === score.b ? (
          t('compare.each', { count: score.a })
        ) : (
          <Text
            id="compare.leads"
            values={{
              name: <PlayerName name={nameOrTag(winner.name, winner.tag)} />,
              most: String(most),
              all: String(score.a + score.b),
            }}
          />
        )}
      </p>
      <Tug {...score} />
    </div>
  )
}

/** Both pull at one rope, each above its side: the knot is where the score puts it. */
function Tug({ a, b }: { a: number; b: number }) {
  const share = (100 * a) / (a + b)
  const dolphin = (look: string) => (
    <svg viewBox="1 12 63 54" className={`size-8 shrink-0 ${look}`} aria-hidden="true">
      <path d={BODY} />
    </svg>
  )
  return (
    <div aria-hidden="true" className="flex items-center gap-2 text-hero leading-none font-extrabold">
      {dolphin('-scale-x-100 fill-c1')}
      {a}
      <span className="flex h-3 flex-1 overflow-hidden rounded-full">
        <span className="bg-c1" style={{ width: `${share}%` }} />
        <span className="w-1 bg-bg" />
        <span className={`flex-1 ${BAR_TONES.b}`} />
      </span>
      {b}
      {dolphin('fill-c2')}
    </div>
  )
}

type SideHeadProps = {
  type: EntityType
  tag: string
  result: SideResult
  /** A sample of the side's line in the chart. */
  mark: ReactNode
  onRetry: () => void
  onChange: () => void
}

/** The club or player of one side with its crest, or why it cannot be shown; and a button to choose another one. */
function SideHead({ type, tag, result: { side, error }, mark, onRetry, onChange }: SideHeadProps) {
  if (error) return <MissingSide tag={tag} error={error} onRetry={onRetry} onChange={onChange} />
  if (!side) return <Skeleton className="h-20 rounded-lg" />
  return (
    <div className="flex min-w-0 items-center gap-3 rounded-lg border border-edge bg-card p-3.5 max-sm:flex-col max-sm:items-start">
      <Monogram seed={tag} name={side.name} className="size-12 rounded-md" />
      <div className="w-full min-w-0 flex-1">
        <EntityLink
          to={type === 'club' ? '/club/$tag' : '/player/$tag'}
          tag={tag}
          name={side.name}
          className="block text-lg font-semibold"
          clipped
        />
        <p className="truncate text-sm text-mut">
          {side.about ? <PlayerName name={side.about} /> : <span translate="no">{tag}</span>}
        </p>
        <LastSeen seen={side.seen} />
        {side.notes.map((note) => (
          <p key={note} className="text-sm text-warn">
            {note}
          </p>
        ))}
        {side.failure && (
          <p role="status" className="text-sm text-bad">
            {side.failure}{' '}
            <button type="button" className="link min-h-6" onClick={onRetry}>
              {t('ui.tryAgain')}
            </button>
          </p>
        )}
      </div>
      <div className="flex flex-col items-end gap-1 max-sm:w-full max-sm:flex-row max-sm:flex-wrap max-sm:items-center max-sm:justify-between">
        {mark}
        <button type="button" onClick={onChange} className="link min-h-6 text-sm">
          <Text id="compare.change" values={{ name: nameOrTag(side.name, tag), said: saidOnly }} />
        </button>
      </div>
    </div>
  )
}

const MissingSide = lazySection(() => import('./MissingSide.tsx').then((file) => file.MissingSide))

const PairChart = lazySection(() => import('#web/charts/PairChart.tsx').then((file) => file.PairChart), {
  pending: <Skeleton className="h-76 rounded-md" />,
})

type TrophyLinesProps = { type: EntityType; both: { a: Side; b: Side } | null; onRetry: () => void }

/** In place of both trophy lines, where a side has none yet. */
const NoLines = () => (
  <p className="text-sm text-mut">
    <b className="font-semibold">{t('compare.noLines')}</b> · {t('compare.linesHint')}
  </p>
)

/** Both trophy lines in one chart. */
function TrophyLines(props: TrophyLinesProps) {
  return (
    <Card title={t('compare.lines')}>
      <LineChart {...props} />
    </Card>
  )
}

function LineChart({ type, both, onRetry }: TrophyLinesProps) {
  const error = both?.a.line.error ?? both?.b.line.error
  if (error) return <SectionFailure title={t('club.lineFailed')} message={error.message} onRetry={onRetry} />
  const [ofA, ofB] = [both?.a.line.progression, both?.b.line.progression]
  if (!both || !isLine(ofA) || !isLine(ofB)) return <Skeleton className="h-76 rounded-md" />
  return (
    <PairChart type={type} a={{ name: both.a.name, progression: ofA }} b={{ name: both.b.name, progression: ofB }} />
  )
}

/** The figures that both sides know, and folded below them the others. Rows keep their places until all is known. */
function Figures({ a, b }: { a: Side; b: Side }) {
  const figures = compareFigures(a.figures, b.figures)
  const known = a.answered && b.answered ? figures.filter(isComparable) : figures
  return (
    <>
      <FigureTable a={a} b={b} figures={known} />
      {known.length < figures.length && (
        <Expandable title={t('compare.known', { part: String(known.length), all: String(figures.length) })}>
          <FigureTable a={a} b={b} figures={figures.filter((figure) => !isComparable(figure))} />
        </Expandable>
      )}
    </>
  )
}

type TableProps = { a: Side; b: Side; figures: readonly ComparedFigure[] }

/** The larger figure has the longer bar; who is ahead has a bright one, and bold words. */
function FigureTable({ a, b, figures }: TableProps) {
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">{t('compare.sideBySide')}</caption>
      <thead className="text-sm text-mut">
        <tr>
          <th scope="col" className="truncate py-2 pe-2 text-end font-semibold">
            <PlayerName name={a.name} />
          </th>
          <th scope="col" className="w-[34%] py-2 text-center font-normal sm:w-44">
            <span className="sr-only">{t('compare.figure')}</span>
          </th>
          <th scope="col" className="truncate py-2 ps-2 text-start font-semibold">
            <PlayerName name={b.name} />
          </th>
        </tr>
      </thead>
      <tbody>
        {figures.map((figure) => (
          <FigureRow key={figure.label} figure={figure} />
        ))}
      </tbody>
    </table>
  )
}

function FigureRow({ figure }: { figure: ComparedFigure }) {
  return (
    <tr className="border-t border-edge">
      <FigureCell figure={figure} of="a" />
      <th scope="row" className="px-1 py-1.5 text-center align-baseline text-sm font-normal text-mut">
        {figure.label}
      </th>
      <FigureCell figure={figure} of="b" />
    </tr>
  )
}

/** Who sees no colours tells the second side by its hollow bars. */
const BAR_TONES = {
  a: 'bg-c1',
  b: 'border-2 border-c2 bg-c2/25',
} as const

/** A figure with its bar, which begins at the middle of the table; a figure of 0, also a rating of 0, has none. */
function FigureCell({
  figure: { a, b, lead, format, unknown, isZero },
  of,
}: {
  figure: ComparedFigure
  of: 'a' | 'b'
}) {
  const value = of === 'a' ? a : b
  const longest = Math.max(Math.abs(a ?? 0), Math.abs(b ?? 0))
  const isAhead = lead === of
  return (
    <td className={`py-1.5 align-baseline ${of === 'a' ? 'pe-2 text-end' : 'ps-2 text-start'}`}>
      {isAhead && <span className="sr-only">{t('compare.ahead')} </span>}
      <span className={`whitespace-pre-line ${isAhead ? 'font-extrabold' : 'text-mut'}`}>
        {value === null && unknown ? unknown : <KnownNumber value={value} {...(format && { format })} />}
      </span>
      <span aria-hidden="true" className={`mt-1 flex h-2 ${of === 'a' ? 'justify-end' : ''}`}>
        {a !== null && b !== null && value !== 0 && !isZero?.(value ?? 0) && (
          <span
            style={{ width: `${(100 * Math.abs(value ?? 0)) / longest}%` }}
            className={`block h-full min-w-0.5 rounded-full ${BAR_TONES[of]} ${isAhead ? '' : 'opacity-50'}`}
          />
        )}
      </span>
    </td>
  )
}
