import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Explain } from './Explain.tsx'
import { BANDED, SCORE_FORMULAS, type ScoreName } from './score-formulas.ts'

type Props = {
  of: ScoreName
  /** The numbers it was computed from here, with their names. */
  inputs?: readonly (readonly [label: string, value: ReactNode])[]
}

/** How a score is computed, in plain words and with the numbers it comes from. */
export function ScoreExplain({ of, inputs = [] }: Props) {
  const { label, formula } = SCORE_FORMULAS[of]
  return (
    <Explain label={label}>
      <p>How is this computed? {formula}</p>
      {inputs.length > 0 && (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 border-t border-edge pt-2">
          {inputs.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-mut">{name}</dt>
              <dd className="text-right font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {BANDED.has(of) && <p className="text-mut">80+ Excellent, 60+ Good, 40+ Average, 20+ Below Avg, else Poor.</p>}
      <p>
        <Link to="/scores" hash={of} className="link">
          How scores work
        </Link>
      </p>
    </Explain>
  )
}
