import { bandName, type ScoreName, scoreBand, scoreName } from '#shared/bands.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { Card } from '#web/ui/Card.tsx'
import { Dolphin } from '#web/ui/Dolphin.tsx'
import { SCORE_FORMULAS, SCORE_MEANINGS } from '#web/ui/ScoreReading.tsx'
import { toneOf } from '#web/ui/StatGrid.tsx'

const GROUPS: readonly (readonly [title: PlainTextId, scores: readonly ScoreName[]])[] = [
  ['scores.ofMember', ['activity_score', 'consistency', 'improvement_trend', 'trophy_contribution', 'overall_score']],
  [
    'scores.ofPlayer',
    ['performance_score', 'trophy_percentile', 'contribution_score', 'trophy_change_30d', 'avg_daily_change'],
  ],
  ['scores.ofClub', ['active_members', 'club_activity', 'ghost_members', 'trophy_growth_7d', 'club_moves']],
  ['scores.without', ['learning', 'resting']],
  [
    'scores.battles',
    ['win_rate', 'above_expected', 'lobbies', 'showdown_places', 'stars_per_win', 'played_together', 'battles_known'],
  ],
  ['club.prestigeTitle', ['ranked_tier', 'prestige']],
  ['scores.lists', ['popularity_score', 'brawler_rate']],
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
      <h1 className="text-hero font-extrabold">{t('scores.title')}</h1>
      <p className="mt-1 mb-5 max-w-prose text-mut">{t('scores.lead')}</p>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[2fr_3fr]">
        <div className="grid gap-4 lg:sticky lg:top-20">
          <Contents />
          <Depths />
          <DayLevels />
        </div>
        <div className="grid gap-4">
          {GROUPS.map(([title, scores]) => (
            <Card key={title} id={anchorOf(title)} title={t(title)}>
              <div className="divide-y divide-edge">
                {scores.map((score) => (
                  <Score key={score} of={score} />
                ))}
              </div>
            </Card>
          ))}
        </div>
      </div>
    </>
  )
}

const anchorOf = (title: PlainTextId) => title.replace('.', '-')

/** Links to the groups, on wide screens, where they stay beside what is read. */
function Contents() {
  return (
    <nav aria-label={t('ui.onThisPage')} className="rounded-lg border border-edge bg-card px-2 py-2 max-lg:hidden">
      <ul className="grid grid-cols-2">
        {GROUPS.map(([title]) => (
          <li key={title}>
            <a
              href={`#${anchorOf(title)}`}
              className="flex min-h-8 items-center rounded-sm px-2 text-sm font-semibold text-mut no-underline hover:bg-raise hover:text-ink"
            >
              {t(title)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A score with an example and what it says in one sentence. It unfolds to its formula. */
function Score({ of }: { of: ScoreName }) {
  const [score, kind] = EXAMPLES[of] ?? []
  return (
    <details id={of} className="scroll-mt-20">
      <summary className="flex cursor-pointer items-center gap-3 py-2.5 pe-1.5">
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-3">
            <span className="font-semibold">{scoreName(of)}</span>
            {score !== undefined && (
              <span className="text-sm text-mut">{t('scores.example', { score: String(score) })}</span>
            )}
          </span>
          {score !== undefined && kind !== undefined && (
            <span aria-hidden="true" className="my-1 block h-1.5 overflow-hidden rounded-full bg-raise">
              <span
                className="block h-full rounded-full"
                style={{ width: `${score}%`, backgroundColor: toneOf(score, kind) }}
              />
            </span>
          )}
          <span className="block text-sm text-mut">{t(SCORE_MEANINGS[of])}</span>
        </span>
      </summary>
      <p className="max-w-prose pb-3 text-sm">{t(SCORE_FORMULAS[of])}</p>
    </details>
  )
}

/** The bands from the surface to the deep, each with its least score. */
const BANDS = [
  [80, 'bg-h2/40 py-4'],
  [60, 'bg-h2/25'],
  [40, 'bg-h1/35'],
  [20, 'bg-h1/20'],
  [0, 'bg-raise/40'],
] as const

/** The bands of scores from 0 to 100 as depths of water, and the arrows of trends. */
function Depths() {
  return (
    <section aria-label={t('scores.bands')} className="overflow-hidden rounded-lg border border-edge bg-card">
      <div className="relative h-18 overflow-hidden" aria-hidden="true">
        <Dolphin className="absolute start-[56%] top-2 size-15" />
        <svg
          viewBox="0 0 400 20"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-x-0 -bottom-px h-5 w-full fill-h2 opacity-40"
        >
          <path d="M0 12Q25 0 50 12T100 12T150 12T200 12T250 12T300 12T350 12T400 12V20H0Z" />
        </svg>
      </div>
      <ul>
        {BANDS.map(([from, depth]) => (
          <li key={from} className={`flex items-center gap-3 px-4 py-2.5 ${depth}`}>
            <span
              aria-hidden="true"
              className="h-6 w-1.5 rounded-full"
              style={{ backgroundColor: toneOf(from, 'score') }}
            />
            <span className="flex-1 font-semibold">{bandName(scoreBand(from))}</span>
            <span className="font-extrabold">{from}+</span>
          </li>
        ))}
      </ul>
      <p className="border-t border-edge px-4 py-2.5 text-sm text-mut">{t('scores.trends')}</p>
    </section>
  )
}

const LEVELS = [
  ['0', 'bg-h0'],
  ['1-2', 'bg-h1'],
  ['3-5', 'bg-h2'],
  ['6-10', 'bg-h3'],
  ['11+', 'bg-h4'],
] as const

/** The colours of a day on the heatmap, by the number of its games. */
function DayLevels() {
  return (
    <Card title={t('scores.games')}>
      <ul className="grid grid-cols-5 gap-1.5 text-center text-sm font-semibold">
        {LEVELS.map(([games, colour]) => (
          <li key={games}>
            <span aria-hidden="true" className={`mb-1 block h-10 rounded-sm border border-edge ${colour}`} />
            {games}
          </li>
        ))}
      </ul>
      <details id="games" className="mt-2 scroll-mt-20">
        <summary className="flex cursor-pointer items-center gap-3 py-2 pe-1.5 text-sm text-mut">
          {t(SCORE_MEANINGS.games)}
        </summary>
        <p className="pb-2 text-sm">{t(SCORE_FORMULAS.games)}</p>
      </details>
    </Card>
  )
}
