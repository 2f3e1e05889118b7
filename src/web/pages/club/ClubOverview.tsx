import type { ReactNode } from 'react'
import type { Timeframe } from '#shared/days.ts'
import { abbreviate, briefGain, count, formatThousands, percent, signed, wonText } from '#shared/number-format.ts'
import type { Answer } from '#web/app/api-client.ts'
import { clubAnalyticsQuery, clubProgressionQuery, clubQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { Sparkline, sinceStart, trendPoints } from '#web/charts/TrophyLine.tsx'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { Highlight, learningOf } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { KnownNumber, type Stat, StatGrid, trendOf } from '#web/ui/StatGrid.tsx'

type Analytics = Answer<'GET /api/browse/club/{tag}/analytics'>
type Health = Analytics['club_health_metrics']

/** The week in one sentence, and the change of the club's trophies in its three parts. */
export function Week({ sentence, health }: { sentence: string; health: Health | null }) {
  return (
    <div className="grid gap-2">
      <Highlight sentence={sentence} />
      {health !== null && health.trophy_growth_7d !== null && <WeekParts health={health} />}
    </div>
  )
}

/**
 * Won by play, brought by joiners, taken by leavers: as a bar, and in words and numbers. They add up to the change in
 * all.
 */
function WeekParts({ health }: { health: Health }) {
  const { trophy_growth_7d_played: played, trophy_growth_7d_joined: joined, trophy_growth_7d_left: left } = health
  const title = `What moved the club in ${count(health.growth_span_days ?? GROWTH_DAYS, 'day')}`
  if (played === null || joined === null || left === null) {
    return (
      <p className="px-4 text-sm text-mut">
        How much of it came or went with members is not known: Delphin did not count that yet when the week began.
      </p>
    )
  }
  return (
    <figure aria-label={title} className="px-4 text-sm">
      <PartsBar parts={{ played, joined, left }} />
      <div className="mt-1.5 flex items-center justify-between gap-2">
        <dl className="flex flex-wrap gap-x-4 gap-y-0.5">
          {moves([played, joined, left]).map(([label, value], place) => (
            <div key={label} className="flex items-center gap-1.5 whitespace-nowrap">
              <dt className="flex items-center gap-1.5 text-mut">
                <span aria-hidden="true" className={`size-3 shrink-0 rounded-sm ${LOOK[place]?.[1] ?? ''}`} />
                {label}
              </dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        <ScoreExplain of="club_moves" />
      </div>
    </figure>
  )
}

const LABELS = ['Played', 'Joined', 'Left', 'In all'] as const

/** The parts of a change, and the change in all where it is given, with their names. */
function moves(trophies: readonly (number | null | undefined)[]): [label: string, value: ReactNode][] {
  return trophies.map((value, place) => {
    const label = LABELS[place] ?? ''
    return [label, <KnownNumber key={label} value={value} format={plainlySigned} />]
  })
}

/** With its sign; nothing is `0`. */
const plainlySigned = (trophies: number) => signed(trophies, formatThousands, { zero: '' })

/** Each part has a pattern too, so that colour is not the only sign. */
const LOOK = [
  ['played', 'bg-c1'],
  ['joined', 'bg-[repeating-linear-gradient(135deg,var(--c2)_0_3px,transparent_3px_5px)]'],
  ['left', 'bg-[repeating-linear-gradient(45deg,var(--c3)_0_3px,transparent_3px_5px)]'],
] as const

type Parts = Record<(typeof LOOK)[number][0], number>

/** Losses stand left of a line at zero, gains right of it; the list below the bar says the same. */
function PartsBar({ parts }: { parts: Parts }) {
  const { losses, gains } = barSides(parts)
  return (
    <div aria-hidden="true" className="flex h-3">
      {losses.map(([look, percent]) => (
        <span key={look} style={{ width: `${percent}%` }} className={look} />
      ))}
      <span className="-my-1 w-0.5 shrink-0 bg-ink" />
      {gains.map(([look, percent]) => (
        <span key={look} style={{ width: `${percent}%` }} className={look} />
      ))}
    </div>
  )
}

type Side = [look: string, percent: number][]

/** The looks and widths of the parts, in percent of the bar, which add up to 100; a part of 0 has none. */
export function barSides(parts: Parts): { losses: Side; gains: Side } {
  const whole = LOOK.reduce((sum, [part]) => sum + Math.abs(parts[part]), 0)
  const side = (sign: 1 | -1) =>
    LOOK.flatMap(([part, look]): Side => {
      const size = sign * parts[part]
      return size > 0 ? [[look, (100 * size) / whole]] : []
    })
  return { losses: side(-1), gains: side(1) }
}

/** The club's key figures. Each one appears as soon as its own call has an answer. */
export function ClubOverview({ tag, days }: { tag: string; days: Timeframe }) {
  const club = useQuery(clubQuery(tag))
  const analytics = useQuery(clubAnalyticsQuery(tag))
  const progression = useQuery(clubProgressionQuery(tag, days))
  const learning = learningOf(analytics.data)
  const waiting = (pending: boolean, value: Stat['value']) => (pending ? <Skeleton className="h-8 w-24" /> : value)
  const { active_members = null, members_known_7d = null } = analytics.data?.member_performance_summary ?? {}
  const { ghost_members = null } = analytics.data?.member_performance_summary ?? {}
  const judged = [
    activeMembers(waiting(analytics.isPending, <ActiveOf active={active_members} known={members_known_7d} />), {
      percent: analytics.data?.club_health_metrics.activity_score ?? null,
      inputs: activityInputs(analytics.data),
      untold: untoldMembers(analytics.data),
    }),
    ghostMembers(waiting(analytics.isPending, <KnownNumber value={ghost_members} />), ghost_members),
    weeklyGrowth(analytics.data?.club_health_metrics, (value) => waiting(analytics.isPending, value)),
  ]
  const certain: Stat[] = [
    { label: 'Members', value: waiting(club.isPending, <KnownNumber value={club.data?.memberCount} />) },
  ]
  const trophies: Stat = {
    label: 'Club trophies',
    value: waiting(club.isPending, <KnownNumber value={club.data?.trophies} format={abbreviate} />),
    ...(progression.data && gainOf(progression.data.summary)),
    ...(progression.data && {
      figure: <Sparkline values={[0, ...sinceStart(trendPoints(progression.data)).map(({ value }) => value)]} />,
    }),
  }
  return <StatGrid id="overview" label="Overview" stats={[trophies, ...(learning ? certain : judged)]} />
}

type Progression = Answer<'GET /api/analytics/club/{tag}/trophy-progression'>

/** What was won by play; the gain in all where its parts are not known. The chart names them all. */
function gainOf({
  total_gain: total,
  total_gain_played: played = null,
  span_days: span,
}: Progression['summary']): Partial<Stat> {
  if (total === null) return {}
  return played === null
    ? { trend: trendOf(total, `${briefGain(total)} in ${span} d`) }
    : { trend: trendOf(played, `${wonText(played)} in ${span} d`) }
}

function ActiveOf({ active, known }: { active: number | null; known: number | null }) {
  return (
    <>
      <KnownNumber value={active} />
      {known !== null && <span className="text-xl font-semibold text-mut"> of {known}</span>}
    </>
  )
}

type ActiveShare = { percent: number | null; inputs: ReturnType<typeof activityInputs>; untold: string }

/** Why the members who are counted are fewer than those in the club: ` (2 too new, 1 not seen)`. */
function untoldMembers(analytics: Analytics | undefined): string {
  const { newcomers = 0, unseen_members: unseen = 0 } = analytics?.member_performance_summary ?? {}
  const parts = [newcomers > 0 && `${newcomers} too new`, unseen > 0 && `${unseen} not seen`].filter(Boolean)
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

function activeMembers(value: Stat['value'], { percent: share, inputs, untold }: ActiveShare): Stat {
  return {
    label: 'Active members',
    value,
    ...(share === null ? {} : { note: `${percent(share)} in the last 7 days${untold}` }),
    explain: <ScoreExplain of="active_members" inputs={inputs} />,
  }
}

/** The numbers behind everything that a page says about active members. */
export function activityInputs(analytics: Analytics | undefined) {
  const { active_members, members_known_7d, newcomers, unseen_members } = analytics?.member_performance_summary ?? {}
  const rows = [
    ['Active in 7 days', active_members],
    ['Known here for 7 days', members_known_7d],
    ['Too new to tell', newcomers],
    ['Not seen in 7 days', unseen_members],
  ] as const
  return rows.map(([label, value]) => [label, <KnownNumber key={label} value={value} />] as const)
}

function ghostMembers(value: Stat['value'], ghosts: number | null): Stat {
  return {
    label: 'Ghost members',
    value,
    ...(ghosts === null ? {} : { note: ghosts === 0 ? 'nobody is silent' : 'no game for a week' }),
    explain: <ScoreExplain of="ghost_members" />,
  }
}

/** The growth of a week in percent, won by play where that is known: the sentence above has the trophies. */
function weeklyGrowth(health: Health | undefined, waiting: (value: Stat['value']) => Stat['value']): Stat {
  const {
    trophy_growth_7d: total = null,
    trophy_growth_7d_played: played = null,
    growth_span_days: span,
  } = health ?? {}
  const shown = played ?? total
  const share = (played === null ? health?.trophy_growth_7d_percent : health?.trophy_growth_7d_played_percent) ?? null
  const inputs = moves([played, health?.trophy_growth_7d_joined, health?.trophy_growth_7d_left, total])
  return {
    label: `Trophy growth ${span ?? GROWTH_DAYS} d`,
    value: waiting(
      share === null ? (
        <KnownNumber value={shown} format={plainlySigned} />
      ) : (
        <KnownNumber value={share} format={growthInPercent} />
      ),
    ),
    ...(shown !== null && { note: played === null ? 'with who joined and left' : 'won by play' }),
    explain: <ScoreExplain of="trophy_growth_7d" inputs={inputs} />,
  }
}

const growthInPercent = (share: number) => signed(share, percent, { zero: '' })

const GROWTH_DAYS = 7
