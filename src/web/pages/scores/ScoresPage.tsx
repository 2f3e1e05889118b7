import { SCORE_LABELS, type ScoreName, scoreBand } from '#shared/bands.ts'
import { Link } from '#web/router/Link.tsx'
import { Card } from '#web/ui/Card.tsx'
import { BANDED, SCORE_FORMULAS, SCORE_MEANINGS } from '#web/ui/ScoreReading.tsx'
import { scoreTone } from '#web/ui/StatGrid.tsx'

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
  ['In lists', ['popularity_score', 'brawler_rate']],
]

/** Explains how each score is computed. */
export function ScoresPage() {
  return (
    <>
      <h1 className="text-hero font-extrabold">How scores work</h1>
      <p className="mt-1 mb-6 max-w-prose text-mut">
        Every score comes from the trophies that we saw, day by day. You can work it out by hand. Days before we first
        saw a player do not count. A later day that nobody looked at counts neither for nor against anybody; the
        calendar shows it hatched. Days begin at midnight UTC.
      </p>
      <div className="grid gap-4">
        <Card title="What a score says">
          <Bands />
        </Card>
        <div className="grid gap-4 lg:grid-cols-2">
          {GROUPS.map(([title, scores]) => (
            <Card key={title} title={title}>
              <dl className="grid gap-4">
                {scores.map((score) => (
                  <Formula key={score} of={score} />
                ))}
              </dl>
            </Card>
          ))}
        </div>
        <Card title="A day on the heatmap">
          <DayLevels />
        </Card>
        <p className="text-mut">
          Analytics appear after 7 days with observations. How current they are is on the{' '}
          <Link to="/status" className="link">
            status page
          </Link>
          .
        </p>
      </div>
    </>
  )
}

function Formula({ of }: { of: ScoreName }) {
  return (
    <div id={of} className="scroll-mt-20">
      <dt className="font-semibold">
        {SCORE_LABELS[of]}
        {(BANDED.has(of) || of === 'activity_score') && <span className="font-normal text-mut"> · 0 to 100</span>}
      </dt>
      <dd className="max-w-prose">{SCORE_MEANINGS[of]}</dd>
      <dd className="max-w-prose text-sm normal-nums text-mut">{SCORE_FORMULAS[of]}</dd>
    </div>
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
              {place === 0 ? '80 and above' : `${from} to ${(FROM[place - 1] ?? 100) - 1}`}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-4 max-w-prose text-mut">
        A trend of 70 and above shows an arrow up, 30 and below an arrow down, between them it is steady. A member
        counts as improving from a trend of 60 on, and as active on most days from an activity score of 50 on. Activity
        has words of its own: high from 80 on, medium from 50 on, else low.
      </p>
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
      <p id="games" className="mt-4 max-w-prose scroll-mt-20 text-mut">
        {SCORE_FORMULAS.games}
      </p>
    </>
  )
}
