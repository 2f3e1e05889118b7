import type { Answer } from '../../api/client.ts'
import { signed } from '../../format/abbreviate.ts'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { KnownNumber } from '../../ui/KnownNumber.tsx'
import { ScoreBar } from '../../ui/ScoreBar.tsx'
import { ScoreExplain } from '../../ui/ScoreExplain.tsx'
import { RankMark } from './RankMark.tsx'

type Score = Answer<'GET /api/analytics/club/{tag}/member-scores'>['member_scores'][number]

/** One member's scores, with the numbers they come from. */
export function Scorecard({ score, rank }: { score: Score; rank: number }) {
  return (
    <li className="min-w-0 rounded-md bg-raise/60 p-4">
      <div className="mb-3 flex items-center gap-2.5">
        <RankMark rank={rank} />
        <EntityLink
          to="/player/$tag"
          tag={score.player_tag}
          name={score.player_name}
          className="min-w-0 flex-1 truncate font-semibold"
        />
        <span className="text-xl font-extrabold">
          <span className="sr-only">Overall score </span>
          <KnownNumber value={score.overall_score} format={(value) => value.toFixed(1)} />
        </span>
        <ScoreExplain of="overall_score" inputs={parts(score)} />
      </div>
      <Bars score={score} />
      <p className="mt-3 flex flex-wrap justify-between gap-x-3 text-sm text-mut">
        <span>
          <KnownNumber value={score.gain} format={signed} /> trophies
        </span>
        <span>
          {score.active_days} of {score.observed_days} days active
        </span>
        <span>{score.total_records} scans</span>
      </p>
    </li>
  )
}

function Bars({ score }: { score: Score }) {
  const { active_days, observed_days, gain } = score
  const days = [
    ['Active days', active_days],
    ['Observed days', observed_days],
  ] as const
  const gained = [['Trophies gained', <KnownNumber key="gain" value={gain} format={signed} />]] as const
  return (
    <dl className="grid gap-2 text-sm">
      <ScoreBar
        label="Trophy contribution"
        score={score.trophy_contribution}
        explain={<ScoreExplain of="trophy_contribution" inputs={gained} />}
      />
      <ScoreBar
        label="Activity"
        score={score.activity_score}
        explain={<ScoreExplain of="activity_score" inputs={days} />}
      />
      <ScoreBar
        label="Consistency"
        score={score.activity_consistency}
        explain={<ScoreExplain of="consistency" inputs={days.slice(1)} />}
      />
      <ScoreBar
        label="Improvement"
        score={score.improvement_trend}
        kind="trend"
        explain={<ScoreExplain of="improvement_trend" inputs={days.slice(1)} />}
      />
    </dl>
  )
}

function parts(score: Score) {
  const rows = [
    ['Trophy contribution', score.trophy_contribution],
    ['Activity', score.activity_score],
    ['Consistency', score.activity_consistency],
    ['Improvement trend', score.improvement_trend],
  ] as const
  return rows.map(
    ([label, value]) =>
      [label, <KnownNumber key={label} value={value} format={(number) => number.toFixed(1)} />] as const,
  )
}
