import { useQuery } from '@tanstack/react-query'
import { Fragment, useMemo } from 'react'
import type { Timeframe } from '#shared/days.ts'
import { abbreviate, percent, signed } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import type { Answer } from '#web/app/api-client.ts'
import { clubAnalyticsQuery, clubProgressionQuery, clubQuery, rosterQuery } from '#web/app/entity-queries.ts'
import { HealthRing } from '#web/charts/ScoreBar.tsx'
import { Sparkline, TrophyLine } from '#web/charts/TrophyLine.tsx'
import { sinceStart, trendPoints } from '#web/charts/trophy-points.ts'
import { AnalyticsCard } from '#web/ui/Card.tsx'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { KnownNumber, type Stat, StatGrid, trendOf } from '#web/ui/StatGrid.tsx'

/** The club's key figures. Each one appears as soon as its own call has an answer. */
export function ClubOverview({ tag, days }: { tag: string; days: Timeframe }) {
  const club = useQuery(clubQuery(tag))
  const analytics = useQuery(clubAnalyticsQuery(tag))
  const progression = useQuery(clubProgressionQuery(tag, days))
  const { active_members: active = null, ghost_members: ghosts = null } =
    analytics.data?.member_performance_summary ?? {}
  const { trophy_growth_7d: growth = null, trophy_growth_7d_percent: share = null } =
    analytics.data?.club_health_metrics ?? {}
  const gain = progression.data?.summary.total_gain ?? null
  const members = club.data?.memberCount ?? null
  const waiting = (pending: boolean, value: Stat['value']) => (pending ? <Skeleton className="h-8 w-24" /> : value)
  return (
    <StatGrid
      id="overview"
      label="Overview"
      stats={[
        {
          label: 'Club trophies',
          value: waiting(club.isPending, <KnownNumber value={club.data?.trophies} format={abbreviate} />),
          ...(gain === null ? {} : { trend: trendOf(gain, `${signed(gain)} in ${days} d`) }),
          ...(progression.data && {
            figure: <Sparkline values={[0, ...sinceStart(trendPoints(progression.data)).map(({ value }) => value)]} />,
          }),
        },
        activeMembers(waiting(analytics.isPending, <ActiveOf active={active} members={members} />), active, members),
        ghostMembers(waiting(analytics.isPending, <KnownNumber value={ghosts} />), ghosts),
        {
          label: 'Trophy growth 7 d',
          value: waiting(analytics.isPending, <KnownNumber value={growth} format={(value) => signed(value)} />),
          ...(growth !== null && share !== null ? { trend: trendOf(growth, signed(share, percent)) } : {}),
          explain: (
            <ScoreExplain of="trophy_growth_7d" inputs={[['Growth', <KnownNumber key="growth" value={growth} />]]} />
          ),
        },
      ]}
    />
  )
}

function ActiveOf({ active, members }: { active: number | null; members: number | null }) {
  return (
    <>
      <KnownNumber value={active} />
      {members !== null && <span className="text-xl font-semibold text-mut"> / {members}</span>}
    </>
  )
}

function activeMembers(value: Stat['value'], active: number | null, members: number | null): Stat {
  const inputs = [
    ['Active in 7 days', <KnownNumber key="active" value={active} />],
    ['Members', <KnownNumber key="members" value={members} />],
  ] as const
  return {
    label: 'Active members',
    value,
    ...(active !== null && members ? { note: `${percent((active / members) * 100)} in the last 7 days` } : {}),
    explain: <ScoreExplain of="active_members" inputs={inputs} />,
  }
}

function ghostMembers(value: Stat['value'], ghosts: number | null): Stat {
  return {
    label: 'Ghost members',
    value,
    ...(ghosts === null ? {} : { note: ghosts === 0 ? 'nobody is silent' : 'silent for 7 days and more' }),
    explain: <ScoreExplain of="ghost_members" inputs={[['Ghosts', <KnownNumber key="ghosts" value={ghosts} />]]} />,
  }
}

type ProgressionProps = { tag: string; days: Timeframe; onDays: (days: Timeframe) => void }

/** The club's trophies over the timeframe. Days on which members joined or left have a note. */
export function TrophyProgression({ tag, days, onDays }: ProgressionProps) {
  const result = useQuery(clubProgressionQuery(tag, days))
  const { data: roster } = useQuery(rosterQuery(tag))
  const points = useMemo(() => {
    const notes = rosterNotes(roster?.events ?? [])
    return result.data && trendPoints(result.data).map((point) => ({ ...point, note: notes.get(point.date) }))
  }, [result.data, roster])
  return (
    <AnalyticsCard
      title="Trophy progression"
      id="trophies"
      days={days}
      onDays={onDays}
      result={result}
      failure="Failed to fetch trophy progression"
      loading="Loading the trophy progression"
      shape="h-76 rounded-md"
    >
      {() => points && <TrophyLine label="Trophies of the club" points={points} />}
    </AnalyticsCard>
  )
}

type RosterEvent = { kind: string; player_tag: string | null; player_name: string | null; observed_at: string }

/** Members that a note names; it counts the others. */
const NAMED = 2

/**
 * Who joined and who left, by UTC day: `joined: Ada, Milo +1; left: Yuki`. Their trophies come to the club and go with
 * them, so the notes explain steps in its line.
 */
export function rosterNotes(events: readonly RosterEvent[]): ReadonlyMap<string, string> {
  const days = new Set(events.map(dayOfEvent))
  const notes = [...days].map((day) => {
    const those = events.filter((event) => dayOfEvent(event) === day)
    const words = [wordsOf('joined', those, ['joined', 'returned']), wordsOf('left', those, ['left'])]
    return [day, words.filter(Boolean).join('; ')] as const
  })
  return new Map(notes.filter(([, words]) => words !== ''))
}

const dayOfEvent = ({ observed_at }: RosterEvent) => observed_at.slice(0, 10)

function wordsOf(verb: string, events: readonly RosterEvent[], kinds: readonly string[]): string {
  const names = events
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ player_tag, player_name }) => isolated(short(nameOrTag(player_name ?? '', player_tag ?? 'a member'))))
  if (names.length === 0) return ''
  const more = names.length > NAMED ? ` +${names.length - NAMED}` : ''
  return `${verb}: ${names.slice(0, NAMED).join(', ')}${more}`
}

/** In characters. The game allows 15; a longer name must not fill the note. */
const NAME_MAX = 24

function short(name: string): string {
  const letters = [...name]
  return letters.length > NAME_MAX ? `${letters.slice(0, NAME_MAX - 1).join('')}…` : name
}

/** U+2068 and U+2069 keep the direction of a name from changing the text around it. */
const isolated = (name: string) => `\u2068${name}\u2069`

/** The club's activity score as a ring, and the figures of its health. */
export function HealthMetrics({ tag }: { tag: string }) {
  const result = useQuery(clubAnalyticsQuery(tag))
  return (
    <AnalyticsCard
      title="Club health"
      id="health"
      action={<ActivityExplain analytics={result.data} />}
      result={result}
      failure="Unable to load club analytics"
      loading="Loading the club's health"
      shape="h-76 rounded-md"
    >
      {(analytics) => <Health analytics={analytics} />}
    </AnalyticsCard>
  )
}

type Analytics = Answer<'GET /api/browse/club/{tag}/analytics'>

function ActivityExplain({ analytics }: { analytics: Analytics | undefined }) {
  const score = analytics?.club_health_metrics.activity_score
  const inputs = [
    ['Mean of the members', <KnownNumber key="score" value={score} format={(value) => value.toFixed(1)} />],
    ['Days observed', <KnownNumber key="days" value={analytics?.observed_days} />],
  ] as const
  return <ScoreExplain of="club_activity" inputs={inputs} />
}

function Health({ analytics }: { analytics: Analytics }) {
  const { club_health_metrics: health, member_performance_summary: members } = analytics
  const rows = [
    ['Active members', members.active_members, undefined],
    ['Ghost members', members.ghost_members, undefined],
    ['Trophy growth 7 d', health.trophy_growth_7d, signed],
    ['Growth in percent', health.trophy_growth_7d_percent, (value: number) => signed(value, percent)],
  ] as const
  return (
    <>
      <HealthRing score={health.activity_score} label="Activity score" className="mx-auto mb-4 size-36" />
      <dl className="grid grid-cols-[minmax(0,1fr)_auto]">
        {rows.map(([label, value, format]) => (
          <Fragment key={label}>
            <dt className="border-t border-edge py-1.5">{label}</dt>
            <dd className="border-t border-edge py-1.5 text-right font-extrabold">
              <KnownNumber value={value} {...(format && { format: (number) => format(number) })} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  )
}
