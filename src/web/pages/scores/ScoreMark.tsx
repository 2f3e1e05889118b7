import type { ReactNode } from 'react'
import type { ScoreName } from '#shared/bands.ts'
import { BODY } from '#web/ui/Dolphin.tsx'
import { Emblem } from '#web/ui/Emblem.tsx'
import { TierEmblem } from '#web/ui/TierEmblem.tsx'

/** A small picture of what a score tells. Its tone says of what: play, trophies, wins, or that nothing is judged. */
export function ScoreMark({ of }: { of: ScoreName }) {
  const mark = MARKS[of]
  return (
    mark && (
      <span
        aria-hidden="true"
        className={`grid size-10 shrink-0 place-items-center rounded-md bg-raise ${TONES[mark[0]]}`}
      >
        {typeof mark[1] === 'string' ? <Drawn d={mark[1]} /> : mark[1]}
      </span>
    )
  )
}

const TONES = { play: 'text-acc', trophies: 'text-warn', wins: 'text-good', unjudged: 'text-mut' } as const

/** Lines of one width, on 24 by 24. */
function Drawn({ d }: { d: string }) {
  return (
    <svg viewBox="0 0 24 24" className="size-6" fill="none" stroke="currentColor" strokeWidth="2.2" aria-hidden="true">
      <path d={d} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

const LEAP = <Emblem of="form" className="size-6" />
const SUNK = <Emblem of="silent" className="size-6" />

/** Two of a club in its water. */
const POD = (
  <svg viewBox="0 0 66 66" className="size-7 fill-current" aria-hidden="true">
    <path d={BODY} transform="translate(1 -1) scale(.58)" />
    <path d={BODY} transform="translate(27 18) scale(.58)" />
    <path d="M3 59q7.5-7 15 0t15 0 15 0 15 0" fill="none" stroke="currentColor" strokeWidth="5" strokeLinecap="round" />
  </svg>
)

const MARKS: Partial<Record<ScoreName, readonly [tone: keyof typeof TONES, mark: ReactNode]>> = {
  activity_score: ['play', LEAP],
  // A cup.
  trophy_contribution: ['trophies', 'M7 3h10v7a5 5 0 0 1-10 0zM7 5H3.5q0 5 4 5M17 5h3.5q0 5-4 5M12 15v5M8 21h8'],
  // A rising line with an arrow.
  improvement_trend: ['trophies', 'M3 19l6-3 4-2 7-9M14.5 4.5H20V10'],
  // Bars of one height, one for each week.
  consistency: ['play', 'M4 19V9M9.3 19V9M14.7 19V9M20 19V9M3 4.5h18'],
  // A dial.
  performance_score: ['play', 'M4 18a9 9 0 1 1 16 0M12 14l4-5M12 14v.01'],
  // A slice of the whole.
  contribution_score: ['trophies', 'M10 5a8 8 0 1 0 9 9h-9zM14.5 3v6.5H21A6.5 6.5 0 0 0 14.5 3z'],
  // Bars, with an arrow on the last.
  trophy_percentile: ['trophies', 'M4 20v-3M9.3 20v-6M14.7 20V11M20 20V4M17.5 6.5 20 4l2.5 2.5'],
  // Up or down.
  trophy_change_30d: ['trophies', 'M7 20V4M3 8l4-4 4 4M17 4v16M13 16l4 4 4-4'],
  // Steps.
  avg_daily_change: ['trophies', 'M3 20h4.5v-5H12v-5h4.5V5H21'],
  // An hourglass.
  learning: ['unjudged', 'M6 3h12M6 21h12M7.5 3v3.5L12 12l4.5-5.5V3M7.5 21v-3.5L12 12l4.5 5.5V21M10 19h4'],
  resting: ['unjudged', SUNK],
  ranked_tier: ['wins', <TierEmblem key="tier" place={13} steps={false} className="size-7" />],
  // Three chevrons.
  prestige: ['trophies', 'M5 10l7-6 7 6M5 15.5l7-6 7 6M5 21l7-6 7 6'],
  club_activity: ['play', POD],
  active_members: ['play', LEAP],
  ghost_members: ['unjudged', SUNK],
  trophy_growth_7d: ['trophies', 'M3 4v16h18M7 15l4-4 3 2.5L20 7'],
  // An arrow in and an arrow out.
  club_moves: ['trophies', 'M3 8h13M12 4l4 4-4 4M21 16H8M12 12l-4 4 4 4'],
  // A rate on its scale, in its range.
  win_rate: ['wins', 'M2.5 12h3M18.5 12h3M8 8.5h8v7H8zM12 5v14'],
  // Higher than the dashed line.
  above_expected: ['wins', 'M2.5 14h2M7 14h1M16 14h1M20 14h1.5M12 20V4M7.5 8.5 12 4l4.5 4.5'],
  lobbies: ['unjudged', <Emblem key="bots" of="bots" className="size-6" />],
  showdown_places: ['wins', <Emblem key="mode" mode="soloShowdown" className="size-6" />],
  stars_per_win: ['wins', <Emblem key="mode" mode="bounty" className="size-6" />],
  // Two rings that share a part.
  played_together: [
    'wins',
    'M9 6.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 1 0 0-11zM15 6.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 1 0 0-11z',
  ],
  // Time, a part of which is missing.
  battles_known: ['wins', 'M12 3.5a8.5 8.5 0 1 1-8.2 6.2M12 7.5V12l3 2M6 5.8l.01 0'],
  // An eye.
  popularity_score: [
    'play',
    'M2 12q4-6.5 10-6.5T22 12q-4 6.5-10 6.5T2 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5z',
  ],
  brawler_rate: ['wins', <Emblem key="mode" mode="duels" className="size-6" />],
}
