import type { ReactNode } from 'react'
import { activityWord, type ScoreBand, scoreBand, trendArrow } from '#shared/bands.ts'
import { percent } from '#shared/number-format.ts'
import { Trend, Unknown } from '#web/ui/StatGrid.tsx'

const TONE: Record<ScoreBand, string> = {
  Excellent: 'var(--good)',
  Good: 'var(--good)',
  Average: 'var(--warn)',
  'Below Avg': 'var(--bad)',
  Poor: 'var(--bad)',
}

/** The colour of a score's band. The name of the band is always shown beside it. */
export function scoreTone(score: number): string {
  return TONE[scoreBand(score)]
}

const ACTIVITY_TONE = { High: 'var(--good)', Medium: 'var(--c1)', Low: 'var(--warn)' } as const

type Kind = 'score' | 'activity' | 'trend' | 'share'

/** The colour of a bar or ring of this kind. */
export function toneOf(score: number, kind: Kind): string {
  if (kind === 'score') return scoreTone(score)
  return kind === 'activity' ? ACTIVITY_TONE[activityWord(score)] : 'var(--c1)'
}

type Props = {
  label: string
  /** From 0 to 100; null when it is not known. */
  score: number | null
  /** A score shows its band, activity whether it is high, a trend an arrow; a share of others has none of these. */
  kind?: Kind
  explain?: ReactNode
  /** For half a card: only screen readers are told the band. On a phone only, or on every screen. */
  compact?: boolean | 'phone'
}

/** A score on one line with its name, number and band, and a bar below. It belongs into a `dl`. */
export function ScoreBar({ label, score, kind = 'score', explain, compact = false }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-1">
      <dt className="flex min-w-0 items-center gap-2">
        <span className="min-w-0">{label}</span>
        {explain}
      </dt>
      <dd className="flex items-baseline gap-2">
        {score === null ? <Unknown /> : <Reading score={score} kind={kind} compact={compact} />}
      </dd>
      <dd aria-hidden="true" className="col-span-2 h-1.5 overflow-hidden rounded-full bg-raise">
        {score !== null && (
          <span
            className="block h-full rounded-full"
            style={{ width: `${score}%`, backgroundColor: toneOf(score, kind) }}
          />
        )}
      </dd>
    </div>
  )
}

const WORD = { up: 'rising', down: 'falling', neutral: 'steady' } as const

function Reading({ score, kind, compact }: { score: number; kind: Kind; compact: boolean | 'phone' }) {
  const arrow = trendArrow(score)
  return (
    <>
      <span className="text-sm text-mut">
        {kind === 'trend' && <Trend direction={arrow} text={compact === true ? '' : WORD[arrow]} />}
        {(kind === 'score' || kind === 'activity') && (
          <span className={compact === 'phone' ? 'max-sm:sr-only' : compact ? 'sr-only' : ''}>
            {kind === 'score' ? scoreBand(score) : activityWord(score)}
          </span>
        )}
      </span>
      <span className="min-w-8 text-right font-extrabold">
        {kind === 'activity' ? percent(score) : Math.round(score)}
      </span>
    </>
  )
}
