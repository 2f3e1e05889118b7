import type { UseQueryResult } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { forecastReason } from '#shared/forecast-reason.ts'
import { brawlerName } from '#shared/game-names.ts'
import { formatThousands, percent, signed } from '#shared/number-format.ts'
import { pageLanguage, t } from '#shared/texts.ts'
import { wholeNumberOf } from '#web/app/addresses.ts'
import type { Answer } from '#web/app/api-client.ts'
import { type AskedFuture, clubForecastQuery, playerForecastQuery, playerQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { IN_PLACE, useLocation, useNavigate } from '#web/router/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { AnalyticsCard } from '#web/ui/Card.tsx'
import { ChoiceChips } from '#web/ui/ChoiceChips.tsx'
import { dayAhead, shortDay, withinSentence } from '#web/ui/date-words.ts'
import { Explain } from '#web/ui/Explain.tsx'
import { Select, TextField } from '#web/ui/fields.tsx'
import { Text } from '#web/ui/Text.tsx'
import { trophiesIn } from './trophies-in.ts'

type PlayerForecast = Answer<'GET /api/analytics/player/{tag}/forecast'>
type ClubForecast = Answer<'GET /api/analytics/club/{tag}/forecast'>

/** When a player reaches a number of trophies (the next milestone, or any other), or a brawler its next thousand. */
export function WhenReached({ tag }: { tag: string }) {
  const [asked, ask] = useAskedFuture()
  const result = useQuery(playerForecastQuery(tag, asked))
  const action = <HowItIsMade ofPlayer />
  const named = { title: t('forecast.when'), id: 'forecast', foldedWide: true, action }
  return (
    <ForecastCard
      {...named}
      fold={result.data ? arrivalText(result.data) : ''}
      result={result}
      choice={<BrawlerChoice tag={tag} chosen={asked.brawler} onChoose={(brawler) => ask({ brawler })} />}
      onAsk={asked.brawler === undefined ? (target) => ask({ target }) : null}
    >
      {(forecast) => <Arrival forecast={forecast} />}
    </ForecastCard>
  )
}

/** What the address asks: `?reach=100000` or `?brawler=16000013`. */
function useAskedFuture(): [AskedFuture, (asked: AskedFuture) => void] {
  const text = useLocation({ select: ({ searchStr }) => searchStr })
  const navigate = useNavigate()
  const search = new URLSearchParams(text)
  const brawler = wholeNumberOf(search.get('brawler') ?? '')
  const target = trophiesIn(search.get('reach') ?? '') ?? undefined
  const ask = (asked: AskedFuture) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, reach: asked.target?.toString(), brawler: asked.brawler?.toString() }),
      ...{ replace: true, ...IN_PLACE },
    })
  return [brawler ? { brawler } : { target }, ask]
}

type ChoiceProps = { tag: string; chosen: number | undefined; onChoose: (brawler: number | undefined) => void }

/** All trophies, or one of the player's brawlers by name. */
function BrawlerChoice({ tag, chosen, onChoose }: ChoiceProps) {
  const { data } = useQuery(playerQuery(tag))
  const known = (data?.brawlers ?? []).map(({ id, name }) => [String(id), brawlerName(name)] as const)
  const brawlers = known.toSorted(([, one], [, other]) => one.localeCompare(other, pageLanguage()))
  const value = chosen === undefined ? '' : String(chosen)
  const unknown =
    value === '' || known.some(([id]) => id === value) ? [] : [[value, t('forecast.otherBrawler')] as const]
  return (
    <Select
      label={t('forecast.of')}
      value={value}
      choices={[['', t('forecast.allTrophies')], ...brawlers, ...unknown]}
      onChange={(id) => onChoose(id === '' ? undefined : Number(id))}
      className="mb-3 max-w-md"
    />
  )
}

function arrivalText({ arrival, target, trophies, fan, brawler }: PlayerForecast): string {
  if (arrival !== null && target !== null) {
    const when = { trophies: formatThousands(target), day: dayAhead(arrival.median) }
    return brawler === null
      ? t('forecast.around', when)
      : t('forecast.brawlerAround', { ...when, brawler: brawler.name })
  }
  if (trophies !== null && target !== null && trophies >= target) return t('forecast.reached')
  if (brawler !== null) return t('forecast.brawlerTooEarly', { brawler: brawler.name })
  return fan.length === 0 ? t('forecast.tooEarly') : t('forecast.far')
}

type Forecast = PlayerForecast | ClubForecast

type CardProps<Made extends Forecast> = {
  title: string
  id: string
  action: ReactNode
  fold: string
  foldedWide?: boolean
  result: UseQueryResult<Made, Error>
  /** What stands before the field: whose trophies are asked about. */
  choice?: ReactNode
  /** Null where no number can be asked about. */
  onAsk: ((target: number) => void) | null
  children: (forecast: Made) => ReactNode
}

/** A forecast, with a field for the number that it is asked about. */
function ForecastCard<Made extends Forecast>({ choice, onAsk, children, ...card }: CardProps<Made>) {
  const said = { failure: t('forecast.failed'), loading: t('forecast.loading') }
  return (
    <AnalyticsCard {...card} {...said} shape="h-48 rounded-md">
      {(forecast) => (
        <>
          {choice}
          {onAsk && <NumberAsked target={forecast.target} onAsk={onAsk} />}
          <div aria-live="polite">{children(forecast)}</div>
          <HowSure of={forecast} />
        </>
      )}
    </AnalyticsCard>
  )
}

type AskedProps = { target: number | null; onAsk: (target: number) => void }

/** The number that is asked about. */
function NumberAsked({ target, onAsk }: AskedProps) {
  const [problem, setProblem] = useState<string>()
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = trophiesIn(String(new FormData(event.currentTarget).get('target')))
    setProblem(wanted === null ? t('forecast.noNumber') : undefined)
    if (wanted !== null) onAsk(wanted)
  }
  return (
    <form onSubmit={ask} noValidate className="mb-4 flex max-w-md flex-wrap items-start gap-x-3 gap-y-2">
      <TextField
        label={t('ui.trophies')}
        name="target"
        required
        inputMode="numeric"
        autoComplete="off"
        defaultValue={target === null ? '' : formatThousands(target)}
        problem={problem}
        className="min-w-0 flex-[1_1_10rem]"
      />
      <Button type="submit" variant="outline" className="mt-6">
        {t('forecast.show')}
      </Button>
    </form>
  )
}

/** What a forecast is made from, and how often such ranges were right. */
function HowSure({ of }: { of: Forecast }) {
  const { accuracy, basis, fan } = of
  if (fan.length === 0 && !('arrival' in of && of.arrival)) return null
  return (
    <p className="mt-3 text-sm text-mut">
      {basisText(basis)} {accuracyText(accuracy)}
    </p>
  )
}

function basisText({ days, active_days, gain_a_day: gain }: Forecast['basis']): string {
  const seen = { days, active: formatThousands(active_days) }
  if (gain === null) return t('forecast.basis', seen)
  const written = signed(Math.round(gain), formatThousands, { zero: '' })
  return t('forecast.basisGain', { ...seen, gain: written })
}

/** Shares of ranges that held which still are "8 of 10". */
const AS_MEANT = { from: 0.75, to: 0.85 }

/** How often ranges of the last month held, as it was measured, and no better. */
export function accuracyText(accuracy: Forecast['accuracy']): string {
  if (accuracy === null) return t('forecast.unchecked')
  const { held, ranges, below, above } = accuracy
  const share = held / ranges
  if (share >= AS_MEANT.from && share <= AS_MEANT.to) return t('forecast.asMeant')
  const missed = below === above ? 'both' : above > below ? 'better' : 'worse'
  return t('forecast.right', { missed, share: percent(Math.round(100 * share)) })
}

function Arrival({ forecast }: { forecast: PlayerForecast }) {
  const { arrival, target, brawler, stale } = forecast
  if (arrival === null || target === null) return <p>{forecastReason(forecast)}</p>
  const { earliest, median, latest } = arrival
  const likely = { number: numberText(target, brawler), from: dayAhead(earliest) }
  const range = () =>
    latest === null ? t('forecast.betweenLater', likely) : t('forecast.between', { ...likely, to: dayAhead(latest) })
  return (
    <>
      <p>
        <span className="text-2xl font-extrabold">{dayAhead(median)}</span>{' '}
        {/* The days are counted from the last look. */}
        {!stale && <span className="text-mut">{t('forecast.inAbout', { days: median.days })}</span>}
      </p>
      <p className="mt-1">{earliest.date === latest?.date ? t('forecast.thatDay') : range()}</p>
    </>
  )
}

/** `62,500`; of a brawler `Poco at 2,000 (prestige 2)`. */
function numberText(target: number, brawler: PlayerForecast['brawler']): string {
  const number = formatThousands(target)
  if (brawler === null) return number
  const { name, level } = brawler
  if (level === null) return t('forecast.brawlerAt', { brawler: name, number })
  return t('forecast.brawlerPrestige', { brawler: name, number, level: String(level + 1) })
}

/** Where a club may stand when the season ends, and what its most silent seats cost. */
export function SeasonEnd({ tag }: { tag: string }) {
  const [target, setTarget] = useState<number>()
  const result = useQuery(clubForecastQuery(tag, target))
  const named = { title: t('forecast.seasonEnd'), id: 'season', action: <HowItIsMade ofClub /> }
  return (
    <ForecastCard
      {...named}
      foldedWide
      fold={result.data ? foldText(result.data) : ''}
      result={result}
      onAsk={setTarget}
    >
      {(forecast) => <Chance forecast={forecast} isAsked={target !== undefined} />}
    </ForecastCard>
  )
}

function foldText({ trophies, fan }: ClubForecast): string {
  const last = fan.at(-1)
  if (!last) return t('forecast.tooEarly')
  return trophies === null ? '' : t('forecast.near', { trophies: formatThousands(last.middle) })
}

/** Chances below this one, of 100, of a number that nobody asked about are not told. */
const LEAST_CHANCE = 5

/** Chances from which on a number is as good as reached, of 100. */
const ALMOST_CERTAIN = 98

/** `Almost certain`, `80% likely`. */
export function chanceText(futures: number): string {
  return futures >= ALMOST_CERTAIN ? t('forecast.certain') : t('forecast.likely', { share: percent(futures) })
}

/** First where the season may end. The chance of a number leads where the visitor asked about it. */
function Chance({ forecast, isAsked }: { forecast: ClubForecast; isAsked: boolean }) {
  const { futures_of_100: futures, target, fan, season_ends_at: end, days_left, stale } = forecast
  const last = fan.at(-1)
  const day = shortDay(end.slice(0, 10))
  const by = stale ? day : t('forecast.dayIn', { day, days: days_left })
  const wanted = formatThousands(target ?? 0)
  const chance = futures === null || target === null ? null : chanceText(futures)
  return (
    <>
      {isAsked && (
        <p className="mb-1">
          {chance === null ? (
            forecastReason(forecast)
          ) : (
            <>
              <span className="text-2xl font-extrabold">{chance}</span>{' '}
              <span className="text-mut">{t('forecast.by', { trophies: wanted, day: by })}</span>
            </>
          )}
        </p>
      )}
      {last ? (
        <p>
          <Text
            id="forecast.nearAtEnd"
            values={{
              trophies: formatThousands(last.middle),
              day: by,
              b: (words) => <span className={isAsked ? '' : 'text-2xl font-extrabold'}>{words}</span>,
              note: (words) => <span className="text-mut">{words}</span>,
            }}
          />
          <span className="mt-1 block">
            {t('forecast.range', { low: formatThousands(last.low), high: formatThousands(last.high) })}
            {!isAsked &&
              chance !== null &&
              (futures ?? 0) >= LEAST_CHANCE &&
              ` ${t('forecast.chanceOf', { trophies: wanted, chance: withinSentence(chance) })}`}
          </span>
        </p>
      ) : (
        !isAsked && <p>{forecastReason(forecast)}</p>
      )}
      {forecast.lever && forecast.lever.steps.length > 0 && <Lever lever={forecast.lever} now={futures} />}
    </>
  )
}

type LeverProps = { lever: NonNullable<ClubForecast['lever']>; now: number | null }

/** What would be with some of the most silent members replaced. It names nobody. */
function Lever({ lever: { steps, newcomer }, now }: LeverProps) {
  const [chosen, choose] = useState('0')
  const note = useId()
  const step = steps.find(({ replaced }) => String(replaced) === chosen)
  const futures = step?.futures_of_100 ?? now
  return (
    <div className="mt-4" aria-describedby={note}>
      <ChoiceChips
        legend={t('forecast.replace')}
        value={chosen}
        choices={[
          ['0', t('forecast.none')],
          ...steps.map(({ replaced }) => [String(replaced), String(replaced)] as const),
        ]}
        onChange={choose}
      />
      {step && futures !== null && now !== null && (
        <p className="mt-2">
          <Text
            id="forecast.instead"
            values={{ chance: chanceText(futures), now: percent(now), b: (words) => <b>{words}</b> }}
          />
        </p>
      )}
      <p id={note} className="mt-1 text-sm text-mut">
        {t('forecast.newcomers', {
          from: newcomer.from,
          trophies: formatThousands(newcomer.trophies),
          gain: formatThousands(newcomer.gain_a_day),
          of: newcomer.of,
        })}
      </p>
    </div>
  )
}

function HowItIsMade({ ofClub = false, ofPlayer = false }: { ofClub?: boolean; ofPlayer?: boolean }) {
  return (
    <Explain label={ofClub ? t('forecast.theSeasonEnd') : t('forecast.thisForecast')}>
      <p>{t('forecast.how')}</p>
      {ofPlayer && <p>{t('forecast.howBrawler')}</p>}
      <p>{ofClub ? t('forecast.withoutMoves') : t('forecast.withoutResets')}</p>
    </Explain>
  )
}
