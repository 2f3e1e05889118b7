import type { ReactNode } from 'react'
import { scoreBand, trendArrow } from '#shared/score-band.ts'
import { scoreTone } from './charts/score-tone.ts'
import { Trend } from './Trend.tsx'
import { Unknown } from './Unknown.tsx'

type Kind = 'score' | 'trend' | 'share'
type Props = {
  label: string
  /** From 0 to 100; null when not known. */
  score: number | null
  /** A trend shows an arrow in place of its band; a share of others has neither. */
  kind?: Kind
  explain?: ReactNode
  /** Half a card wide: the band is only read out. */
  compact?: boolean
}

/** A score on one line: its name, number and band, with a bar below. Stands in a `dl`. */
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
            style={{ width: `${score}%`, backgroundColor: kind === 'score' ? scoreTone(score) : 'var(--c1)' }}
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
        {kind === 'score' && <span className={compact ? 'sr-only' : ''}>{scoreBand(score)}</span>}
      </span>
      <span className="min-w-8 text-right font-extrabold">{Math.round(score)}</span>
    </>
  )
}
