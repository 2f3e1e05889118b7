import type { ScoreName } from './names.ts'

/** How every score and figure is computed, in words for visitors. docs/formulas.md has the exact formulas. */
export const SCORE_FORMULAS: Record<ScoreName, string> = {
  activity_score:
    'Active days ÷ observed days × 100. A day is active when at least one trophy change was seen on it; season resets do not count.',
  consistency: '100 × (1 − longest run of days without activity ÷ observed days).',
  improvement_trend:
    '50 × (1 + tanh(slope ÷ s)). The slope is the median of all slopes between observed days (Theil–Sen), in trophies a day, resets taken out; s is 0.1 % of the first day’s trophies, at least 5. 50 is flat, 70 and above is up, 30 and below is down.',
  trophy_contribution: 'Trophies gained ÷ the largest gain in the club in the same days × 100. A loss gives 0.',
  overall_score: '35 % trophy contribution + 30 % activity + 20 % consistency + 15 % improvement trend.',
  performance_score:
    '40 % percentile of trophies among tracked players + 20 % each of activity, consistency and improvement trend, over 30 days.',
  trophy_percentile: 'The share of tracked players with fewer trophies, from 0 to 100.',
  contribution_score:
    'Trophies gained in 30 days ÷ the largest gain in the club in the same days × 100. Members with the same score share the better rank.',
  club_activity: 'The mean of the members’ activity scores over 30 days: active days ÷ observed days × 100.',
  trophy_growth_7d: 'Club trophies now less those of 7 days ago, season resets taken out.',
  active_members: 'Members with at least one active day in the last 7.',
  ghost_members:
    'Members known in this club for at least 7 days without any trophy change in the last 7. Newcomers are neither active nor ghosts.',
  trophy_change_30d:
    'Trophies now less those before the 30 days, or at the first observation; season resets taken out.',
  avg_daily_change: 'Trophies gained in 30 days ÷ observed days.',
  popularity_score:
    'Visitors of the last 7 days, a view counted once and a search three times, on a logarithmic scale: 100 is the most visited club or player, 0 is one that nobody looked at.',
}

/** The scores that have a band. The others are counts, changes, trends and percentiles. */
export const BANDED: ReadonlySet<ScoreName> = new Set<ScoreName>([
  'activity_score',
  'consistency',
  'overall_score',
  'performance_score',
  'trophy_contribution',
  'contribution_score',
  'club_activity',
])
