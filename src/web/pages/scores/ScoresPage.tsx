import { type FocusEvent, useId, useState } from 'react'
import { bandName, type ScoreName, scoreBand, scoreName } from '#shared/bands.ts'
import { percent } from '#shared/number-format.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { Card } from '#web/ui/Card.tsx'
import { Dolphin } from '#web/ui/Dolphin.tsx'
import { SCORE_FORMULAS, SCORE_MEANINGS } from '#web/ui/ScoreReading.tsx'
import { SectionChips } from '#web/ui/SectionChips.tsx'
import { toneOf } from '#web/ui/StatGrid.tsx'
import { ScoreMark } from './ScoreMark.tsx'

type Group = readonly [title: PlainTextId, scores: readonly ScoreName[]]

/** The left column: scores of members and players, and of Ranked. The overall score stands at the head. */
const SCORES: readonly Group[] = [
  [
    'scores.ofMember',
    [
      'activity_score',
      'trophy_contribution',
      'improvement_trend',
      'consistency',
      'performance_score',
      'contribution_score',
      'trophy_percentile',
      'trophy_change_30d',
      'avg_daily_change',
    ],
  ],
  ['scores.without', ['learning', 'resting']],
  ['club.prestigeTitle', ['ranked_tier', 'prestige']],
]

/** The right column: figures of clubs, battles and lists. */
const FIGURES: readonly Group[] = [
  ['scores.ofClub', ['club_activity', 'active_members', 'ghost_members', 'trophy_growth_7d', 'club_moves']],
  [
    'scores.battles',
    ['win_rate', 'above_expected', 'lobbies', 'showdown_places', 'stars_per_win', 'played_together', 'battles_known'],
  ],
  ['scores.lists', ['popularity_score', 'brawler_rate']],
]

/** What is asked for most stands open. */
const OPEN: ReadonlySet<ScoreName> = new Set<ScoreName>(['activity_score', 'club_activity', 'win_rate'])

/** Scores that have bands, and how their scales are coloured. */
const KINDS: Partial<Record<ScoreName, 'score' | 'activity'>> = {
  activity_score: 'activity',
  consistency: 'score',
  trophy_contribution: 'score',
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
      <div className="grid grid-cols-1 overflow-hidden rounded-lg border border-edge bg-card lg:grid-cols-2">
        <Depths />
        <OverallScore />
      </div>
      <div className="mt-4 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <Groups groups={SCORES} />
          <DayLevels />
        </div>
        <div className="grid gap-4">
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

/** What a score says in one sentence. It unfolds to its scale and its formula, also when a link leads to it. */
function Score({ of }: { of: ScoreName }) {
  const kind = KINDS[of]
  return (
    <details id={of} open={OPEN.has(of)} onFocus={openFocused} className="scroll-mt-20">
      <summary className="flex cursor-pointer items-center gap-3 py-1.5 pe-1.5">
        <ScoreMark of={of} />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{scoreName(of)}</span>
          <span className="block text-sm text-mut">{t(SCORE_MEANINGS[of])}</span>
          {kind !== undefined && <Bands kind={kind} />}
        </span>
      </summary>
      <div className="flex gap-3 pe-7 pb-3">
        <span className="w-10 shrink-0" />
        <div className="min-w-0 flex-1">
          {kind !== undefined && <BandStarts kind={kind} />}
          <p className="max-w-prose text-sm">{t(SCORE_FORMULAS[of])}</p>
        </div>
      </div>
    </details>
  )
}

/** A link within the page moves the focus to the part that it leads to. */
function openFocused({ target, currentTarget }: FocusEvent<HTMLDetailsElement>): void {
  if (target === currentTarget) currentTarget.open = true
}

/** Where each band of a score begins. Activity has three. */
const SCALES = { score: [0, 20, 40, 60, 80], activity: [0, 50, 80] } as const
const END = 100

type BandsProps = { kind: 'score' | 'activity' }

/** The bands from 0 to 100 as one bar in their colours. The formula says the same in words. */
function Bands({ kind }: BandsProps) {
  return (
    <span aria-hidden="true" className="mt-1.5 flex gap-0.5">
      {bandsOf(kind).map(([from, width]) => (
        <span key={from} className="h-1 rounded-full" style={{ flex: width, backgroundColor: toneOf(from, kind) }} />
      ))}
    </span>
  )
}

/** Where each of them begins, below the bar. */
function BandStarts({ kind }: BandsProps) {
  return (
    <div aria-hidden="true" className="flex gap-0.5 pb-2 text-xs text-mut">
      {bandsOf(kind).map(([from, width]) => (
        <span key={from} className="flex justify-between" style={{ flex: width }}>
          <span>{from}</span>
          {from + width === END && <span>{END}</span>}
        </span>
      ))}
    </div>
  )
}

function bandsOf(kind: BandsProps['kind']): [from: number, width: number][] {
  const starts = SCALES[kind]
  return starts.map((from, place) => [from, (starts[place + 1] ?? END) - from])
}

/** The parts of the overall score, in percent, as in docs/formulas.md#overall-score. */
const PARTS = [
  ['trophy_contribution', 35, 'bg-h4'],
  ['activity_score', 30, 'bg-h3'],
  ['consistency', 20, 'bg-h2'],
  ['improvement_trend', 15, 'bg-h1'],
] as const

/** The score that leaders ask for most, drawn as what it is made of. */
function OverallScore() {
  const heading = useId()
  return (
    <section id="overall_score" aria-labelledby={heading} className="scroll-mt-20 p-4 sm:p-6">
      <h2 id={heading} className="text-xl font-extrabold">
        {scoreName('overall_score')}
      </h2>
      <p className="text-mut">{t(SCORE_MEANINGS.overall_score)}</p>
      <div aria-hidden="true" className="mt-4 flex h-14 gap-0.5 overflow-hidden rounded-md">
        {PARTS.map(([part, weight, colour]) => (
          <span key={part} className={colour} style={{ flex: weight }} />
        ))}
      </div>
      <ul className="mt-3 divide-y divide-edge">
        {PARTS.map(([part, weight, colour]) => (
          <li key={part} className="flex items-center gap-3 py-1.5">
            <span aria-hidden="true" className={`size-3 rounded-sm ${colour}`} />
            <span className="flex-1 font-semibold">{scoreName(part)}</span>
            <span className="font-extrabold">{percent(weight)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 max-w-prose text-sm text-mut">{t('scores.unknownPart')}</p>
    </section>
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
    <section aria-label={t('scores.bands')} className="flex flex-col border-edge lg:border-e">
      <div className="relative h-24 overflow-hidden" aria-hidden="true">
        <Dolphin className="absolute start-[56%] top-2 size-20" />
        <svg
          viewBox="0 0 400 20"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-x-0 -bottom-px h-5 w-full fill-h2 opacity-40"
        >
          <path d="M0 12Q25 0 50 12T100 12T150 12T200 12T250 12T300 12T350 12T400 12V20H0Z" />
        </svg>
      </div>
      <ul className="flex flex-1 flex-col">
        {BANDS.map(([from, depth]) => (
          <li key={from} className={`flex flex-1 items-center gap-3 px-4 py-2.5 text-lg ${depth}`}>
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
      <details id="games" onFocus={openFocused} className="mt-2 scroll-mt-20">
        <summary className="flex cursor-pointer items-center gap-3 py-2 pe-1.5 text-sm text-mut">
          {t(SCORE_MEANINGS.games)}
        </summary>
        <p className="pb-2 text-sm">{t(SCORE_FORMULAS.games)}</p>
      </details>
    </Card>
  )
}
