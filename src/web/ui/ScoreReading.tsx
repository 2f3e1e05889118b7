import type { ReactNode } from 'react'
import { SCORE_LABELS, type ScoreName } from '#shared/bands.ts'
import { Link } from '#web/router/Link.tsx'

type Props = {
  of: ScoreName
  inputs: readonly (readonly [label: string, value: ReactNode])[]
  /** True where several are explained together, so that each says which it is. */
  named?: boolean
}

/** The explanation of a score: what it means, the numbers that went into it here, its formula, and its bands. */
export function ScoreReading({ of, inputs, named = false }: Props) {
  return (
    <>
      <p>
        {named && <b className="font-semibold">{SCORE_LABELS[of]}. </b>}
        {SCORE_MEANINGS[of]}
      </p>
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

/** What every score and figure says, in one sentence. */
export const SCORE_MEANINGS: Record<ScoreName, string> = {
  games: 'Games that moved trophies on that day.',
  learning: 'We have not looked long enough to judge.',
  resting: 'Two weeks or more without a game: not judged.',
  ranked_tier: 'The league in Ranked, from Bronze I to Pro.',
  prestige: 'Thousands of trophies that the brawlers have reached.',
  activity_score: 'On how many days the player plays.',
  consistency: 'Whether the player plays every week.',
  improvement_trend: 'Whether trophies come faster or slower than some weeks ago.',
  trophy_contribution: 'Trophies won, beside the member who won most.',
  overall_score: 'How much a member helps the club.',
  performance_score: 'How well the player does now.',
  trophy_percentile: 'Of 100 tracked players, those with fewer trophies or the same.',
  contribution_score: 'Trophies won for the club, beside the member who won most.',
  club_activity: 'Members who played in the last 7 days.',
  club_moves: 'Why the club has more or fewer trophies.',
  trophy_growth_7d: 'Trophies that members won in 7 days.',
  active_members: 'Members who played in the last 7 days.',
  ghost_members: 'Members who did not play for 7 days.',
  trophy_change_30d: 'Trophies won or lost in 30 days.',
  avg_daily_change: 'Trophies won or lost a day.',
  brawler_rate: 'Of 100 battles, those that an average player wins with it.',
  popularity_score: 'How often it was visited here in 7 days.',
  win_rate: 'Of 100 battles, those likely won.',
  above_expected: 'Of 100 battles, how many more are won than similar players win.',
  lobbies: 'Some opponents are likely bots, which are easy to beat.',
  showdown_places: 'Showdowns have places, not wins.',
  stars_per_win: 'Star player awards for each win.',
  played_together: 'Whether they win more together than usual.',
  battles_known: 'In how much of the time we know every battle.',
}

/** How every score and figure is computed, in words for visitors. docs/formulas.md has the exact formulas. */
export const SCORE_FORMULAS: Record<ScoreName, string> = {
  games:
    'A game is a battle that moved trophies. Without a battle log we estimate one game for every 6 trophies, rounded up. Resets do not count.',
  learning:
    'Scores need 7 known days. A day is known when we looked, when a battle log covers it, or when the trophies were the same before and after it.',
  resting:
    'After 14 known days without a game a player has no performance score and no place on a podium. The next game ends it.',
  ranked_tier:
    'As the own profile tells it. Each tier begins at a rating: Gold I at 1,500, Mythic I at 4,500, Pro at 11,250. A season is a month; its start lowers ratings, which is no loss. Unranked: the first matches are not finished. Without a profile here the tier is not known.',
  prestige:
    'Each thousand trophies that a brawler ever reached is a level: 2,300 trophies are 2. Players have the sum of their brawlers, clubs that of the members we know it of.',
  activity_score: 'Days with a game ÷ known days × 100. 80+ is high, 50+ medium, below that low.',
  consistency: '100 × the mean of the weeks. 3 active days make a full week, fewer make a part: weekends only are 67.',
  improvement_trend:
    '50 × (1 + tanh((r − b) ÷ s)). r: trophies a day in the last third of the known days; b: before that; s: the mean size of both, at least 10. 50 is the same pace, 70+ is up, 30 or less is down. Not known without a game in 14 days.',
  trophy_contribution:
    '100 × ln(1 + trophies gained) ÷ ln(1 + the largest gain in the club in the same days). A loss is 0.',
  overall_score:
    '35% trophy contribution + 30% activity + 20% consistency + 15% improvement trend. An unknown part is left out, and the others count for more.',
  performance_score:
    'Over 30 days: 40% trophy percentile + 20% each of activity, consistency and improvement trend. An unknown part is left out, and the others count for more.',
  trophy_percentile: 'Tracked players with at most as many trophies ÷ all tracked players × 100.',
  contribution_score: 'The trophy contribution over 30 days. Equal scores share the better rank.',
  club_activity:
    'Active members ÷ members known for 7 days × 100. Active: a game in the last 7 × 24 hours. 80%+ is high, 50%+ medium, below that low. It needs 3 such members.',
  club_moves: 'Club trophies now − before, without resets: what members won by play + what joined − what left.',
  trophy_growth_7d:
    'What members won and lost by play in 7 days. The change of all club trophies stands beside it: members who join and leave move that too. Resets count in neither.',
  active_members: 'Members with a game in the last 7 × 24 hours, of those known for 7 days.',
  ghost_members:
    'Members known for 7 days, without a battle and without a trophy change in the last 7 × 24 hours. Newcomers and members of whom nothing is known do not count.',
  trophy_change_30d: 'Trophies now − 30 days ago, or when first seen if that was later; without resets.',
  avg_daily_change: 'Trophies gained in 30 days ÷ known days.',
  brawler_rate:
    '50% + (wins − what all brawlers win in the same place) ÷ battles, drawn towards 50% as by 50 more battles. The same place: tracked or other players, the same kind of battle, brawlers within 200 trophies. Draws and likely bots are left out. The true share lies in the band in 95 of 100 cases. Below 10 battles there is no rate.',
  popularity_score:
    'Visitors of 7 days, a search counted as three views, on a logarithmic scale: 100 is the most visited one.',
  win_rate:
    '(wins + k × usual rate) ÷ (wins + losses + k): the rate begins at the usual one and moves as battles come. Draws are left out. The true share lies in the band in 95 of 100 cases. Below 10 battles there is no rate; below 20 it says unsure, below 100 fairly sure.',
  above_expected:
    '100 × (wins − expected wins) ÷ battles. Expected is what tracked players with as many trophies win in the same kind of battle and lobby, in the same four weeks.',
  lobbies:
    'We guess it from the tags, in 3 against 3: the game numbers its bots one after another. Likely bots have three tags that share the first two characters; or the first one, with equal lengths and brawlers within 60 trophies. “All battles” counts them too.',
  showdown_places:
    'The mean of the places, 1 is the best. The top half is the better half of the teams. Places are not in the win rate.',
  stars_per_win: 'Star awards ÷ wins, in battles that name a star player. Awards in lost battles count too.',
  played_together:
    'The win rate on one team − the mean of what each usually wins in these modes, in points. It needs 20 battles. Within 2 points it is as usual.',
  battles_known:
    'Time in which we know every battle ÷ time tracked. The game shows the newest 25 battles of a player: when more were played between two looks, some are missed.',
}

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
