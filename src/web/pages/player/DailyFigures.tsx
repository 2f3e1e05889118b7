import { Flag } from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { milestonesUpTo } from '#shared/bands.ts'
import { DAY_MS, dayOf, type Timeframe } from '#shared/days.ts'
import { formatThousands, roundInShort, signed } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import {
  playerAnalyticsQuery,
  playerForecastQuery,
  playerProgressionQuery,
  playerQuery,
} from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { readList, writeText } from '#web/app/storage.ts'
import { dayAhead, shortDay } from '#web/ui/date-words.ts'
import { ScoreExplain } from '#web/ui/Explain.tsx'
import { useNow } from '#web/ui/RelativeTime.tsx'
import { Road } from '#web/ui/Road.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { KnownNumber, Trend, trendOf, Unknown } from '#web/ui/StatGrid.tsx'

type Props = { tag: string; days: Timeframe }

type CardProps = Props & {
  /** Whether the chart below continues the card on a wide screen. */
  isOneCard: boolean
}

/** Where a player stands and what comes next: trophies, the road from them to the next milestone, and today. */
export function DailyFigures({ tag, days, isOneCard }: CardProps) {
  const { data: analytics, isPending } = useQuery(playerAnalyticsQuery(tag))
  const next = analytics?.next_milestone ?? null
  const reached = analytics && findJustReached(analytics)
  return (
    <div
      id="overview"
      className={`relative flex scroll-mt-14 flex-col justify-center rounded-lg border border-edge bg-card px-4 py-3 sm:px-4.5 lg:py-4 ${isOneCard ? 'lg:rounded-b-none' : ''}`}
      style={{ backgroundImage: SURFACE }}
    >
      <dl aria-label={t('player.overview')} className="flex flex-wrap gap-x-4">
        <Trophies tag={tag} />
        <div className="text-end" style={{ flex: '2 1 0' }}>
          {isPending ? <Skeleton className="h-20" /> : <Next tag={tag} next={next} />}
        </div>
      </dl>
      {next && <Road from={beginning(next)} share={shareOf(next)} goal={<Flag className="size-6 text-c2" />} />}
      {reached && (
        <p className="mt-1.5 text-sm text-good">
          {t('player.reachedOn', {
            milestone: roundInShort(reached.trophy_count),
            day: shortDay(reached.achieved_date ?? ''),
          })}
          <Bubbles of={`${tag}:${reached.trophy_count}`} />
        </p>
      )}
      <dl className="pod-deep waves relative -mx-4 mt-4 -mb-3 flex flex-wrap gap-x-6 rounded-b-[inherit] px-4 pt-1.5 pb-2 sm:-mx-4.5 sm:px-4.5 lg:-mb-4">
        <Today tag={tag} days={days} />
        <Highest tag={tag} />
      </dl>
    </div>
  )
}

/** Light from above the water: the page begins here. */
const SURFACE = 'linear-gradient(color-mix(in oklab, var(--h1) 45%, transparent), transparent)'

const FIGURE = 'text-hero leading-tight font-extrabold whitespace-nowrap'
/** On a wide screen the trophies are larger than what they are on the way to. */
const LEADING: CSSProperties = { fontSize: 'clamp(var(--text-hero), 4.6vw, 3.75rem)' }

/** The trophies, with the change over the days that are known. */
function Trophies({ tag }: Pick<Props, 'tag'>) {
  const player = useQuery(playerQuery(tag))
  const { data: analytics } = useQuery(playerAnalyticsQuery(tag))
  const { trophy_change_30d: change = null, span_days: span = 0 } = analytics?.trophy_progression ?? {}
  const { trophies = null, highestTrophies: highest = null } = player.data ?? {}
  return (
    <div style={{ flex: '3 1 0' }}>
      <dt className="flex flex-wrap items-center gap-x-2 text-sm text-mut">
        {t('ui.trophies')} <ScoreExplain of="trophy_change_30d" />
        {trophies !== null && highest !== null && trophies >= highest && (
          <span className="rounded-full bg-raise/60 px-2 font-semibold text-good">{t('player.bestEver')}</span>
        )}
      </dt>
      <dd className={FIGURE} style={LEADING}>
        {player.isPending ? <Skeleton className="h-8 w-24" /> : <KnownNumber value={trophies} />}
      </dd>
      {change !== null && (
        <dd className="text-sm sm:text-base">
          <Trend {...trendOf(change, t('player.inDays', { change: signed(change), days: span }))} />
        </dd>
      )}
    </div>
  )
}

/** Trophies won or lost today. */
function Today({ tag, days }: Props) {
  const { data, isPending } = useQuery(playerProgressionQuery(tag, days))
  const today = dayOf(new Date(useNow()))
  return (
    <Line label={t('player.today')}>
      {isPending ? (
        <Skeleton className="h-6 w-16" />
      ) : (
        <KnownNumber value={gainOfToday(data, today)} format={(gain) => signed(gain, formatThousands, { zero: '' })} />
      )}
    </Line>
  )
}

/** The most trophies ever, where the player has fewer now. */
function Highest({ tag }: Pick<Props, 'tag'>) {
  const { trophies = 0, highestTrophies: highest = null } = useQuery(playerQuery(tag)).data ?? {}
  if (highest === null || trophies >= highest) return null
  const missing = t('player.toBeat', { trophies: formatThousands(highest - trophies) })
  return (
    <Line label={t('player.highest')} note={missing}>
      {formatThousands(highest)}
    </Line>
  )
}

/** A figure on one line with its name. */
function Line({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-2">
      <dt className="text-sm text-mut">{label}</dt>
      <dd className="text-lg font-extrabold">{children}</dd>
      {note && <dd className="text-sm text-mut">{note}</dd>}
    </div>
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

function Next({ tag, next }: { tag: string; next: NextMilestone | null }) {
  const { data: forecast } = useQuery(playerForecastQuery(tag))
  return (
    <>
      <dt className="min-h-5 text-sm text-mut">{t('player.nextMilestone')}</dt>
      <dd className={FIGURE}>{next ? roundInShort(next.trophy_count) : <Unknown />}</dd>
      {next && <dd className="text-sm text-mut sm:text-base">{wayTo(next, forecast)}</dd>}
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
export function shareOf(next: NextMilestone): number {
  return Math.max(0, 100 * (1 - next.trophies_missing / (next.trophy_count - milestoneBefore(next))))
}

/** Where the way begins, in words; the first one begins where nothing is written. */
function beginning(next: NextMilestone): string {
  const before = milestoneBefore(next)
  return before > 0 ? roundInShort(before) : ''
}

/** Where the way to a milestone begins; 0 before the first one. */
function milestoneBefore({ trophy_count }: Pick<NextMilestone, 'trophy_count'>): number {
  return milestonesUpTo(trophy_count - 1).at(-1) ?? 0
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
