import type { ReactNode } from 'react'
import {
  type ActivityWord,
  activityText,
  activityWord,
  bandName,
  type ScoreBand,
  scoreBand,
  trendArrow,
  wholeScore,
} from '#shared/bands.ts'
import { formatThousands } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import { Bar } from './Bar.tsx'

export type Stat = {
  label: string
  value: ReactNode
  /** The change below it: direction, text with its sign, and whether it is good. */
  trend?: TrendProps
  /** A further line below. */
  note?: ReactNode
  /** A "?" that explains the number. */
  explain?: ReactNode
}

type GridProps = {
  stats: readonly Stat[]
  label?: string
  id?: string
}

/** Key figures, two in a row, each with a line at its side, without a frame of their own. */
export function StatGrid({ stats, label, id }: GridProps) {
  return (
    <dl id={id} aria-label={label} className="grid grid-cols-2 content-start gap-4">
      {stats.map((stat) => (
        <div key={stat.label} className="relative min-w-0 self-start border-s border-edge ps-3.5">
          <dt className="flex min-h-5 items-center justify-between gap-1 text-sm text-mut">
            <span>{stat.label}</span>
            {stat.explain}
          </dt>
          <dd className="mt-1 text-2xl font-extrabold max-[359px]:text-xl rtl:max-sm:text-xl">{stat.value}</dd>
          {stat.trend && (
            <dd className="mt-1 text-sm">
              <Trend {...stat.trend} />
            </dd>
          )}
          {stat.note && <dd className="mt-1 text-sm text-mut sm:text-base">{stat.note}</dd>}
        </div>
      ))}
    </dl>
  )
}

type Direction = 'up' | 'down' | 'neutral'
type TrendProps = {
  direction: Direction
  /** The change with its sign, in words: `+12.4k in 30 d`. */
  text: string
  /** Whether it is good. A rise is good by default; more ghosts, for example, are not. */
  tone?: 'good' | 'bad' | 'neutral'
}

const TONE = { good: 'text-good', bad: 'text-bad', neutral: 'text-mut' } as const
const USUAL_TONE = { up: 'good', down: 'bad', neutral: 'neutral' } as const
const WORD = { up: 'ui.up', down: 'ui.down', neutral: 'ui.steady' } as const
const SHAPE = { up: 'M5 1l5 9H0z', down: 'M5 10l5-9H0z', neutral: 'M0 4.5h10v2H0z' } as const

/** A change with an arrow, a sign and a colour: never a colour alone. */
export function Trend({ direction, text, tone = USUAL_TONE[direction] }: TrendProps) {
  return (
    <span className={`inline-flex items-baseline gap-1.5 ${TONE[tone]}`}>
      <svg
        viewBox="0 0 10 11"
        className="h-[0.7em] w-[0.64em] shrink-0"
        fill="currentColor"
        role="img"
        aria-label={t(WORD[direction])}
      >
        <path d={SHAPE[direction]} />
      </svg>
      <span>{text}</span>
    </span>
  )
}

/** The trend of a change: up, down, or neutral at zero. */
export function trendOf(change: number, text: string): TrendProps {
  return { direction: change > 0 ? 'up' : change < 0 ? 'down' : 'neutral', text }
}

type KnownNumberProps = { value: number | null | undefined; format?: (value: number) => string }

/** A number, or a dash when it is not known. */
export function KnownNumber({ value, format = formatThousands }: KnownNumberProps) {
  return value === null || value === undefined ? <Unknown /> : format(value)
}

/** A dash in place of a number that is not known, which is never shown as zero. */
export function Unknown({ className = 'text-mut' }: { className?: string }) {
  return (
    <span className={className}>
      <span aria-hidden="true">—</span>
      <span className="sr-only">{t('ui.notKnownYet')}</span>
    </span>
  )
}

type Kind = 'score' | 'activity' | 'trend' | 'share'

/** A score in a word; null for what has none. */
function wordOf(score: number, kind: Kind) {
  if (kind === 'score') return scoreBand(score)
  return kind === 'activity' ? activityWord(score) : null
}

const [GOOD, FAIR, LOW] = ['var(--good)', 'color-mix(in oklab,var(--good),var(--warn))', 'var(--warn)']

/** One colour for each band, from green to red. Activity has the first three: it is never bad. */
const TONES: Record<ScoreBand | ActivityWord, string> = {
  ...{ Excellent: GOOD, High: GOOD },
  ...{ Good: FAIR, Medium: FAIR },
  ...{ Average: LOW, Low: LOW },
  'Below Avg': 'color-mix(in oklab,var(--warn),var(--bad))',
  Poor: 'var(--bad)',
}

/** The colour of a bar of this kind; its word is always told beside it. What has no word is blue. */
export function toneOf(score: number, kind: Kind): string {
  const word = wordOf(score, kind)
  return word ? TONES[word] : 'var(--c1)'
}

type ScoreBarProps = {
  label: string
  /** A drawing before the label. */
  mark?: ReactNode
  /** From 0 to 100; null when it is not known. */
  score: number | null
  /** A score shows its band, activity whether it is high, a trend an arrow; a share of others has none of these. */
  kind?: Kind
  explain?: ReactNode
  /** For half a card, on every screen or on a phone: only screen readers are told the word. */
  word?: 'sr-only' | 'max-sm:sr-only'
}

/** A score on one line with its name, number and band, and a bar below. It belongs into a `dl`. */
export function ScoreBar({ label, mark, score, kind = 'score', explain, word }: ScoreBarProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1">
      <dt className="flex min-w-0 items-center gap-2">
        {mark}
        <span className="min-w-0 self-baseline">{label}</span>
        {explain}
      </dt>
      <dd className="flex items-baseline gap-2">
        {score === null ? <Unknown /> : <Reading score={score} kind={kind} look={word} />}
      </dd>
      <dd aria-hidden="true" className="col-span-2">
        <Bar share={score} {...(score !== null && { colour: toneOf(score, kind) })} />
      </dd>
    </div>
  )
}

/** The trend compares paces: who goes on winning trophies, and fewer a day than before, is slower and not falling. */
const TREND_WORD = { up: 'ui.faster', down: 'ui.slower', neutral: 'ui.samePace' } as const

function Reading({ score, kind, look }: { score: number; kind: Kind; look: ScoreBarProps['word'] }) {
  const arrow = trendArrow(score)
  const word = wordOf(score, kind)
  return (
    <>
      <span className="text-sm text-mut">
        {kind === 'trend' && <Trend direction={arrow} text={look === 'sr-only' ? '' : t(TREND_WORD[arrow])} />}
        {word && <span className={look}>{bandName(word)}</span>}
      </span>
      <span className="min-w-8 text-end font-extrabold">
        {kind === 'activity' ? activityText(score) : wholeScore(score)}
      </span>
    </>
  )
}
