import { Award, Medal, Star, Trophy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { bandName, type ScoreName, scoreBand, scoreName } from '#shared/bands.ts'
import type { Timeframe } from '#shared/days.ts'
import { PODIUM } from '#shared/limits.ts'
import { decimal, factsInWords, signed } from '#shared/number-format.ts'
import { nameOrTag, plainName } from '#shared/plain-name.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { memberScoresQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { Monogram } from '#web/ui/Avatar.tsx'
import { AnalyticsCard, Expandable } from '#web/ui/Card.tsx'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { Explain, ScoreExplain } from '#web/ui/Explain.tsx'
import { learningText } from '#web/ui/learning.ts'
import { EmptyState } from '#web/ui/Notice.tsx'
import { SCORE_FORMULAS } from '#web/ui/ScoreReading.tsx'
import { KnownNumber, ScoreBar, toneOf } from '#web/ui/StatGrid.tsx'
import { saidOnly, Text } from '#web/ui/Text.tsx'
import { EXCELLENT, gainText, rankScores, whyNotJudged } from './judged-members.ts'

/** Members with a scorecard. The table below lists all members. */
const SCORECARDS = 12

/** The twelve best members: three on a podium with all scores, the others on demand as rows that unfold. */
export function MemberScorecards({ tag, days }: { tag: string; days: Timeframe }) {
  const result = useQuery(memberScoresQuery(tag, days))
  return (
    <AnalyticsCard
      title={t('club.scores')}
      id="scorecards"
      fold={scoresInShort(result.data?.member_scores)}
      action={
        <span className="text-sm text-mut">{factsInWords([t('score.overallScore'), t('number.days', { days })])}</span>
      }
      result={result}
      failure={t('club.scoresFailed')}
      loading={t('club.scoresLoading')}
      shape="h-96 rounded-md"
    >
      {({ member_scores, learning }) =>
        learning ? (
          <EmptyState title={learningText(learning)} hint={t('club.scoresThen')} />
        ) : member_scores.length === 0 ? (
          <EmptyState title={t('club.noMembers')} hint={t('club.scoresFirst')} />
        ) : (
          <Scores scores={rankScores(member_scores)} />
        )
      }
    </AnalyticsCard>
  )
}

/** What a phone shows while the card is folded. */
function scoresInShort(scores: readonly Score[] | undefined): string {
  if (!scores || scores.length === 0) return ''
  const { excellent, improving } = countScores(scores)
  return t('club.scoresShort', { excellent, improving })
}

type Score = Answer<'GET /api/analytics/club/{tag}/member-scores'>['member_scores'][number]

function Scores({ scores }: { scores: readonly Score[] }) {
  const [all, setAll] = useState(false)
  const { excellent, improving, active } = countScores(scores)
  const podium = scores.filter((score) => score.overall_score !== null && !whyNotJudged(score)).slice(0, PODIUM)
  const rows = scores.slice(podium.length, SCORECARDS)
  const overflow = scores.length - SCORECARDS
  return (
    <>
      <p className="mb-2 text-mut">
        <Text id="club.excellent" values={{ members: excellent, b: bold }} /> <span aria-hidden="true">•</span>{' '}
        <Text id="club.improving" values={{ members: improving, b: bold }} /> <span aria-hidden="true">•</span>{' '}
        <Text id="club.oftenActive" values={{ members: active, b: bold }} />
      </p>
      {podium.length > 0 && (
        <ol aria-label={t('club.podium')} className="grid gap-2 sm:grid-cols-3 sm:gap-3">
          {podium.map((score, position) => (
            <PodiumCard key={score.player_tag} score={score} position={position} />
          ))}
        </ol>
      )}
      {/* Without a podium the rows are all that there is to see. Paper has them too. */}
      <ol
        aria-label={t('club.further')}
        start={podium.length + 1}
        className={
          all || podium.length === 0
            ? 'mt-3 grid items-start gap-x-6 sm:grid-cols-2 lg:grid-cols-3'
            : 'hidden print:block!'
        }
      >
        {rows.map((score, position) => (
          <ScorecardRow key={score.player_tag} score={score} rank={podium.length + position + 1} />
        ))}
      </ol>
      <p className="mt-2 flex flex-wrap items-center justify-between gap-x-3 text-sm text-mut">
        {podium.length > 0 && rows.length > 0 && (
          <button type="button" aria-expanded={all} onClick={() => setAll(!all)} className="link min-h-11 print:hidden">
            {all ? t('club.fewer') : t('club.showMore', { members: rows.length })}
          </button>
        )}
        {overflow > 0 && <span>{t('club.moreBelow', { members: overflow })}</span>}
      </p>
    </>
  )
}

const bold = (content: ReactNode) => <b className="text-ink">{content}</b>

type Scored = Pick<
  Score,
  'player_tag' | 'overall_score' | 'improvement_trend' | 'activity_score' | 'learning' | 'resting'
>

/** The least trend and activity score of a member who is improving and active on most days. */
const IMPROVING = 60
const OFTEN_ACTIVE = 50

/** How many are excellent (overall 80+), improving (trend 60+) and active on most days (activity 50+). */
export function countScores(scores: readonly Scored[]): { excellent: number; improving: number; active: number } {
  const judged = scores.filter((score) => whyNotJudged(score) === null)
  const from = (least: number, read: (score: Scored) => number | null) =>
    judged.filter((score) => (read(score) ?? -1) >= least).length
  return {
    excellent: from(EXCELLENT, (score) => score.overall_score),
    improving: from(IMPROVING, (score) => score.improvement_trend),
    active: from(OFTEN_ACTIVE, (score) => score.activity_score),
  }
}

/** One of the best three, with all scores. */
function PodiumCard({ score, position }: { score: Score; position: number }) {
  return (
    <li className="min-w-0">
      <div className="flex items-center gap-x-2.5 px-3 pb-2">
        <Monogram seed={score.player_tag} name={score.player_name} className="size-9 rounded-full" />
        <RankMark rank={position + 1} />
        <div className="min-w-0 flex-1 leading-tight">
          <EntityLink
            to="/player/$tag"
            tag={score.player_tag}
            name={score.player_name}
            className="font-semibold"
            clipped
          />
          <p className="text-sm text-mut">{gainText(score.gain, score.span_days)}</p>
        </div>
        <Overall score={score} />
      </div>
      <div className="rounded-sm border-t border-acc bg-raise/60 p-3">
        <Parts score={score} />
      </div>
    </li>
  )
}

/**
 * A further member as one row, which unfolds to the same scores; of a member who is not judged, the reason in their
 * place.
 */
function ScorecardRow({ score, rank }: { score: Score; rank: number }) {
  const reason = whyNotJudged(score)
  const name = nameOrTag(score.player_name, score.player_tag)
  return (
    <li className="min-w-0">
      <Expandable
        title={
          <span className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 text-start">
            {!reason && <RankMark rank={rank} />}
            <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
            {reason ? <span className="text-sm font-normal text-mut">{reason}</span> : <Bars score={score} />}
          </span>
        }
      >
        <div className="rounded-md bg-raise/60 p-3.5">
          {reason ? <ScoreExplain of={score.learning ? 'learning' : 'resting'} /> : <Parts score={score} />}
          <p className="mt-2 flex flex-wrap justify-between gap-x-3 text-sm text-mut">
            <span>
              <Text
                id="club.gainIn"
                values={{ gain: <KnownNumber value={score.gain} format={signed} />, days: score.span_days }}
              />
            </span>
            <span>{t('club.activeDays', { active: score.active_days, known: score.observed_days })}</span>
          </p>
          <p className="mt-2 flex items-center justify-between gap-3 text-sm">
            <EntityLink to="/player/$tag" tag={score.player_tag} name={t('club.pageOf', { name })} clipped />
            {!reason && <ScorecardExplain score={score} />}
          </p>
        </div>
      </Expandable>
    </li>
  )
}

/** Three small bars and the overall score. What they show stands in words where the row unfolds. */
function Bars({ score }: { score: Score }) {
  const bars = [
    ['contribution', score.trophy_contribution, 'score'],
    ['activity', score.activity_score, 'activity'],
    ['consistency', score.activity_consistency, 'score'],
  ] as const
  return (
    <>
      <span aria-hidden="true" className="flex h-6 shrink-0 items-end gap-1">
        {bars.map(([name, value, kind]) => (
          <span key={name} className="flex h-full w-1.5 items-end overflow-hidden rounded-full bg-raise">
            {value !== null && (
              <span
                className="block w-full rounded-full"
                style={{ height: `${value}%`, backgroundColor: toneOf(value, kind) }}
              />
            )}
          </span>
        ))}
      </span>
      <span className="w-11 shrink-0 text-end font-extrabold">
        <OverallScore score={score} />
      </span>
    </>
  )
}

function OverallScore({ score: { overall_score: overall } }: { score: Score }) {
  const score = <KnownNumber value={overall} format={oneDecimal} />
  return <Text id="club.overallScore" values={{ score, said: saidOnly }} />
}

/** The four parts of a score as bars. */
function Parts({ score }: { score: Score }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-4 gap-y-1.5 wrap-normal">
      <ScoreBar word="sr-only" label={t('club.contribution')} score={score.trophy_contribution} />
      <ScoreBar word="sr-only" label={t('ui.activity')} score={score.activity_score} kind="activity" />
      <ScoreBar word="sr-only" label={t('score.consistency')} score={score.activity_consistency} />
      <ScoreBar word="sr-only" label={t('club.trend')} score={score.improvement_trend} kind="trend" />
    </dl>
  )
}

function Overall({ score }: { score: Score }) {
  return (
    <>
      <p className="flex shrink-0 items-baseline gap-1.5">
        <span className="sr-only">{score.overall_score !== null && bandName(scoreBand(score.overall_score))}</span>
        <span className="text-2xl font-extrabold">
          <OverallScore score={score} />
        </span>
      </p>
      <ScorecardExplain score={score} />
    </>
  )
}

const oneDecimal = (value: number) => decimal(value)

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
    <span className="inline-flex min-w-8 shrink-0 items-center gap-0.5 text-sm font-semibold text-mut">
      {mark && <mark.Icon aria-hidden="true" className={`size-5 ${mark.tone}`} />}
      <Text id="club.rank" values={{ rank, said: saidOnly }} />
    </span>
  )
}

/** How a member's scores are computed: each formula with its inputs and its result. */
function ScorecardExplain({ score }: { score: Score }) {
  const { active_days: active, observed_days: known } = score
  return (
    <Explain label={t('club.scoreOf', { name: plainName(score.player_name) })}>
      <p>{t('club.computed', { formula: t(SCORE_FORMULAS.overall_score) })}</p>
      <dl className="max-h-[45dvh] space-y-1.5 overflow-y-auto border-t border-edge pt-2">
        <Part of="trophy_contribution" value={score.trophy_contribution}>
          {score.gain !== null && t('club.gained', { gain: signed(score.gain) })}
        </Part>
        <Part of="activity_score" value={score.activity_score}>
          {t('club.activeKnown', { active, known })}
        </Part>
        <Part of="consistency" value={score.activity_consistency} />
        <Part of="improvement_trend" value={score.improvement_trend} />
      </dl>
      <p className="text-mut">{t('score.bands')}</p>
    </Explain>
  )
}

function Part({ of, value, children }: { of: ScoreName; value: number | null; children?: ReactNode }) {
  return (
    <div>
      <dt className="flex justify-between gap-3 font-semibold">
        {scoreName(of)}
        <span>
          <KnownNumber value={value} format={oneDecimal} />
        </span>
      </dt>
      <dd className="text-mut">
        {t(SCORE_FORMULAS[of])} {children}
      </dd>
    </div>
  )
}
