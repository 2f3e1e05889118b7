import type { ReactNode } from 'react'
import { type ScoreBand, scoreBand, trendArrow } from '#shared/bands.ts'
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

/** Activity, the share of active days or members, in the words of the browse filter (docs/formulas.md#score-bands). */
export function activityWord(score: number): 'High' | 'Medium' | 'Low' {
  if (score >= 80) return 'High'
  return score >= 50 ? 'Medium' : 'Low'
}

const ACTIVITY_TONE = { High: 'var(--good)', Medium: 'var(--c1)', Low: 'var(--warn)' } as const

type Kind = 'score' | 'activity' | 'trend' | 'share'

function toneOf(score: number, kind: Kind): string {
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
  /** For half a card: only screen readers are told the band. */
  compact?: boolean
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

function Reading({ score, kind, compact }: { score: number; kind: Kind; compact: boolean }) {
  const arrow = trendArrow(score)
  return (
    <>
      <span className="text-sm text-mut">
        {kind === 'trend' && <Trend direction={arrow} text={compact ? '' : WORD[arrow]} />}
        {(kind === 'score' || kind === 'activity') && (
          <span className={compact ? 'sr-only' : ''}>{kind === 'score' ? scoreBand(score) : activityWord(score)}</span>
        )}
      </span>
      <span className="min-w-8 text-right font-extrabold">{Math.round(score)}</span>
    </>
  )
}

type HealthRingProps = {
  /** From 0 to 100; null when nothing was observed. */
  score: number | null
  /** What is scored: `Activity`. */
  label: string
  kind?: 'score' | 'activity'
  className?: string
}

const RADIUS = 55
const ROUND = 2 * Math.PI * RADIUS

/** A score as a ring, with its number and band inside. */
export function HealthRing({ score, label, kind = 'score', className = 'size-36' }: HealthRingProps) {
  return (
    <div className={`relative ${className}`}>
      <svg viewBox="0 0 128 128" className="size-full -rotate-90" aria-hidden="true" fill="none" strokeWidth="14">
        <circle cx="64" cy="64" r={RADIUS} stroke="var(--raise)" />
        {score !== null && score > 0 && (
          <circle
            cx="64"
            cy="64"
            r={RADIUS}
            stroke={toneOf(score, kind)}
            strokeLinecap="round"
            strokeDasharray={`${(score / 100) * ROUND} ${ROUND}`}
          />
        )}
      </svg>
      <p className="absolute inset-0 flex flex-col items-center justify-center text-center">
        <span className="sr-only">{label}: </span>
        {score === null ? <NotKnown /> : <Known score={score} kind={kind} />}
      </p>
    </div>
  )
}

function Known({ score, kind }: { score: number; kind: 'score' | 'activity' }) {
  return (
    <>
      <span className="text-2xl font-extrabold">{kind === 'score' ? Math.round(score) : percent(score)}</span>
      <span className="text-sm text-mut">
        <span className="sr-only">, </span>
        {kind === 'score' ? scoreBand(score) : activityWord(score)}
      </span>
    </>
  )
}

function NotKnown() {
  return (
    <>
      <span aria-hidden="true" className="text-2xl font-extrabold">
        —
      </span>
      <span className="text-sm text-mut">not known yet</span>
    </>
  )
}
