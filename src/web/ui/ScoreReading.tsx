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
  games: 'How many games that moved trophies were played that day.',
  learning: 'We have not looked long enough to judge yet.',
  resting: 'No games for two weeks or more, so there is nothing to judge at the moment.',
  ranked_tier: 'The league of the Ranked mode that a player stands in, from Bronze I to Pro.',
  prestige: 'How many thousands of trophies the brawlers of a player have reached.',
  activity_score: 'On how many days the player plays.',
  consistency: 'Whether the player plays in every week, or in a few only.',
  improvement_trend: 'Whether the player wins trophies faster or slower now than a few weeks ago.',
  trophy_contribution: 'How much the member won, compared with the member who won most.',
  overall_score: 'How good a member is for the club: what was won, how often, and how steadily.',
  performance_score: 'How well the player does at the moment: trophies, days played, and whether it goes up.',
  trophy_percentile: 'Of all players that we track, how many have no more trophies than this one.',
  contribution_score: 'How much the player won for the club, compared with the member who won most.',
  club_activity: 'How many of the members played in the last 7 days.',
  club_moves: 'Why the club has more or fewer trophies than before.',
  trophy_growth_7d: 'How many trophies the members won in the last 7 days.',
  active_members: 'How many members played in the last 7 days.',
  ghost_members: 'Members who did not play at all in the last 7 days.',
  trophy_change_30d: 'How many trophies were won or lost in the last 30 days.',
  avg_daily_change: 'How many trophies were won or lost a day.',
  brawler_rate: 'How many of 100 battles an average player wins with this brawler.',
  popularity_score: 'How often visitors of this site looked at it in the last 7 days.',
  win_rate: 'How many of 100 such battles are won, as far as we can tell from those that we saw.',
  above_expected: 'Of 100 battles, how many more this player wins than others win in battles of the same kind.',
  lobbies: 'Some teams of opponents are probably played by the computer, and are beaten far more often than people.',
  showdown_places: 'In showdowns there are places instead of wins.',
  stars_per_win: 'How many times the game named the player the star player, for each battle won.',
  played_together: 'Whether these players win more together than each of them usually does.',
  battles_known: 'In how much of the time we know every battle.',
}

/** How every score and figure is computed, in words for visitors. docs/formulas.md has the exact formulas. */
export const SCORE_FORMULAS: Record<ScoreName, string> = {
  games:
    'A game is a battle that moved trophies. Where no battle log covers the time, games are estimated: one for every 6 trophies that came or went, rounded up. Resets are no games.',
  learning:
    'Scores need 7 known days. A day is known when we looked on it, when a battle log covers it, or when the trophies were the same before and after it. Until then only what is certain is shown.',
  resting:
    'A player without a game in 14 known days or more rests: no performance score, no place on a podium, not called improving. The next game ends it.',
  ranked_tier:
    'As the own profile tells it. Each tier begins with a rating: Gold I with 1,500, Mythic I with 4,500, Pro with 11,250. A season is a month and begins lower, which is no loss. Unranked is who has not finished the first matches of the season; who has no profile here that tells of it is not known, and not unranked.',
  prestige:
    'Each thousand trophies that a brawler has ever reached is a level, so 2,300 trophies are 2. Of a player it is the sum of all brawlers, of a club the sum of the members of whom it is known.',
  activity_score:
    'Active days ÷ known days × 100. A day with at least one game is active. 80 and above is high, 50 and above medium, below that low.',
  consistency:
    '100 × the mean of the weeks. A week counts in full with 3 active days and in part with fewer: three days in every week make 100, weekends only 67.',
  improvement_trend:
    '50 × (1 + tanh((r − b) ÷ s)): r is the pace of the last third of the known days, b that of the days before, in trophies a day; s is the mean size of both, at least 10. 50 is the same pace, 70 and above is up, 30 and below is down. Not known without a game in the last 14 days.',
  trophy_contribution:
    '100 × ln(1 + trophies gained) ÷ ln(1 + the largest gain in the club in the same days). A loss gives 0.',
  overall_score:
    '35% trophy contribution + 30% activity + 20% consistency + 15% improvement trend. A part that is not known is left out, and the others count for more.',
  performance_score:
    '40% percentile of trophies among tracked players + 20% each of activity, consistency and improvement trend, over 30 days. A part that is not known is left out, and the others count for more. A player who rests has none.',
  trophy_percentile: 'The share of tracked players with at most as many trophies, from 0 to 100.',
  contribution_score: 'The trophy contribution over 30 days. Members with the same score share the better rank.',
  club_activity:
    'Active members ÷ members known here for 7 days or more × 100. Active means at least one game in the last 7 × 24 hours. 80% and above is high, 50% and above medium, below that low. Not known with fewer than 3 such members.',
  club_moves:
    'Club trophies now minus those before the days named, without resets. Three parts add up to it: what members won and lost by play, what those who joined brought, and what those who left took along.',
  trophy_growth_7d:
    'What members won and lost by play in 7 days. Beside it is the change of the club’s trophies in all, which also moves as members join and leave. Neither of them counts resets.',
  active_members: 'Members with at least one game in the last 7 × 24 hours, of those known here for 7 days or more.',
  ghost_members:
    'Members known here for 7 days or more without a trophy change and without a battle in the last 7 × 24 hours. Members who play without moving trophies, new members, and members of whom nothing is known are no ghosts.',
  trophy_change_30d:
    'Trophies now minus those of 30 days ago, or of the day when we first saw the player where that came later; without resets.',
  avg_daily_change: 'Trophies gained in 30 days ÷ known days.',
  brawler_rate:
    '50% + (wins − what all brawlers win in the same place) ÷ battles, drawn towards 50% as by 50 more battles. The same place: tracked players or others, the same kind of battle, and brawlers within the same 200 trophies, since tracked players and strong brawlers win more anyway. Each battle counts once with all its players; draws, and battles that were probably against bots, are left out. The band is Wilson’s interval, in which the true share lies in 95 of 100 cases. Below 10 battles there is no rate.',
  popularity_score:
    'Visitors of the last 7 days, a view counted once and a search three times, on a logarithmic scale: 100 is the most visited club or player, 0 is one that nobody looked at.',
  win_rate:
    '(wins + k × usual rate) ÷ (wins + losses + k): few battles say little, so the rate begins at the usual one and moves away from it as battles come. Draws are left out. The bar’s band is Wilson’s interval, in which the true share of wins lies in 95 of 100 cases. Below 10 battles there is no rate, below 20 few battles, below 100 it is building up.',
  above_expected:
    '100 × (wins − expected wins) ÷ battles. A battle’s expected win is the mean win rate of tracked players of the same kind of battle, with as many trophies and against the same kind of lobby, in the same four weeks.',
  lobbies:
    'We cannot know it, but tell it from the tags, for three against three only: the game gives tags to computer players one after another. Opponents whose three tags share the first two characters or more are probably bots; so are those whose tags share the first one, are equally long, and whose brawlers’ trophies lie within 60. “All battles” counts them too.',
  showdown_places:
    'The mean of the places, 1 is the best. The top half are battles that ended among the better half of the teams. Places enter no win rate.',
  stars_per_win: 'Star awards ÷ battles won, of battles that name a star player. An award in a lost battle counts too.',
  played_together:
    'The win rate of their battles on one team, minus the mean of what each of them usually wins in the same modes, in percentage points. It takes 20 battles. Within 2 points it is about as usual.',
  battles_known:
    'Time in which we know every battle ÷ time tracked. The game’s log holds the newest 25 battles of a player: when more were played between two looks, some are missed.',
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
