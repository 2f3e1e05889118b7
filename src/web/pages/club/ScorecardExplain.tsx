import type { ReactNode } from 'react'
import { plainName } from '#shared/plain-name.ts'
import { signed } from '../../format/abbreviate.ts'
import { Explain } from '../../ui/Explain.tsx'
import { KnownNumber } from '../../ui/KnownNumber.tsx'
import { SCORE_FORMULAS } from '../../ui/score-formulas.ts'
import { SCORE_LABELS, type ScoreName } from '../../ui/score-labels.ts'
import type { Score } from './Scorecard.tsx'

/** How a member's scores are computed: each formula with its result and the numbers it takes. */
export function ScorecardExplain({ score }: { score: Score }) {
  const days = `${score.active_days} active of ${score.observed_days} observed days, ${score.total_records} scans`
  return (
    <Explain label={`Score of ${plainName(score.player_name)}`}>
      <p>How is this computed? {SCORE_FORMULAS.overall_score}</p>
      <dl className="max-h-[45dvh] space-y-1.5 overflow-y-auto border-t border-edge pt-2">
        <Part of="trophy_contribution" value={score.trophy_contribution}>
          {score.gain !== null && `${signed(score.gain)} trophies gained.`}
        </Part>
        <Part of="activity_score" value={score.activity_score}>
          {days}.
        </Part>
        <Part of="consistency" value={score.activity_consistency} />
        <Part of="improvement_trend" value={score.improvement_trend} />
      </dl>
      <p className="text-mut">80+ Excellent, 60+ Good, 40+ Average, 20+ Below Avg, else Poor.</p>
    </Explain>
  )
}

function Part({ of, value, children }: { of: ScoreName; value: number | null; children?: ReactNode }) {
  return (
    <div>
      <dt className="flex justify-between gap-3 font-semibold">
        {SCORE_LABELS[of]}
        <span>
          <KnownNumber value={value} format={(number) => number.toFixed(1)} />
        </span>
      </dt>
      <dd className="text-mut">
        {SCORE_FORMULAS[of]} {children}
      </dd>
    </div>
  )
}
