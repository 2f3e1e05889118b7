import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { brawlerName, mapName, modeName } from '#shared/game-names.ts'
import { percent } from '#shared/number-format.ts'
import { shareText, sourceText, whyNothing } from '#shared/play-now-texts.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { playNowQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { TEXT_BUTTON } from '#web/ui/Button.tsx'
import { timeLeft } from '#web/ui/date-words.ts'
import { Explain } from '#web/ui/Explain.tsx'
import { useFailure } from '#web/ui/failed-parts.ts'
import { SectionFailure } from '#web/ui/Notice.tsx'
import { RateTrack } from '#web/ui/RateTrack.tsx'
import { useNow } from '#web/ui/RelativeTime.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { BrawlerPicture } from './GamePictures.tsx'

type Advice = Answer<'GET /api/analytics/player/{tag}/play-now'>
type OpenMap = Advice['events'][number]
type Advised = OpenMap['best'][number]
type Place = Pick<OpenMap, 'counts' | 'best' | 'mode'>

function useAdvice(tag: string) {
  const now = useNow()
  const result = useQuery({
    ...playNowQuery(tag),
    refetchInterval: ({ state }) => askedAgainIn(state),
  })
  // A page that stays open shows no map that is over.
  const events = result.data?.events.filter(({ ends_at }) => Date.parse(ends_at) > now)
  return { ...result, advice: result.data && { ...result.data, events: events ?? [] } }
}

/** The answer may be kept for some minutes, and the game tells the next map a little later. */
const LATER_MS = 5 * MINUTE_MS
/** The rotation is read this often. */
const LONGEST_MS = HOUR_MS / 2

type Asked = { data: Advice | undefined; dataUpdatedAt: number; errorUpdatedAt: number }

/** Another map comes when one is over: it is asked for once at that time, and later again where the answer is an old one. */
function askedAgainIn({ data, dataUpdatedAt, errorUpdatedAt }: Asked): number | false {
  if (!data) return false
  const askedAt = Math.max(dataUpdatedAt, errorUpdatedAt)
  const waits = data.events.map(({ ends_at }) => {
    const end = Date.parse(ends_at)
    return end > askedAt ? Math.max(1000, end - Date.now()) : LATER_MS
  })
  return Math.min(LONGEST_MS, ...waits)
}

type LineProps = {
  tag: string
  /** Whether all maps are shown. The page knows it, since it makes room for them. */
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** Which brawler the player starts now: one line, which opens into all maps. */
export function PlayNowLine({ tag, isOpen, onOpen }: LineProps) {
  const { advice, error, refetch, isFetching } = useAdvice(tag)
  const message = useFailure({ data: advice, error })
  const id = useId()
  if (!advice) {
    if (message === undefined) return <Skeleton className="h-20 rounded-lg" />
    return <Failure message={message} retrying={isFetching} onRetry={() => void refetch()} />
  }
  const [best] = advice.events
  return (
    <section aria-label={t('play.now')} className="flex min-w-0 flex-col rounded-lg border border-edge bg-card">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => onOpen(!isOpen)}
        className="flex min-h-14 w-full flex-1 items-center gap-3 rounded-lg px-3 py-2 text-start hover:bg-raise sm:px-4.5"
      >
        {best?.best[0] ? <BestLine map={best} best={best.best[0]} /> : <NoBest advice={advice} />}
        <ChevronDown size={18} aria-hidden="true" className={`shrink-0 text-mut ${isOpen ? 'rotate-180' : ''}`} />
      </button>
      <div id={id} hidden={!isOpen} className="border-t border-edge px-3 pb-2 sm:px-4.5">
        {isOpen && <AllMaps advice={advice} />}
      </div>
    </section>
  )
}

function BestLine({ map, best }: { map: OpenMap; best: Advised }) {
  const name = brawlerName(best.brawler_name)
  return (
    <>
      <BrawlerPicture id={best.brawler_id} name={best.brawler_name} className="size-14 shrink-0 rounded-md" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap justify-between gap-x-2 text-sm text-mut">
          <span>{t('play.now')} </span>
          <TimeLeft until={map.ends_at} />
        </span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-2 text-lg">
          <b className="line-clamp-2 min-w-0 font-semibold">{name}</b>
          <b className="font-extrabold whitespace-nowrap">
            {map.counts === 'places' ? shareText(map, best) : t('player.likely', { rate: shareText(map, best) })}
          </b>
        </span>
        <span className="block text-sm text-mut sm:text-base">{mapText(map)}</span>
      </span>
    </>
  )
}

function NoBest({ advice }: { advice: Advice }) {
  return (
    <span className="min-w-0 flex-1">
      <b className="block font-semibold">{t('play.now')}</b>
      <span className="block text-sm text-mut">{whyNothing(advice)}</span>
    </span>
  )
}

/** Maps that are shown before the visitor asks for all. */
const SHOWN = 3

/** The best brawler on each of a few maps, and all maps on demand: for the visitor's own player. */
export function PlayNowList({ tag }: { tag: string }) {
  const { advice, error, refetch } = useAdvice(tag)
  const [all, setAll] = useState(false)
  if (!advice) {
    if (!error) return <Skeleton className="h-52 rounded-md" />
    return <Failure message={error.message} onRetry={() => void refetch()} />
  }
  const told = advice.events.filter(({ best }) => best.length > 0)
  const maps = told.slice(0, SHOWN)
  return (
    <section aria-label={t('play.now')} className="min-w-0">
      <header className="flex min-h-8 items-center justify-between gap-2">
        <h3 className="font-semibold">{t('play.now')}</h3>
        <PlayNowExplain days={advice.days} power={advice.min_power} />
      </header>
      {all && <AllMaps advice={advice} />}
      {!all && maps.length === 0 && <p className="text-sm text-mut">{whyNothing(advice)}</p>}
      {!all && (
        <ul className="grid gap-x-6 lg:grid-cols-3">
          {maps.map((map) => (
            <MapItem key={map.event_id} map={map} shown={1} />
          ))}
        </ul>
      )}
      {(advice.events.length > 0 || advice.ranked.length > 0) && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className={`${TEXT_BUTTON} -ms-3 -mb-2 text-acc!`}
        >
          {all ? t('play.bestOnly') : t('play.allMaps')}
        </button>
      )}
    </section>
  )
}

function Failure(failed: { message: string; retrying?: boolean; onRetry: () => void }) {
  return <SectionFailure title={t('play.notLoaded')} {...failed} />
}

function AllMaps({ advice }: { advice: Advice }) {
  const { events, ranked, days, min_power } = advice
  return (
    <>
      {events.some(({ best }) => best.length > 0) ? (
        <div className="mt-2 flex items-center justify-between gap-2 text-sm text-mut">
          <p>{t('play.power', { power: String(min_power) })}</p>
          <PlayNowExplain days={days} power={min_power} />
        </div>
      ) : (
        <p className="mt-2 text-sm text-mut">{whyNothing(advice)}</p>
      )}
      <ul className="grid gap-x-6 md:grid-cols-2 xl:grid-cols-3">
        {events.map((map) => (
          <MapItem key={map.event_id} map={map} />
        ))}
      </ul>
      {ranked.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold">{t('play.ranked')}</h3>
          <ul className="grid gap-x-6 md:grid-cols-2 xl:grid-cols-3">
            {ranked.map((mode) => (
              <li key={mode.mode} className="min-w-0 border-t border-edge py-2">
                <h4 className="font-semibold">{modeName(mode.mode)}</h4>
                <BestList place={mode} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function PlayNowExplain({ days, power }: { days: number; power: number }) {
  return (
    <Explain label={t('play.now')}>
      <p>{t('play.how', { power: String(power), days })}</p>
      <p>{t('play.howSure')}</p>
    </Explain>
  )
}

function MapItem({ map, shown }: { map: OpenMap; shown?: number }) {
  return (
    <li className="min-w-0 border-t border-edge py-2">
      <p className="flex items-baseline justify-between gap-2">
        <Link to="/meta/map/$id" params={{ id: String(map.event_id) }} className="min-w-0 truncate no-underline">
          <b className="font-semibold">
            <bdi>{mapName(map.map, map.event_id)}</bdi>
          </b>{' '}
          <span className="text-sm text-mut">{modeName(map.mode)}</span>
        </Link>
        <span className="shrink-0 text-sm text-mut">
          <TimeLeft until={map.ends_at} />
        </span>
      </p>
      <BestList place={map} shown={shown} />
    </li>
  )
}

function BestList({ place, shown }: { place: Place; shown?: number | undefined }) {
  if (place.best.length === 0) return <p className="text-sm text-mut">{t('play.few')}</p>
  return (
    <ol>
      {place.best.slice(0, shown).map((best) => {
        const name = brawlerName(best.brawler_name)
        return (
          <li key={best.brawler_id} className="mt-1.5 flex items-center gap-2.5">
            <BrawlerPicture id={best.brawler_id} name={best.brawler_name} className="size-8 shrink-0 rounded-sm" />
            <span className="min-w-0 flex-1">
              <span className="flex items-center justify-between gap-2">
                <b className="min-w-0 truncate font-semibold">
                  <bdi>{name}</bdi>
                </b>
                <span className="flex shrink-0 items-center gap-2">
                  <RateTrack rate={best.share} low={best.low} high={best.high} className="w-20" />
                  <b className="text-end font-extrabold">{shareText(place, best)}</b>
                  <span className="sr-only">
                    {t('play.between', {
                      low: percent(best.low),
                      high: percent(best.high),
                    })}
                  </span>
                </span>
              </span>
              <span className="block text-sm text-mut">{sourceText(place, best)}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function mapText(map: OpenMap): string {
  return t('play.modeOnMap', { mode: modeName(map.mode), map: mapName(map.map, map.event_id) })
}

function TimeLeft({ until }: { until: string }) {
  return timeLeft(Date.parse(until) - useNow())
}
