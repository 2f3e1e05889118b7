import { useState } from 'react'
import { bandName, type ScoreName, scoreBand, scoreName } from '#shared/bands.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { Card } from '#web/ui/Card.tsx'
import { Dolphin } from '#web/ui/Dolphin.tsx'
import { SCORE_FORMULAS, SCORE_MEANINGS } from '#web/ui/ScoreReading.tsx'
import { SectionChips } from '#web/ui/SectionChips.tsx'
import { toneOf } from '#web/ui/StatGrid.tsx'

type Group = readonly [title: PlainTextId, scores: readonly ScoreName[]]

/** The left column: scores from 0 to 100, and when there is none. */
const SCORES: readonly Group[] = [
  ['scores.ofMember', ['activity_score', 'consistency', 'improvement_trend', 'trophy_contribution', 'overall_score']],
  [
    'scores.ofPlayer',
    ['performance_score', 'trophy_percentile', 'contribution_score', 'trophy_change_30d', 'avg_daily_change'],
  ],
  ['scores.without', ['learning', 'resting']],
]

/** The right column: figures of clubs, battles, ladders and lists. */
const FIGURES: readonly Group[] = [
  ['scores.ofClub', ['active_members', 'club_activity', 'ghost_members', 'trophy_growth_7d', 'club_moves']],
  [
    'scores.battles',
    ['win_rate', 'above_expected', 'lobbies', 'showdown_places', 'stars_per_win', 'played_together', 'battles_known'],
  ],
  ['club.prestigeTitle', ['ranked_tier', 'prestige']],
  ['scores.lists', ['popularity_score', 'brawler_rate']],
]

/** Scores that have bands, and how their bars are coloured. */
const KINDS: Partial<Record<ScoreName, 'score' | 'activity'>> = {
  activity_score: 'activity',
  consistency: 'score',
  trophy_contribution: 'score',
  overall_score: 'score',
  performance_score: 'score',
  contribution_score: 'score',
  club_activity: 'activity',
}

/** Explains what each score says, and how it is computed on demand. */
export function ScoresPage() {
  const [sections] = useState(() => [...SCORES, ...FIGURES].map(([title]) => [anchorOf(title), t(title)] as const))
  return (
    <>
      <h1 className="text-hero font-extrabold">{t('scores.title')}</h1>
      <p className="mt-1 max-w-prose text-mut">{t('scores.lead')}</p>
      <SectionChips sections={sections} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <Depths />
          <Groups groups={SCORES} />
        </div>
        <div className="grid gap-4">
          <DayLevels />
          <Groups groups={FIGURES} />
        </div>
      </div>
    </>
  )
}

function anchorOf(title: PlainTextId): string {
  return title.replace('.', '-')
}

function Groups({ groups }: { groups: readonly Group[] }) {
  return groups.map(([title, scores]) => (
    <Card key={title} id={anchorOf(title)} title={t(title)}>
      <div className="divide-y divide-edge">
        {scores.map((score) => (
          <Score key={score} of={score} />
        ))}
      </div>
    </Card>
  ))
}

/** What a score says in one sentence, and the colours of its scale. It unfolds to its formula. */
function Score({ of }: { of: ScoreName }) {
  const kind = KINDS[of]
  return (
    <details id={of} className="scroll-mt-20">
      <summary className="flex cursor-pointer items-center gap-3 py-2.5 pe-1.5">
        <span className="min-w-0 flex-1">
          <span className="flex items-center justify-between gap-3">
            <span className="font-semibold">{scoreName(of)}</span>
            {kind !== undefined && (
              <span aria-hidden="true" className="flex gap-0.5">
                {BANDS.toReversed().map(([from]) => (
                  <span
                    key={from}
                    className="size-2 rounded-full"
                    style={{ backgroundColor: toneOf(from + 10, kind) }}
                  />
                ))}
              </span>
            )}
          </span>
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
