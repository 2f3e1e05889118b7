import type { ReactNode } from 'react'
import { type ScoreName, scoreName } from '#shared/bands.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { Link } from '#web/router/Link.tsx'

type Props = {
  of: ScoreName
  inputs: readonly (readonly [label: string, value: ReactNode])[]
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
      {inputs.length > 0 && (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 border-t border-edge pt-2">
          {inputs.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-mut">{name}</dt>
              <dd className="text-end font-semibold whitespace-nowrap">{value}</dd>
            </div>
          ))}
        </dl>
      )}
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
