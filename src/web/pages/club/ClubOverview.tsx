import type { ReactNode } from 'react'
import { activeShare, activityText, type ScoreName } from '#shared/bands.ts'
import { type Timeframe, WEEK } from '#shared/days.ts'
import { abbreviate, briefGain, daysText, factsInWords, percent, signed, wonText } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { clubAnalyticsQuery, clubProgressionQuery, clubQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { GROWTH_DAYS, plainlySigned, trophyMoves } from '#web/chrome/Week.tsx'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { learningOf } from '#web/ui/learning.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { gainWithMoves } from '#web/ui/Sparkline.tsx'
import { KnownNumber, type Stat, StatGrid, trendOf } from '#web/ui/StatGrid.tsx'
import { Text } from '#web/ui/Text.tsx'

type Analytics = Answer<'GET /api/browse/club/{tag}/analytics'>
type Health = Analytics['club_health_metrics']

/** The club's key figures. Each one appears as soon as its own call has an answer. */
export function ClubOverview({ tag, days }: { tag: string; days: Timeframe }) {
  const club = useQuery(clubQuery(tag))
  const analytics = useQuery(clubAnalyticsQuery(tag))
  const progression = useQuery(clubProgressionQuery(tag, days))
  const learning = learningOf(analytics.data)
  const waiting = (pending: boolean, value: Stat['value']) => (pending ? <Skeleton className="h-8 w-24" /> : value)
  const { active_members = null, members_known_7d = null } = analytics.data?.member_performance_summary ?? {}
  const { ghost_members = null, unseen_members = 0 } = analytics.data?.member_performance_summary ?? {}
  const score = analytics.data?.club_health_metrics.activity_score ?? null
  const share = activeShare(score, active_members, members_known_7d)
  const judged = [
    activeMembers(waiting(analytics.isPending, <ActiveOf active={active_members} known={members_known_7d} />), {
      share,
      inputs: activityInputs(analytics.data),
      untold: untoldMembers(analytics.data),
    }),
    {
      label: t('score.ghostMembers'),
      value: waiting(analytics.isPending, <KnownNumber value={ghost_members} />),
      ...(ghost_members !== null && { note: ghostNote(ghost_members, unseen_members) }),
      explain: (
        <ScoreExplain
          of="ghost_members"
          value={<KnownNumber value={ghost_members} />}
          inputs={activityInputs(analytics.data)}
        />
      ),
    },
    weeklyGrowth(analytics.data?.club_health_metrics, (value) => waiting(analytics.isPending, value)),
  ]
  const certain: Stat[] = [
    { label: t('ui.members'), value: waiting(club.isPending, <KnownNumber value={club.data?.memberCount} />) },
  ]
  const trophies: Stat = {
    label: t('club.clubTrophies'),
    value: waiting(club.isPending, <KnownNumber value={club.data?.trophies} format={abbreviate} />),
    ...(progression.data && gainOf(progression.data.summary)),
  }
  const stats = [trophies, ...(learning ? certain : judged)]
  return <StatGrid id="overview" label={t('club.overview')} stats={stats} />
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
    ? { trend: trendOf(total, t('club.inDays', { gain: briefGain(total), days: span })) }
    : { trend: trendOf(played, t('club.inDays', { gain: wonText(played), days: span })) }
}

function ActiveOf({ active, known }: { active: number | null; known: number | null }) {
  const value = <KnownNumber value={active} />
  if (known === null) return value
  const small = (content: ReactNode) => <span className="text-xl font-semibold text-mut">{content}</span>
  return <Text id="club.activeOf" values={{ active: value, known, small }} />
}

type ActiveShare = { share: number | null; inputs: ReturnType<typeof activityInputs>; untold: string }

/** Of whom nothing can be told, since nobody saw them: `1 not seen`. Who is too new is told in the explanation. */
function untoldMembers(analytics: Analytics | undefined): string {
  const unseen = analytics?.member_performance_summary.unseen_members ?? 0
  return unseen > 0 ? t('club.notSeenCount', { members: unseen }) : ''
}

function activeMembers(value: Stat['value'], { share, inputs, untold }: ActiveShare): Stat {
  return {
    label: t('club.active'),
    value,
    ...(share !== null && { note: shareNote(activityText(share), untold) }),
    explain: <ScoreExplain of="active_members" value={value} inputs={inputs} />,
  }
}

const shareNote = (share: string, untold: string) =>
  untold === '' ? t('club.activeShare', { share }) : t('club.activeShareOf', { share, untold })

/** The numbers behind everything that a page says about active and silent members, with a colour for each group. */
export function activityInputs(analytics: Analytics | undefined) {
  return memberGroups(analytics?.member_performance_summary).map(([label, value, part]) => {
    const shown = <KnownNumber key={label} value={value} />
    return part ? ([label, shown, { size: value ?? 0, ...part }] as const) : ([label, shown] as const)
  })
}

type MemberPart = { tone: string; of?: ScoreName }
type MemberGroup = [label: string, members: number | null | undefined, part?: MemberPart]

type Counts = Omit<Analytics['member_performance_summary'], 'members_scored' | 'top_performer'>

/** The members by group, and below the groups the sums that they add up to. Rare groups are told where there are any. */
export function memberGroups(counts: Counts | undefined): MemberGroup[] {
  const whereAny = (label: string, members: number | null | undefined, tone: string): MemberGroup[] =>
    members ? [[label, members, { tone }]] : []
  return [
    [t('club.active7'), counts?.active_members, { tone: 'bg-acc', of: 'active_members' }],
    [t('score.ghostMembers'), counts?.ghost_members, { tone: 'bg-mut', of: 'ghost_members' }],
    ...whereAny(t('pod.sameTrophies'), counts?.plays_no_trophies_members, 'bg-c2'),
    [t('club.known7'), counts?.members_known_7d],
    ...whereAny(t('club.tooNew'), counts?.newcomers, 'bg-c4'),
    ...whereAny(t('club.notSeen7'), counts?.unseen_members, 'bg-h2'),
    [t('ui.members'), counts?.members],
  ]
}

/** What stands below the number of ghosts. Members who were not seen for days may be silent as well. */
export function ghostNote(ghosts: number, unseen: number): string {
  if (ghosts > 0) return factsInWords([t('club.silent'), daysText(WEEK, true)])
  return unseen > 0 ? t('club.noGhostsKnown') : t('club.noGhosts')
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
  const value =
    share === null ? (
      <KnownNumber value={shown} format={plainlySigned} />
    ) : (
      <KnownNumber value={share} format={growthInPercent} />
    )
  const inputs = trophyMoves([played, health?.trophy_growth_7d_joined, health?.trophy_growth_7d_left, total])
  return {
    label: t('club.growth', { days: span ?? GROWTH_DAYS }),
    value: waiting(value),
    ...(shown !== null && { note: played === null ? t('club.growthMoves') : byPlay(played, total) }),
    explain: <ScoreExplain of="trophy_growth_7d" value={value} inputs={inputs} />,
  }
}

function byPlay(played: number, total: number | null): ReactNode {
  const whole = gainWithMoves(played, total, (all) => t('week.allMoves', { change: signed(all) }))
  return (
    <>
      {t('club.growthPlay')}
      {whole && <span className="block">{whole}</span>}
    </>
  )
}

const growthInPercent = (share: number) => signed(share, percent, { zero: '' })
