import { SCORE_LABELS, type ScoreName, scoreBand } from '#shared/bands.ts'
import { Card } from '#web/ui/Card.tsx'
import { SCORE_FORMULAS, SCORE_MEANINGS } from '#web/ui/ScoreReading.tsx'
import { ScoreBar, scoreTone } from '#web/ui/StatGrid.tsx'

const GROUPS: readonly (readonly [title: string, scores: readonly ScoreName[]])[] = [
  [
    'Scores of a member or player',
    ['activity_score', 'consistency', 'improvement_trend', 'trophy_contribution', 'overall_score'],
  ],
  [
    'Scores of a player',
    ['performance_score', 'trophy_percentile', 'contribution_score', 'trophy_change_30d', 'avg_daily_change'],
  ],
  ['Figures of a club', ['active_members', 'club_activity', 'ghost_members', 'trophy_growth_7d', 'club_moves']],
  ['Without a score', ['learning', 'resting']],
  [
    'Battles',
    ['win_rate', 'above_expected', 'lobbies', 'showdown_places', 'stars_per_win', 'played_together', 'battles_known'],
  ],
  ['Ranked and prestige', ['ranked_tier', 'prestige']],
  ['In lists', ['popularity_score', 'brawler_rate']],
]

/** Scores from 0 to 100, with what their bars look like. */
const EXAMPLES: Partial<Record<ScoreName, readonly [score: number, kind: 'score' | 'activity' | 'trend' | 'share']>> = {
  activity_score: [63, 'activity'],
  consistency: [88, 'score'],
  improvement_trend: [74, 'trend'],
  trophy_contribution: [45, 'score'],
  overall_score: [67, 'score'],
  performance_score: [82, 'score'],
  trophy_percentile: [91, 'share'],
  contribution_score: [38, 'score'],
  club_activity: [86, 'activity'],
}

/** Explains what each score says, with an example, and how it is computed on demand. */
export function ScoresPage() {
  return (
    <>
      <h1 className="text-hero font-extrabold">How scores work</h1>
      <p className="mt-1 mb-5 max-w-prose text-mut">
        All scores come from trophies and battles that we saw. Days that nobody saw do not count. Days begin at midnight
        UTC.
      </p>
      <div className="grid gap-4">
        <Card title="What a score says">
          <Bands />
        </Card>
        <div className="grid items-start gap-4 lg:grid-cols-2">
          {GROUPS.map(([title, scores]) => (
            <Card key={title} title={title}>
              <dl className="grid gap-4">
                {scores.map((score) => (
                  <Score key={score} of={score} />
                ))}
              </dl>
            </Card>
          ))}
        </div>
        <Card title="A day on the heatmap">
          <DayLevels />
        </Card>
      </div>
    </>
  )
}

/** A score with an example, what it says in one sentence, and its formula on demand. */
function Score({ of }: { of: ScoreName }) {
  const [score, kind] = EXAMPLES[of] ?? []
  return (
    <div id={of} className="scroll-mt-20">
      {score === undefined || kind === undefined ? (
        <dt className="font-semibold">{SCORE_LABELS[of]}</dt>
      ) : (
        <dt className="font-semibold">
          <span className="sr-only">{SCORE_LABELS[of]}</span>
          <div aria-hidden="true">
            <dl>
              <ScoreBar label={SCORE_LABELS[of]} score={score} kind={kind} />
            </dl>
          </div>
        </dt>
      )}
      <dd className="mt-1 max-w-prose text-mut">{SCORE_MEANINGS[of]}</dd>
      <dd>
        <Formula of={of} />
      </dd>
    </div>
  )
}

function Formula({ of }: { of: ScoreName }) {
  return (
    <details className="max-w-prose text-sm text-mut">
      <summary className="inline-flex min-h-8 cursor-pointer items-center text-acc">
        Formula<span className="sr-only"> of {SCORE_LABELS[of]}</span>
      </summary>
      <p className="normal-nums">{SCORE_FORMULAS[of]}</p>
    </details>
  )
}

/** The least score of each band, the best band first. */
const FROM = [80, 60, 40, 20, 0] as const

/** The bands of scores from 0 to 100, and the arrows of trends. */
function Bands() {
  return (
    <>
      <ul className="grid grid-cols-2 gap-2.5 sm:grid-cols-5">
        {FROM.map((from, place) => (
          <li key={from} className="rounded-md bg-raise px-4 py-3">
            <span
              aria-hidden="true"
              className="mb-2 block h-1.5 w-10 rounded-full"
              style={{ backgroundColor: scoreTone(from) }}
            />
            <span className="block font-semibold">{scoreBand(from)}</span>
            <span className="text-sm text-mut">
              {place === 0 ? '80+' : `${from} to ${(FROM[place - 1] ?? 100) - 1}`}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 max-w-prose text-sm text-mut">A trend of 70+ goes up, of 30 or less down.</p>
    </>
  )
}

const LEVELS = [
  ['Inactive', 'no game', 'bg-h0'],
  ['Low', '1 or 2 games', 'bg-h1'],
  ['Moderate', '3 to 5 games', 'bg-h2'],
  ['High', '6 to 10 games', 'bg-h3'],
  ['Very high', 'more than 10 games', 'bg-h4'],
] as const

/** The levels of a day, by the number of its games. */
function DayLevels() {
  return (
    <>
      <ul className="grid gap-2.5 sm:grid-cols-5">
        {LEVELS.map(([word, games, colour]) => (
          <li key={word} className="flex items-center gap-3">
            <span aria-hidden="true" className={`size-6 shrink-0 rounded-sm border border-edge ${colour}`} />
            <span>
              <span className="block font-semibold">{word}</span>
              <span className="block text-sm text-mut">{games}</span>
            </span>
          </li>
        ))}
      </ul>
      <div id="games" className="mt-3 scroll-mt-20">
        <Formula of="games" />
      </div>
    </>
  )
}
