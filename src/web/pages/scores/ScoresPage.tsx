import { Link } from '@tanstack/react-router'
import { documentTitle } from '../../format/document-title.ts'
import { Card } from '../../ui/Card.tsx'
import { BANDED, SCORE_FORMULAS } from '../../ui/score-formulas.ts'
import { SCORE_LABELS, type ScoreName } from '../../ui/score-labels.ts'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { Bands } from './Bands.tsx'
import { DayLevels } from './DayLevels.tsx'

const GROUPS: readonly (readonly [title: string, scores: readonly ScoreName[]])[] = [
  [
    'Scores of a member or player',
    ['activity_score', 'consistency', 'improvement_trend', 'trophy_contribution', 'overall_score'],
  ],
  [
    'Scores of a player',
    ['performance_score', 'trophy_percentile', 'contribution_score', 'trophy_change_30d', 'avg_daily_change'],
  ],
  ['Figures of a club', ['club_activity', 'trophy_growth_7d', 'active_members', 'ghost_members']],
  ['In lists', ['popularity_score']],
]

/** How every score is computed, in plain words. */
export function ScoresPage() {
  useDocumentTitle(documentTitle('How scores work'))
  return (
    <>
      <h1 className="text-hero font-extrabold">How scores work</h1>
      <p className="mt-1 mb-6 max-w-prose text-mut">
        Every score comes from trophies that were seen, day by day, and can be computed again by hand. Days before we
        first saw a player count for nothing. A later day on which nobody looked counts as a day without play; the
        calendar shows it hatched. Days are those of UTC.
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
          Analytics appear after 7 days of observations. How current they are is on the{' '}
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
        {BANDED.has(of) && <span className="font-normal text-mut"> · 0 to 100</span>}
      </dt>
      <dd className="max-w-prose normal-nums text-mut">{SCORE_FORMULAS[of]}</dd>
    </div>
  )
}
