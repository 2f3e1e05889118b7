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
import { learningOf } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { KnownNumber, type Stat, StatGrid, trendOf } from '#web/ui/StatGrid.tsx'

/** The club's key figures. Each one appears as soon as its own call has an answer. */
export function ClubOverview({ tag, days }: { tag: string; days: Timeframe }) {
  const club = useQuery(clubQuery(tag))
  const analytics = useQuery(clubAnalyticsQuery(tag))
  const progression = useQuery(clubProgressionQuery(tag, days))
  const learning = learningOf(analytics.data)
  const waiting = (pending: boolean, value: Stat['value']) => (pending ? <Skeleton className="h-8 w-24" /> : value)
  const {
    active_members = null,
    ghost_members = null,
    members_known_7d = null,
  } = analytics.data?.member_performance_summary ?? {}
  const judged = [
    activeMembers(waiting(analytics.isPending, <ActiveOf active={active_members} known={members_known_7d} />), {
      percent: analytics.data?.club_health_metrics.activity_score ?? null,
      inputs: activityInputs(analytics.data),
    }),
    ghostMembers(waiting(analytics.isPending, <KnownNumber value={ghost_members} />), ghost_members),
    weeklyGrowth(analytics.data?.club_health_metrics, (value) => waiting(analytics.isPending, value)),
  ]
  const certain: Stat[] = [
    { label: 'Members', value: waiting(club.isPending, <KnownNumber value={club.data?.memberCount} />) },
  ]
  return (
    <StatGrid
      id="overview"
      label="Overview"
      stats={[
        {
          label: 'Club trophies',
          value: waiting(club.isPending, <KnownNumber value={club.data?.trophies} format={abbreviate} />),
          ...(progression.data && gainOf(progression.data.summary)),
          ...(progression.data && {
            figure: <Sparkline values={[0, ...sinceStart(trendPoints(progression.data)).map(({ value }) => value)]} />,
          }),
        },
        ...(learning ? certain : judged),
      ]}
    />
  )
}

type Analytics = Answer<'GET /api/browse/club/{tag}/analytics'>
type Summary = Answer<'GET /api/analytics/club/{tag}/trophy-progression'>['summary']

/** What was won by play, and the gain in all where members brought or took the rest. */
function gainOf({ total_gain: total, total_gain_played: played = null, span_days: span }: Summary): Partial<Stat> {
  if (total === null) return {}
  if (played === null || played === total) return { trend: trendOf(total, `${signed(total)} in ${span} d`) }
  return { trend: trendOf(played, `${signed(played)} played in ${span} d`), note: `${signed(total)} in all` }
}

function ActiveOf({ active, known }: { active: number | null; known: number | null }) {
  return (
    <>
      <KnownNumber value={active} />
      {known !== null && <span className="text-xl font-semibold text-mut"> of {known}</span>}
    </>
  )
}

type ActiveShare = { percent: number | null; inputs: ReturnType<typeof activityInputs> }

function activeMembers(value: Stat['value'], { percent: share, inputs }: ActiveShare): Stat {
  return {
    label: 'Active members',
    value,
    ...(share === null ? {} : { note: `${percent(share)} in the last 7 days` }),
    explain: <ScoreExplain of="active_members" inputs={inputs} />,
  }
}

/** The numbers behind everything that a page says about active members. */
function activityInputs(analytics: Analytics | undefined) {
  const summary = analytics?.member_performance_summary
  return [
    ['Active in 7 days', <KnownNumber key="active" value={summary?.active_members} />],
    ['Known here for 7 days', <KnownNumber key="known" value={summary?.members_known_7d} />],
    ['Too new to tell', <KnownNumber key="new" value={summary?.newcomers} />],
    ['Not seen in 7 days', <KnownNumber key="unseen" value={summary?.unseen_members} />],
  ] as const
}

function ghostMembers(value: Stat['value'], ghosts: number | null): Stat {
  return {
    label: 'Ghost members',
    value,
    ...(ghosts === null ? {} : { note: ghosts === 0 ? 'nobody is silent' : 'silent for 7 days and more' }),
    explain: <ScoreExplain of="ghost_members" inputs={[['Ghosts', <KnownNumber key="ghosts" value={ghosts} />]]} />,
  }
}

type Health = Analytics['club_health_metrics']

/** The growth of a week: what was played where that is known, with the total beside it. */
function weeklyGrowth(health: Health | undefined, waiting: (value: Stat['value']) => Stat['value']): Stat {
  const {
    trophy_growth_7d: total = null,
    trophy_growth_7d_played: played = null,
    growth_span_days: span,
  } = health ?? {}
  const shown = played ?? total
  const share = (played === null ? health?.trophy_growth_7d_percent : health?.trophy_growth_7d_played_percent) ?? null
  const inAll = played === null ? 'with who joined and left' : played !== total && `${signed(total ?? 0)} in all`
  const inputs = [
    ['Played', <KnownNumber key="played" value={played} format={signed} />],
    ['Came with who joined', <KnownNumber key="joined" value={health?.trophy_growth_7d_joined} format={signed} />],
    ['Went with who left', <KnownNumber key="left" value={health?.trophy_growth_7d_left} format={signed} />],
    ['In all', <KnownNumber key="total" value={total} format={signed} />],
  ] as const
  return {
    label: `Trophy growth ${span ?? GROWTH_DAYS} d`,
    value: waiting(<KnownNumber value={shown} format={signed} />),
    ...(shown !== null && share !== null && { trend: trendOf(shown, signed(share, percent)) }),
    ...(shown !== null && inAll && { note: inAll }),
    explain: <ScoreExplain of="trophy_growth_7d" inputs={inputs} />,
  }
}

const GROWTH_DAYS = 7

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

/** The share of active members as a ring, and how all members are counted. */
export function HealthMetrics({ tag }: { tag: string }) {
  const result = useQuery(clubAnalyticsQuery(tag))
  return (
    <AnalyticsCard
      title="Club health"
      id="health"
      action={<ScoreExplain of="club_activity" inputs={activityInputs(result.data)} />}
      result={result}
      failure="Unable to load club analytics"
      loading="Loading the club's health"
      shape="h-76 rounded-md"
    >
      {(analytics) => <ClubHealth analytics={analytics} />}
    </AnalyticsCard>
  )
}

function ClubHealth({ analytics }: { analytics: Analytics }) {
  const { club_health_metrics: health, member_performance_summary: members } = analytics
  const rows = [
    ['Active members', members.active_members],
    ['Ghost members', members.ghost_members],
    ['Play, no trophies', members.plays_no_trophies_members],
    ['Too new to tell', members.newcomers],
    ['Not seen in 7 days', members.unseen_members],
  ] as const
  return (
    <>
      <HealthRing
        score={health.activity_score}
        label="Active members"
        kind="activity"
        className="mx-auto mb-4 size-36"
      />
      <dl className="grid grid-cols-[minmax(0,1fr)_auto]">
        {rows.map(([label, value]) => (
          <Fragment key={label}>
            <dt className="border-t border-edge py-1.5">{label}</dt>
            <dd className="border-t border-edge py-1.5 text-right font-extrabold">
              <KnownNumber value={value} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  )
}
