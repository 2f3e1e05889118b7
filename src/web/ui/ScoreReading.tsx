import type { ReactNode } from 'react'
import { Link } from '#web/router/Link.tsx'
import type { ScoreName } from './names.ts'
import { BANDED, SCORE_FORMULAS, SCORE_MEANINGS } from './score-formulas.ts'

type Props = { of: ScoreName; inputs: readonly (readonly [label: string, value: ReactNode])[] }

/** The explanation of a score: what it means, the numbers that went into it here, its formula, and its bands. */
export function ScoreReading({ of, inputs }: Props) {
  return (
    <>
      <p>{SCORE_MEANINGS[of]}</p>
      {inputs.length > 0 && (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 border-t border-edge pt-2">
          {inputs.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-mut">{name}</dt>
              <dd className="text-right font-semibold whitespace-nowrap">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="space-y-2 border-t border-edge pt-2 text-sm text-mut">
        <p>
          <b className="font-semibold">How is this computed?</b> <span>{SCORE_FORMULAS[of]}</span>
        </p>
        {BANDED.has(of) && <p>80+ Excellent, 60+ Good, 40+ Average, 20+ Below Avg, else Poor.</p>}
        <p>
          <Link to="/scores" hash={of} className="link">
            How scores work
          </Link>
        </p>
      </div>
    </>
  )
}
