import { Flag } from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { milestonesUpTo } from '#shared/bands.ts'
import { DAY_MS, dayOf, type Timeframe } from '#shared/days.ts'
import { formatThousands, roundInShort, signed } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { playerAnalyticsQuery, playerForecastQuery, playerProgressionQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { readList, writeText } from '#web/app/storage.ts'
import { dayAhead, shortDay } from '#web/ui/date-words.ts'
import { useNow } from '#web/ui/RelativeTime.tsx'
import { Road } from '#web/ui/Road.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { KnownNumber } from '#web/ui/StatGrid.tsx'

type Props = { tag: string; days: Timeframe }

/** What a player asks every day: how many trophies today, and what is the next milestone and when does it come. */
export function DailyFigures({ tag, days }: Props) {
  const progression = useQuery(playerProgressionQuery(tag, days))
  const { data: analytics, isPending } = useQuery(playerAnalyticsQuery(tag))
  const today = dayOf(new Date(useNow()))
  if (!isPending && !analytics?.next_milestone && progression.isError) return null
  return (
    <dl
      aria-label={t('player.todayNext')}
      className="flex items-stretch rounded-lg border border-edge bg-card px-4 py-3 sm:px-4.5 lg:py-4"
    >
      <div className="pe-4 sm:pe-6">
        <dt className="text-sm whitespace-nowrap text-mut">{t('player.today')}</dt>
        <dd className="min-w-16 text-2xl font-extrabold whitespace-nowrap">
          {progression.isPending ? (
            <Skeleton className="h-8 w-16" />
          ) : (
            <KnownNumber
              value={gainOfToday(progression.data, today)}
              format={(gain) => signed(gain, formatThousands, { zero: '' })}
            />
          )}
        </dd>
      </div>
      <div className="relative min-w-0 flex-1 border-s border-edge ps-4 sm:ps-6">
        {isPending ? <Skeleton className="h-20" /> : analytics && <Next tag={tag} analytics={analytics} />}
      </div>
    </dl>
  )
}

type Progression = Answer<'GET /api/analytics/player/{tag}/trophy-progression'>

/** Trophies won or lost today, without what a reset took; null while nobody has looked today. */
export function gainOfToday(
  progression: Pick<Progression, 'progression_data'> | undefined,
  today: string,
): number | null {
  const last = progression?.progression_data.at(-1)
  return !last?.observed || last.date !== today || last.trophy_change === null ? null : last.trophy_change - last.reset
}

type Analytics = Answer<'GET /api/browse/player/{tag}/analytics'>
type NextMilestone = NonNullable<Analytics['next_milestone']>

function Next({ tag, analytics }: { tag: string; analytics: Analytics }) {
  const { data: forecast } = useQuery(playerForecastQuery(tag))
  const { next_milestone: next } = analytics
  const reached = findJustReached(analytics)
  if (next === null) return <Row label={t('player.nextMilestone')} value={<KnownNumber value={null} />} />
  return (
    <>
      <Row label={t('player.nextMilestone')} value={roundInShort(next.trophy_count)} note={wayTo(next, forecast)} />
      <dd aria-hidden="true">
        <Road share={shareOf(next)} goal={<Flag className="size-6 text-c2" />} />
      </dd>
      {reached && (
        <dd className="mt-1.5 text-sm text-good">
          {t('player.reachedOn', {
            milestone: roundInShort(reached.trophy_count),
            day: shortDay(reached.achieved_date ?? ''),
          })}
          <Bubbles of={`${tag}:${reached.trophy_count}`} />
        </dd>
      )}
    </>
  )
}

function Row({ label, value, note }: { label: string; value: ReactNode; note?: string }) {
  return (
    <>
      <dt className="text-sm text-mut">{label}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2.5">
        <b className="text-2xl font-extrabold">{value}</b>
        {note && <span className="text-sm text-mut">{note}</span>}
      </dd>
    </>
  )
}

type Forecast = Pick<Answer<'GET /api/analytics/player/{tag}/forecast'>, 'target' | 'arrival'>

/** How far a milestone is, with the day that the forecast names: `8,792 to go, around Jan 4, 2027`. */
function wayTo({ trophy_count, trophies_missing }: NextMilestone, forecast: Forecast | undefined): string {
  const trophies = formatThousands(trophies_missing)
  const arrival = forecast?.target === trophy_count ? forecast.arrival : null
  return arrival ? t('player.toGoAround', { trophies, day: dayAhead(arrival.median) }) : t('player.toGo', { trophies })
}

/** The next milestone as a sentence: `Next milestone: 50k, 1,786 to go, around Jan 4, 2027.` */
export function nextMilestoneSentence(next: NextMilestone, forecast: Forecast | undefined): string {
  return t('player.nextIs', { milestone: roundInShort(next.trophy_count), way: wayTo(next, forecast) })
}

/** How much of the way from the milestone before is done, in percent; 0 after a fall below that one. */
export function shareOf({ trophy_count, trophies_missing }: NextMilestone): number {
  const before = milestonesUpTo(trophy_count - 1).at(-1) ?? 0
  return Math.max(0, 100 * (1 - trophies_missing / (trophy_count - before)))
}

const RECENT_DAYS = 7

/** The highest milestone, if it was reached in the last seven days. */
export function findJustReached({ achievement_milestones: reached, last_updated }: JustSeen) {
  const highest = reached.at(-1)
  if (!highest?.achieved_date) return null
  return Date.parse(last_updated) - Date.parse(highest.achieved_date) <= RECENT_DAYS * DAY_MS ? highest : null
}

type JustSeen = Pick<Analytics, 'achievement_milestones' | 'last_updated'>

const PLACES = [12, 30, 44, 58, 76, 90]
const KEPT = 50

/** Bubbles that rise once for each milestone that a visitor sees. With reduced motion there are none. */
function Bubbles({ of }: { of: string }) {
  const [rise, setRise] = useState(false)
  useEffect(() => {
    const seen = readList('delphin.milestones')
    if (seen.includes(of)) return
    writeText('delphin.milestones', JSON.stringify([...seen, of].slice(-KEPT)))
    setRise(true)
  }, [of])
  if (!rise) return null
  return (
    <svg
      viewBox="0 0 100 40"
      className="burst pointer-events-none absolute inset-x-0 bottom-0 w-full overflow-visible"
      aria-hidden="true"
    >
      {PLACES.map((x, turn) => (
        <circle key={x} cx={x} cy={34} r={2 + (turn % 3)} style={{ '--turn': turn } as CSSProperties} />
      ))}
    </svg>
  )
}
