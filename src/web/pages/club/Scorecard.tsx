import { plainName } from '#shared/plain-name.ts'
import { scoreBand } from '#shared/score-band.ts'
import type { Answer } from '../../api/client.ts'
import { signed } from '../../format/abbreviate.ts'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { KnownNumber } from '../../ui/KnownNumber.tsx'
import { ScoreBar } from '../../ui/ScoreBar.tsx'
import { RankMark } from './RankMark.tsx'
import { ScorecardExplain } from './ScorecardExplain.tsx'

export type Score = Answer<'GET /api/analytics/club/{tag}/member-scores'>['member_scores'][number]

/** One member's scores, with the numbers they come from. */
export function Scorecard({ score, rank }: { score: Score; rank: number }) {
  return (
    <li className="min-w-0 rounded-md bg-raise/60 p-4">
      <div className="mb-3 flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <RankMark rank={rank} />
        <span className="min-w-0 flex-[1_1_6.5rem] font-semibold" title={plainName(score.player_name)}>
          <EntityLink to="/player/$tag" tag={score.player_tag} name={score.player_name} clipped />
        </span>
        <p className="ms-auto flex shrink-0 items-baseline gap-1.5">
          <span className="text-sm text-mut">{score.overall_score !== null && scoreBand(score.overall_score)}</span>
          <span className="text-xl font-extrabold">
            <span className="sr-only">overall score </span>
            <KnownNumber value={score.overall_score} format={(value) => value.toFixed(1)} />
          </span>
        </p>
        <ScorecardExplain score={score} />
      </div>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-4 gap-y-2 text-sm wrap-normal">
        <ScoreBar compact label="Contribution" score={score.trophy_contribution} />
        <ScoreBar compact label="Activity" score={score.activity_score} />
        <ScoreBar compact label="Consistency" score={score.activity_consistency} />
        <ScoreBar compact label="Trend" score={score.improvement_trend} kind="trend" />
      </dl>
      <p className="mt-3 flex flex-wrap justify-between gap-x-3 text-sm text-mut">
        <span>
          <KnownNumber value={score.gain} format={signed} /> trophies
        </span>
        <span>
          {score.active_days} of {score.observed_days} days active
        </span>
      </p>
    </li>
  )
}
