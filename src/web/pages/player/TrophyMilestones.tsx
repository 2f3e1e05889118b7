import { Check, Flag } from 'lucide-react'
import { useMemo } from 'react'
import type { Timeframe } from '#shared/days.ts'
import { roundInShort } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import {
  playerAnalyticsQuery,
  playerForecastQuery,
  playerProgressionQuery,
  playerQuery,
} from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { TrophyLine, trendPoints, withFan } from '#web/charts/TrophyLine.tsx'
import { ReviewLink } from '#web/chrome/ReviewLink.tsx'
import { AnalyticsCard, Expandable } from '#web/ui/Card.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { EmptyState } from '#web/ui/Notice.tsx'
import { saidOnly, Text } from '#web/ui/Text.tsx'
import { nextMilestoneSentence } from './DailyFigures.tsx'

type TrophyChartProps = {
  tag: string
  days: Timeframe
  onDays: (days: Timeframe) => void
  /** Whether it continues the card above it on a wide screen. */
  isOneCard: boolean
}

/** The player's trophies over the timeframe and some days ahead, with the next milestone where it is near. */
export function TrophyChart({ tag, days, onDays, isOneCard }: TrophyChartProps) {
  const result = useQuery(playerProgressionQuery(tag, days))
  const { data: forecast } = useQuery(playerForecastQuery(tag))
  const next = useQuery(playerAnalyticsQuery(tag)).data?.next_milestone?.trophy_count
  const points = useMemo(
    () => result.data && withFan(trendPoints(result.data), forecast?.fan ?? [], days),
    [result.data, forecast, days],
  )
  const goal = useMemo(() => (next ? { value: next, label: roundInShort(next) } : undefined), [next])
  return (
    <AnalyticsCard
      title={t('player.chart')}
      id="trophies"
      className={`max-sm:late-105 ${isOneCard ? 'lg:-mt-4 lg:rounded-t-none lg:border-t-0' : ''}`}
      days={days}
      onDays={onDays}
      result={result}
      failure={t('club.lineFailed')}
      loading={t('club.lineLoading')}
      shape="h-90 rounded-md"
    >
      {() =>
        points && (
          <TrophyLine
            label={t('player.chartLabel')}
            points={points}
            {...(points.filter(({ value }) => value !== null).length < 2 && { height: ALONE_HEIGHT })}
            goal={goal}
          />
        )
      }
    </AnalyticsCard>
  )
}

/** A line of one day needs less room, in pixels. */
const ALONE_HEIGHT = 120

const COLUMNS = 'grid gap-x-10 lg:grid-cols-2'

/** The next milestone, and those that were reached, the highest first. */
export function Milestones({ tag }: { tag: string }) {
  const result = useQuery(playerAnalyticsQuery(tag))
  const player = useQuery(playerQuery(tag))
  return (
    <AnalyticsCard
      title={t('player.milestones')}
      id="milestones"
      foldedWide
      fold={result.data ? t('player.countReached', { milestones: result.data.achievement_milestones.length }) : ''}
      result={result}
      failure={t('player.failed')}
      loading={t('player.milestonesLoading')}
    >
      {(analytics) => (
        <>
          <Timeline tag={tag} analytics={analytics} />
          <ReviewLink kind="player" tag={tag} period={player.data?.latest_review} />
        </>
      )}
    </AnalyticsCard>
  )
}

type Analytics = Answer<'GET /api/browse/player/{tag}/analytics'>

function Timeline({ tag, analytics }: { tag: string; analytics: Analytics }) {
  const { data: forecast } = useQuery(playerForecastQuery(tag))
  const { next_milestone: next, achievement_milestones } = analytics
  const { shown, before } = latestMilestones(achievement_milestones)
  if (!next && shown.length === 0)
    return <EmptyState title={t('player.noMilestones')} hint={t('player.noMilestonesHint')} />
  return (
    <ol className={COLUMNS}>
      {next && (
        <li className="col-span-full flex items-start gap-3 py-2">
          <Flag aria-hidden="true" className="mt-1 size-4 shrink-0 text-c2" />
          <span className="min-w-0 flex-1">{nextMilestoneSentence(next, forecast)}</span>
        </li>
      )}
      {shown.map((milestone) => (
        <Reached key={milestone.trophy_count} {...milestone} />
      ))}
      {before.length > 0 && (
        <li className="col-span-full">
          <Expandable title={t('player.earlierMilestones', { milestones: before.length })}>
            <ol className={COLUMNS}>
              {before.map((milestone) => (
                <Reached key={milestone.trophy_count} {...milestone} />
              ))}
            </ol>
          </Expandable>
        </li>
      )}
    </ol>
  )
}

type Milestone = Pick<Analytics['achievement_milestones'][number], 'trophy_count' | 'achieved_date'>

function Reached({ trophy_count, achieved_date }: Milestone) {
  return (
    <li className="flex items-center gap-3 border-t border-edge py-2">
      <Check aria-hidden="true" className="size-4 shrink-0 text-good" />
      <span className="flex-1 font-semibold">
        <Text
          id="player.milestoneReached"
          values={{ milestone: <span>{roundInShort(trophy_count)}</span>, said: saidOnly }}
        />
      </span>
      <span className="text-sm text-mut">{achieved_date ? shortDay(achieved_date) : t('player.before')}</span>
    </li>
  )
}

const SHOWN = 6

/** The highest milestones, which are always shown, and the lower ones, which are shown on demand. */
export function latestMilestones<M extends Milestone>(milestones: readonly M[]): { shown: M[]; before: M[] } {
  const highestFirst = milestones.toSorted((one, other) => other.trophy_count - one.trophy_count)
  return { shown: highestFirst.slice(0, SHOWN), before: highestFirst.slice(SHOWN) }
}
