import { useState } from 'react'
import { bandName, scoreBand } from '#shared/bands.ts'
import { DEFAULT_TIMEFRAME, type Timeframe } from '#shared/days.ts'
import { HEATMAP_MEMBERS } from '#shared/limits.ts'
import { daysText, decimal } from '#shared/number-format.ts'
import { isolated, nameOrTag } from '#shared/plain-name.ts'
import { pageLanguage, t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { clubAnalyticsQuery, clubQuery, heatmapQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { ActivityHeatmap } from '#web/charts/ActivityHeatmap.tsx'
import { SeasonEnd } from '#web/chrome/Forecast.tsx'
import { ReviewLink } from '#web/chrome/ReviewLink.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { AnalyticsCard } from '#web/ui/Card.tsx'
import { EntityLink } from '#web/ui/EntityLink.tsx'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { FOLDED_PAIRS } from '#web/ui/folded-pairs.ts'
import { lazySection } from '#web/ui/LazyPart.tsx'
import { learningOf } from '#web/ui/learning.ts'
import { EmptyState } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useServed } from '#web/ui/served.ts'
import { MemberScorecards } from './MemberScorecards.tsx'
import { MemberTable } from './MemberTable.tsx'
import { RosterEvents, TrophyProgression } from './RosterEvents.tsx'

const ClubPlay = lazySection(() => import('./ClubPlay.tsx').then((file) => file.ClubPlay), {
  pending: <Skeleton className="h-14 rounded-lg" />,
})

const SimilarClubs = lazySection(() => import('./SimilarClubs.tsx').then((file) => file.SimilarClubs), {
  pending: <Skeleton className="h-14 rounded-lg" />,
})

const ClubRanked = lazySection(() => import('./ClubRanked.tsx').then((file) => file.ClubRanked), {
  pending: <Skeleton className="h-80 rounded-lg max-sm:h-14" />,
})

type DetailsProps = { tag: string; days: Timeframe; onDays: (days: Timeframe) => void }

/** The parts of a club's page below the first screen; while nothing can be judged yet, only those that are certain. */
export function ClubDetails({ tag, days, onDays }: DetailsProps) {
  const club = useQuery(clubQuery(tag))
  const analytics = useQuery(clubAnalyticsQuery(tag))
  const progression = <TrophyProgression tag={tag} days={days} onDays={onDays} />
  const review = <ReviewLink kind="club" tag={tag} period={club.data?.latest_review} />
  const members = <MemberTable tag={tag} days={days} />
  const play = <ClubPlay tag={tag} days={days} />
  if (learningOf(analytics.data)) {
    return (
      <>
        {progression}
        {members}
        <div className={FOLDED_PAIRS}>
          {play}
          <ClubRanked tag={tag} />
          <RosterEvents tag={tag} />
        </div>
        {review}
      </>
    )
  }
  return (
    <>
      {progression}
      <MemberScorecards tag={tag} days={days} />
      <div className={FOLDED_PAIRS}>
        <div className="min-w-0 lg:col-span-2">
          <ActivitySection tag={tag} days={days} />
        </div>
        <SeasonEnd tag={tag} />
        {play}
        <SimilarClubs tag={tag} />
        <TopPerformer tag={tag} />
      </div>
      {members}
      <div className={FOLDED_PAIRS}>
        <ClubRanked tag={tag} />
        <RosterEvents tag={tag} />
      </div>
      {review}
    </>
  )
}

/** Which members were active on which days: large, and not what a visitor asks first. */
function ActivitySection({ tag, days }: { tag: string; days: Timeframe }) {
  // Far down, and almost a quarter of the page's bytes: the server leaves it to the browser.
  const served = useServed()
  const result = useQuery({ ...heatmapQuery(tag, days), enabled: !served })
  return (
    <AnalyticsCard
      title={t('club.heatmap')}
      id="activity"
      fold={mostActiveInShort(result.data)}
      foldedWide
      action={<span className="text-sm text-mut">{t('number.days', { days })}</span>}
      result={result}
      failure={t('club.heatmapFailed')}
      loading={t('club.heatmapLoading')}
      shape="h-96 rounded-md"
    >
      {(heatmap) =>
        Object.keys(heatmap.member_activity).length === 0 ? (
          <EmptyState title={t('club.noMembers')} hint={t('club.noMembersHint')} />
        ) : (
          <Heatmap heatmap={heatmap} />
        )
      }
    </AnalyticsCard>
  )
}

type HeatmapAnswer = Answer<'GET /api/analytics/club/{tag}/activity-heatmap'>

/** The line of the folded card: the member in its first row. */
function mostActiveInShort(heatmap: HeatmapAnswer | undefined): string {
  const [most] = heatmap ? heatmapRows(heatmap.member_activity, false) : []
  if (most === undefined || most.activeDays === 0) return ''
  return t('club.mostActive', {
    name: isolated(nameOrTag(most.name, most.tag)),
    days: daysText(most.activeDays, false),
  })
}

function Heatmap({ heatmap }: { heatmap: HeatmapAnswer }) {
  const [longest, setLongest] = useState(false)
  const all = Object.keys(heatmap.member_activity).length
  const rows = heatmapRows(heatmap.member_activity, longest)
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-mut">
        <span>{orderText(longest, rows.length, all)}</span>
        <button type="button" onClick={() => setLongest(!longest)} className="link min-h-10">
          {longest ? t('club.toActive') : t('club.toSilent')}
        </button>
      </p>
      <ActivityHeatmap
        // The chosen square is named by its place: with other rows or days none is chosen.
        key={`${longest} ${heatmap.dates[0]}`}
        label={t('club.heatmapLabel')}
        dates={heatmap.dates}
        rows={rows.map(({ tag, name, activeDays, days }) => ({
          key: tag,
          label: nameOrTag(name, tag),
          activeDays,
          days,
          name: (
            <EntityLink
              to="/player/$tag"
              tag={tag}
              name={name}
              className="block min-h-6 leading-6 no-underline! text-ink! hover:underline!"
              clipped
            />
          ),
        }))}
      />
    </>
  )
}

function orderText(longest: boolean, shown: number, all: number): string {
  if (shown < all) return t(longest ? 'club.silentOf' : 'club.activeFirstOf', { shown, all })
  return t(longest ? 'club.silentFirst' : 'club.activeFirst')
}

type Activity = HeatmapAnswer['member_activity'][string]
type HeatmapMember = { tag: string; name: string; activeDays: number; days: Activity['activity_days'] }

/** The most active members or the most silent, as many as the heatmap shows; equal ones by name. */
export function heatmapRows(
  members: Readonly<Record<string, Omit<Activity, 'observed_days' | 'total_estimated'>>>,
  silentFirst: boolean,
): HeatmapMember[] {
  const sign = silentFirst ? -1 : 1
  return Object.values(members)
    .toSorted(
      (one, other) =>
        sign * (other.active_days - one.active_days || other.total_trophy_changes - one.total_trophy_changes) ||
        one.player_name.localeCompare(other.player_name, pageLanguage()),
    )
    .slice(0, HEATMAP_MEMBERS)
    .map(({ player_tag, player_name, active_days, activity_days }) => ({
      tag: player_tag,
      name: player_name,
      activeDays: active_days,
      days: activity_days,
    }))
}

/** The member with the highest overall score of the last 30 days. */
function TopPerformer({ tag }: { tag: string }) {
  const result = useQuery(clubAnalyticsQuery(tag))
  return (
    <AnalyticsCard
      title={t('club.best')}
      id="top-performer"
      fold={bestInShort(result.data)}
      foldedWide
      action={<ScoreExplain of="overall_score" />}
      result={result}
      failure={t('club.failed')}
      loading={t('club.bestLoading')}
      shape="h-11 rounded-md"
    >
      {({ member_performance_summary: { top_performer: best }, club_health_metrics: { change_span_days } }) =>
        best ? (
          <Best {...best} days={change_span_days ?? DEFAULT_TIMEFRAME} />
        ) : (
          <EmptyState title={t('club.noMembers')} />
        )
      }
    </AnalyticsCard>
  )
}

/** The line of the folded card: it has the answer already. */
function bestInShort(analytics: Answer<'GET /api/browse/club/{tag}/analytics'> | undefined): string {
  const best = analytics?.member_performance_summary.top_performer
  return best ? t('club.bestShort', { name: isolated(nameOrTag(best.name, best.tag)), score: decimal(best.score) }) : ''
}

type BestProps = { tag: string; name: string; score: number; days: number }

function Best({ tag, name, score, days }: BestProps) {
  return (
    <div className="flex items-center gap-x-4">
      <Monogram seed={tag} name={name} className="size-11 rounded-full" />
      <div className="min-w-0 flex-1">
        <EntityLink to="/player/$tag" tag={tag} name={name} className="block font-semibold" clipped />
        <p className="text-sm text-mut">{t('club.bestOf', { days })}</p>
      </div>
      <p className="text-end">
        <span className="text-xl font-extrabold">{decimal(score)}</span>
        <span className="block text-sm text-mut">{bandName(scoreBand(score))}</span>
      </p>
    </div>
  )
}
