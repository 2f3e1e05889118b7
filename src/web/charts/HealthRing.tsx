import { activityWord, scoreBand } from '#shared/bands.ts'
import { percent } from '#shared/number-format.ts'
import { toneOf } from './ScoreBar.tsx'

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
