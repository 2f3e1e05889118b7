import type { ReactNode } from 'react'
import { type ScoreName, scoreName } from '#shared/bands.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { Link } from '#web/router/Link.tsx'

/** A group of a whole: its size, a class for its colour, and the figure that counts it. */
type Part = { size: number; tone: string; of?: ScoreName }
type Input = readonly [label: string, value: ReactNode, part?: Part]

type Props = {
  of: ScoreName
  inputs: readonly Input[]
  value?: ReactNode
  /** True where several are explained together, so that each says which it is. */
  named?: boolean
}

/** The explanation of a score: what it means, the numbers that went into it here, its formula, and its bands. */
export function ScoreReading({ of, inputs, value, named = false }: Props) {
  return (
    <div className="space-y-2">
      {value && <p className="text-2xl font-extrabold">{value}</p>}
      <p>
        {named && <b className="font-semibold">{t('ui.sentence', { words: scoreName(of) })} </b>}
        {t(SCORE_MEANINGS[of])}
      </p>
      {inputs.length > 0 && <Inputs of={of} inputs={inputs} />}
      <div className="space-y-2 border-t border-edge pt-2 text-sm text-mut">
        <p>
          <b className="font-semibold">{t('score.howComputed')}</b> <span>{t(SCORE_FORMULAS[of])}</span>
        </p>
        {BANDED.has(of) && <p>{t('score.bands')}</p>}
        <p>
          <Link to="/scores" hash={of} className="link">
            {t('pages.scores')}
          </Link>
        </p>
      </div>
    </div>
  )
}

/** The numbers in rows, below a bar of those that are parts of a whole; the sums last. The explained part is bright. */
function Inputs({ of, inputs }: Pick<Props, 'of' | 'inputs'>) {
  const parts = inputs.flatMap(([, , part]) => (part?.size ? part : []))
  const isPart = parts.some((part) => part.of === of)
  const look = (part: Part) => `rounded-full ${part.tone} ${isPart && part.of !== of ? 'opacity-40' : ''}`
  return (
    <div className="border-t border-edge pt-3">
      {parts.length > 0 && (
        <p aria-hidden="true" className="mb-2 flex h-3 gap-1">
          {parts.map((part) => (
            <span key={part.tone} className={look(part)} style={{ flexGrow: part.size }} />
          ))}
        </p>
      )}
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5">
        {inputs.map(([name, value, part]) => (
          <div key={name} className={`contents ${parts.length > 0 && !part ? '*:order-1' : ''}`}>
            <dt className={`flex items-center gap-2 ${part?.of === of ? 'font-semibold' : 'text-mut'}`}>
              {part && <span aria-hidden="true" className={`size-2 shrink-0 ${look(part)}`} />}
              {name}
            </dt>
            <dd className="text-end font-semibold whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** What every score and figure says, in one sentence. */
export const SCORE_MEANINGS = {
  games: 'score.gamesIs',
  learning: 'score.learningIs',
  resting: 'score.restingIs',
  ranked_tier: 'score.rankedTierIs',
  prestige: 'score.prestigeIs',
  activity_score: 'score.activityScoreIs',
  consistency: 'score.consistencyIs',
  improvement_trend: 'score.improvementTrendIs',
  trophy_contribution: 'score.trophyContributionIs',
  overall_score: 'score.overallScoreIs',
  performance_score: 'score.performanceScoreIs',
  trophy_percentile: 'score.trophyPercentileIs',
  contribution_score: 'score.contributionScoreIs',
  club_activity: 'club.activeAbout',
  club_moves: 'score.clubMovesIs',
  trophy_growth_7d: 'score.trophyGrowth7dIs',
  active_members: 'score.clubActivityIs',
  ghost_members: 'score.ghostMembersIs',
  trophy_change_30d: 'score.trophyChange30dIs',
  avg_daily_change: 'score.avgDailyChangeIs',
  popularity_score: 'score.popularityScoreIs',
  brawler_rate: 'score.brawlerRateIs',
  win_rate: 'score.winRateIs',
  above_expected: 'score.aboveExpectedIs',
  lobbies: 'score.lobbiesIs',
  showdown_places: 'score.showdownPlacesIs',
  stars_per_win: 'score.starsPerWinIs',
  played_together: 'score.playedTogetherIs',
  battles_known: 'score.battlesKnownIs',
} as const satisfies Record<ScoreName, PlainTextId>

/** How every score and figure is computed, in words for visitors. docs/formulas.md has the exact formulas. */
export const SCORE_FORMULAS = {
  games: 'score.gamesHow',
  learning: 'score.learningHow',
  resting: 'score.restingHow',
  ranked_tier: 'score.rankedTierHow',
  prestige: 'score.prestigeHow',
  activity_score: 'score.activityScoreHow',
  consistency: 'score.consistencyHow',
  improvement_trend: 'score.improvementTrendHow',
  trophy_contribution: 'score.trophyContributionHow',
  overall_score: 'score.overallScoreHow',
  performance_score: 'score.performanceScoreHow',
  trophy_percentile: 'score.trophyPercentileHow',
  contribution_score: 'score.contributionScoreHow',
  club_activity: 'score.clubActivityHow',
  club_moves: 'score.clubMovesHow',
  trophy_growth_7d: 'score.trophyGrowth7dHow',
  active_members: 'score.activeMembersHow',
  ghost_members: 'score.ghostMembersHow',
  trophy_change_30d: 'score.trophyChange30dHow',
  avg_daily_change: 'score.avgDailyChangeHow',
  popularity_score: 'score.popularityScoreHow',
  brawler_rate: 'score.brawlerRateHow',
  win_rate: 'score.winRateHow',
  above_expected: 'score.aboveExpectedHow',
  lobbies: 'score.lobbiesHow',
  showdown_places: 'score.showdownPlacesHow',
  stars_per_win: 'score.starsPerWinHow',
  played_together: 'score.playedTogetherHow',
  battles_known: 'score.battlesKnownHow',
} as const satisfies Record<ScoreName, PlainTextId>

/**
 * The scores that have a band. The others are counts, changes, trends, percentiles, and shares that are high, medium or
 * low.
 */
export const BANDED: ReadonlySet<ScoreName> = new Set<ScoreName>([
  'consistency',
  'overall_score',
  'performance_score',
  'trophy_contribution',
  'contribution_score',
])
