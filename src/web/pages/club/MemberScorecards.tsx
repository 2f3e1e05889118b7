import { useQuery } from '@tanstack/react-query'
import { Award, Medal, Star, Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { scoreBand } from '#shared/bands.ts'
import type { Timeframe } from '#shared/days.ts'
import { PODIUM } from '#shared/limits.ts'
import { count, signed } from '#shared/number-format.ts'
import { plainName } from '#shared/plain-name.ts'
import type { Answer } from '#web/app/api-client.ts'
import { memberScoresQuery } from '#web/app/entity-queries.ts'
import { ScoreBar } from '#web/charts/ScoreBar.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { AnalyticsCard } from '#web/ui/Card.tsx'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { Explain, ScoreExplain } from '#web/ui/Explain.tsx'
import { EmptyState, learningText } from '#web/ui/Notice.tsx'
import { SCORE_LABELS, type ScoreName } from '#web/ui/names.ts'
import { KnownNumber } from '#web/ui/StatGrid.tsx'
import { SCORE_FORMULAS } from '#web/ui/score-formulas.ts'
import { unjudged } from './MemberTable.tsx'

/** Members with a scorecard. The table below lists all members. */
const SCORECARDS = 12

type MemberScorecardsProps = { tag: string; days: Timeframe; onDays: (days: Timeframe) => void }

/** The best members: three on a podium, twelve with a scorecard. */
export function MemberScorecards({ tag, days, onDays }: MemberScorecardsProps) {
  const result = useQuery(memberScoresQuery(tag, days))
  return (
    <AnalyticsCard
      title="Member scorecards"
      id="scorecards"
      days={days}
      onDays={onDays}
      result={result}
      failure="Failed to fetch member scores"
      loading="Loading the member scores"
      shape="h-96 rounded-md"
    >
      {({ member_scores, learning }) =>
        learning ? (
          <EmptyState title={learningText(learning)} hint="Scores appear once enough days are known." />
        ) : member_scores.length === 0 ? (
          <EmptyState title="No member data available" hint="Scores appear once members were observed." />
        ) : (
          <Scores scores={rankScores(member_scores)} />
        )
      }
    </AnalyticsCard>
  )
}

type Score = Answer<'GET /api/analytics/club/{tag}/member-scores'>['member_scores'][number]

function Scores({ scores }: { scores: readonly Score[] }) {
  const { excellent, improving, active } = countScores(scores)
  const overflow = scores.length - SCORECARDS
  return (
    <>
      <TopContributors scores={scores} />
      <p className="my-4 text-center text-mut">
        <b className="text-ink">{excellent}</b> excellent <span aria-hidden="true">•</span>{' '}
        <b className="text-ink">{improving}</b> improving <span aria-hidden="true">•</span>{' '}
        <b className="text-ink">{active}</b> active on most days
      </p>
      <ol className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {scores.slice(0, SCORECARDS).map((score, position) => (
          <Scorecard key={score.player_tag} score={score} rank={position + 1} />
        ))}
      </ol>
      {overflow > 0 && (
        <p className="mt-3 text-sm text-mut">And {count(overflow, 'more member')}: the member table below shows all.</p>
      )}
    </>
  )
}

type Scored = Pick<
  Score,
  'player_tag' | 'overall_score' | 'improvement_trend' | 'activity_score' | 'learning' | 'resting'
>

/** The least overall score, trend and activity score of a member who is excellent, improving and active on most days. */
const EXCELLENT = 80
const IMPROVING = 60
const OFTEN_ACTIVE = 50

/** Members by overall score, the best first. Those who are not judged come last; equal ones are in order of their tags. */
export function rankScores<S extends Scored>(scores: readonly S[]): S[] {
  const key = (score: S) => (unjudged(score) ? -1 : (score.overall_score ?? -1))
  return scores.toSorted((one, other) => key(other) - key(one) || one.player_tag.localeCompare(other.player_tag))
}

/** How many are excellent (overall 80+), improving (trend 60+) and active on most days (activity 50+). */
export function countScores(scores: readonly Scored[]): { excellent: number; improving: number; active: number } {
  const judged = scores.filter((score) => unjudged(score) === null)
  const from = (least: number, read: (score: Scored) => number | null) =>
    judged.filter((score) => (read(score) ?? -1) >= least).length
  return {
    excellent: from(EXCELLENT, (score) => score.overall_score),
    improving: from(IMPROVING, (score) => score.improvement_trend),
    active: from(OFTEN_ACTIVE, (score) => score.activity_score),
  }
}

/** One member's scores, with the numbers they come from; of a member who is not judged, the reason in their place. */
function Scorecard({ score, rank }: { score: Score; rank: number }) {
  const reason = unjudged(score)
  return (
    <li className="min-w-0 rounded-md bg-raise/60 p-4">
      <div className="mb-3 flex flex-wrap items-center gap-x-2.5 gap-y-1">
        {!reason && <RankMark rank={rank} />}
        <span className="min-w-0 flex-[1_1_6.5rem] font-semibold" title={plainName(score.player_name)}>
          <EntityLink to="/player/$tag" tag={score.player_tag} name={score.player_name} clipped />
        </span>
        {reason ? <Unjudged score={score} reason={reason} /> : <Overall score={score} />}
      </div>
      {!reason && (
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-4 gap-y-2 text-sm wrap-normal">
          <ScoreBar compact label="Contribution" score={score.trophy_contribution} />
          <ScoreBar compact label="Activity" score={score.activity_score} kind="activity" />
          <ScoreBar compact label="Consistency" score={score.activity_consistency} />
          <ScoreBar compact label="Trend" score={score.improvement_trend} kind="trend" />
        </dl>
      )}
      <p className="mt-3 flex flex-wrap justify-between gap-x-3 text-sm text-mut">
        <span>
          <KnownNumber value={score.gain} format={signed} /> in {count(score.span_days, 'day')}
        </span>
        <span>
          active {score.active_days} of {count(score.observed_days, 'known day')}
        </span>
      </p>
    </li>
  )
}

function Overall({ score }: { score: Score }) {
  return (
    <>
      <p className="ms-auto flex shrink-0 items-baseline gap-1.5">
        <span className="text-sm text-mut">{score.overall_score !== null && scoreBand(score.overall_score)}</span>
        <span className="text-xl font-extrabold">
          <span className="sr-only">overall score </span>
          <KnownNumber value={score.overall_score} format={oneDecimal} />
        </span>
      </p>
      <ScorecardExplain score={score} />
    </>
  )
}

function Unjudged({ score, reason }: { score: Score; reason: string }) {
  return (
    <>
      <span className="ms-auto rounded-full border border-line px-2.5 text-sm text-mut">{reason}</span>
      <ScoreExplain of={score.learning ? 'learning' : 'resting'} />
    </>
  )
}

const oneDecimal = (value: number) => value.toFixed(1)

const ICONS = [
  { Icon: Trophy, tone: 'text-c2' },
  { Icon: Medal, tone: 'text-mut' },
  { Icon: Award, tone: 'text-c3' },
  { Icon: Star, tone: 'text-c1' },
  { Icon: Star, tone: 'text-c1' },
] as const

/** A rank as a number, with an icon for the first five. */
function RankMark({ rank }: { rank: number }) {
  const mark = ICONS[rank - 1]
  return (
    <span className="inline-flex min-w-6 shrink-0 items-center gap-0.5 text-sm font-semibold text-mut">
      {mark && <mark.Icon aria-hidden="true" className={`size-5 ${mark.tone}`} />}
      <span className="sr-only">Rank </span>
      {rank}
    </span>
  )
}

/** How a member's scores are computed: each formula with its inputs and its result. */
function ScorecardExplain({ score }: { score: Score }) {
  const days = `${score.active_days} active of ${score.observed_days} known days, ${score.total_records} scans`
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
          <KnownNumber value={value} format={oneDecimal} />
        </span>
      </dt>
      <dd className="text-mut">
        {SCORE_FORMULAS[of]} {children}
      </dd>
    </div>
  )
}

const STEP = [
  { order: 'order-2', height: 'h-24', medal: 'bg-c2 text-[oklch(0.25_0.05_90)]' },
  { order: 'order-1', height: 'h-18', medal: 'bg-mut text-card' },
  { order: 'order-3', height: 'h-14', medal: 'bg-[oklch(0.72_0.1_55)] text-[oklch(0.2_0.04_55)]' },
] as const

/** The best three members on steps: the first is in the middle of the picture, and first for screen readers. */
function TopContributors({ scores }: { scores: readonly Score[] }) {
  const places = scores.filter((score) => score.overall_score !== null && !unjudged(score)).slice(0, PODIUM)
  if (places.length === 0) return null
  return (
    <ol aria-label="Top contributors" className="flex items-end justify-center gap-2 sm:gap-3">
      {places.map(({ player_tag, player_name, overall_score, gain }, position) => (
        <li
          key={player_tag}
          className={`flex w-32 min-w-0 flex-1 flex-col items-center sm:max-w-44 ${STEP[position]?.order}`}
        >
          <Monogram seed={player_tag} name={player_name} className="size-12 rounded-full" />
          <div className="mt-2 line-clamp-2 w-full text-center font-semibold">
            <EntityLink to="/player/$tag" tag={player_tag} name={player_name} />
          </div>
          <div
            className={`mt-2 flex w-full flex-col items-center justify-start rounded-t-md bg-raise px-1 pt-2 ${STEP[position]?.height}`}
          >
            <span
              className={`inline-flex size-6 items-center justify-center rounded-full text-sm font-extrabold ${STEP[position]?.medal}`}
            >
              <span className="sr-only">Rank </span>
              {position + 1}
            </span>
            <div className="mt-0.5 font-extrabold">
              <KnownNumber value={overall_score} format={oneDecimal} />
            </div>
          </div>
          <div className="w-full rounded-b-sm bg-raise px-1 pb-2 text-center text-sm text-mut">
            <KnownNumber value={gain} format={signed} />
          </div>
        </li>
      ))}
    </ol>
  )
}
