import type { UseQueryResult } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { brawlerName } from '#shared/game-names.ts'
import { count, formatThousands } from '#shared/number-format.ts'
import { periodWords } from '#shared/review.ts'
import { type EntityType, tagInPath } from '#shared/tag.ts'
import { IN_PLACE, wholeNumberOf } from '#web/app/addresses.ts'
import type { Answer } from '#web/app/api-client.ts'
import { type AskedFuture, clubForecastQuery, playerForecastQuery, playerQuery } from '#web/app/entity-queries.ts'
import { useQuery } from '#web/app/queries.ts'
import { Link, useLocation, useNavigate } from '#web/router/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { AnalyticsCard } from '#web/ui/Card.tsx'
import { ChoiceChips, Select, TextField } from '#web/ui/ChoiceChips.tsx'
import { dayAhead, shortDay } from '#web/ui/date-words.ts'
import { Explain } from '#web/ui/Explain.tsx'

type PlayerForecast = Answer<'GET /api/analytics/player/{tag}/forecast'>
type ClubForecast = Answer<'GET /api/analytics/club/{tag}/forecast'>

const MOST = 100_000_000
const UNITS = { '': 1, k: 1000, m: 1_000_000 } as const

/** The number of trophies in a text: `100000`, `100,000`, `100 000`, `100k` or `1.2M`; null for anything else. */
export function trophiesIn(text: string): number | null {
  const found = /^(\d{1,9}(?:\.\d{1,6})?)([km]?)$/i.exec(text.replaceAll(/[\s,'’_]/g, ''))
  if (!found) return null
  const [, digits, unit = ''] = found
  const trophies = Number(digits) * UNITS[unit.toLowerCase() as keyof typeof UNITS]
  return Number.isInteger(trophies) && trophies >= 1 && trophies <= MOST ? trophies : null
}

type ReviewLinkProps = { kind: EntityType; tag: string; period: string | null | undefined }

/** The way back: the newest season or year in review that was shared. Nothing where none is. */
export function ReviewLink({ kind, tag, period }: ReviewLinkProps) {
  if (!period) return null
  return (
    <p className="mt-3">
      <Link
        to={kind === 'club' ? '/club/$tag/review' : '/player/$tag/review'}
        params={{ tag: tagInPath(tag) }}
        search={{ period }}
        className="link"
      >
        {periodWords(period)} in review
      </Link>
    </p>
  )
}

/** When a player reaches a number of trophies (the next milestone, or any other), or a brawler its next thousand. */
export function WhenReached({ tag }: { tag: string }) {
  const [asked, ask] = useAskedFuture()
  const result = useQuery(playerForecastQuery(tag, asked))
  const action = <HowItIsMade ofPlayer />
  const named = { title: 'When will I reach …?', id: 'forecast', foldedWide: true, action }
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
  const brawlers = known.toSorted(([, one], [, other]) => one.localeCompare(other, 'en'))
  const value = chosen === undefined ? '' : String(chosen)
  const unknown = value === '' || known.some(([id]) => id === value) ? [] : [[value, 'Another brawler'] as const]
  return (
    <Select
      label="Of"
      value={value}
      choices={[['', 'All trophies'], ...brawlers, ...unknown]}
      onChange={(id) => onChoose(id === '' ? undefined : Number(id))}
      className="mb-3 max-w-md"
    />
  )
}

function arrivalText({ arrival, target, trophies, fan, brawler }: PlayerForecast): string {
  const whose = brawler === null ? '' : `${brawler.name} `
  if (arrival !== null && target !== null)
    return `${whose}${formatThousands(target)} around ${dayAhead(arrival.median)}`
  if (trophies !== null && target !== null && trophies >= target) return 'Reached already'
  if (brawler !== null) return `${whose}next thousand: too early to say`
  return fan.length === 0 ? 'Too early to say' : 'More than 90 days away'
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
  const said = { failure: 'Failed to fetch the forecast', loading: 'Loading the forecast' }
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
    setProblem(wanted === null ? 'Enter a whole number of trophies, such as 100000 or 100k.' : undefined)
    if (wanted !== null) onAsk(wanted)
  }
  return (
    <form onSubmit={ask} noValidate className="mb-4 flex max-w-md flex-wrap items-start gap-x-3 gap-y-2">
      <TextField
        label="Trophies"
        name="target"
        required
        inputMode="numeric"
        autoComplete="off"
        defaultValue={target === null ? '' : formatThousands(target)}
        problem={problem}
        className="min-w-0 flex-[1_1_10rem]"
      />
      <Button type="submit" variant="outline" className="mt-6">
        Show
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
  const mean = gain === null ? '' : `, ${gain < 0 ? '−' : '+'}${formatThousands(Math.round(Math.abs(gain)))} a day`
  return `From ${count(days, 'day')}, ${active_days} with play${mean}.`
}

/** Shares of ranges that held which still are "8 of 10". */
const AS_MEANT = { from: 0.75, to: 0.85 }

/** How often ranges of the last month held, as it was measured, and no better. */
export function accuracyText(accuracy: Forecast['accuracy']): string {
  if (accuracy === null) return 'Not checked yet.'
  const { held, ranges, below, above } = accuracy
  const share = held / ranges
  const last = 'in the last month'
  if (share >= AS_MEANT.from && share <= AS_MEANT.to) return `Right 8 of 10 times ${last}.`
  const missed = below === above ? '' : `, more often ${above > below ? 'better' : 'worse'} than said`
  return `Right in ${Math.round(100 * share)}% ${last}${missed}.`
}

function Arrival({ forecast }: { forecast: PlayerForecast }) {
  const { arrival, target, brawler, unavailable_reason: reason, stale } = forecast
  if (arrival === null || target === null) return <p>{reason}</p>
  const { earliest, median, latest } = arrival
  const end = latest === null ? 'later than 90 days' : dayAhead(latest)
  return (
    <>
      <p>
        <span className="text-2xl font-extrabold">{dayAhead(median)}</span>{' '}
        {/* The days are counted from the last look. */}
        {!stale && <span className="text-mut">in about {count(median.days, 'day')}</span>}
      </p>
      <p className="mt-1">
        {earliest.date === latest?.date
          ? `Almost certain on that day.`
          : `${numberText(target, brawler)}: likely between ${dayAhead(earliest)} and ${end}.`}
      </p>
    </>
  )
}

/** `62,500`; of a brawler `Poco at 2,000 (prestige 2)`. */
function numberText(target: number, brawler: PlayerForecast['brawler']): string {
  const number = formatThousands(target)
  if (brawler === null) return number
  return `${brawler.name} at ${number}${brawler.level === null ? '' : ` (prestige ${brawler.level + 1})`}`
}

/** Where a club may stand when the season ends, and what its most silent seats cost. */
export function SeasonEnd({ tag }: { tag: string }) {
  const [target, setTarget] = useState<number>()
  const result = useQuery(clubForecastQuery(tag, target))
  const named = { title: 'Season end', id: 'season', action: <HowItIsMade ofClub /> }
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
  if (!last) return 'Too early to say'
  return trophies === null ? '' : `Near ${formatThousands(last.middle)}`
}

/** Chances below this one, of 100, of a number that nobody asked about are not told. */
const LEAST_CHANCE = 5

/** Chances from which on a number is as good as reached, of 100. */
const ALMOST_CERTAIN = 98

/** `Almost certain`, `80% likely`. */
export function chanceText(futures: number): string {
  return futures >= ALMOST_CERTAIN ? 'Almost certain' : `${futures}% likely`
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** First where the season may end. The chance of a number leads where the visitor asked about it. */
function Chance({ forecast, isAsked }: { forecast: ClubForecast; isAsked: boolean }) {
  const {
    futures_of_100: futures,
    target,
    unavailable_reason: reason,
    fan,
    season_ends_at: end,
    days_left,
    stale,
  } = forecast
  const last = fan.at(-1)
  const by = `${shortDay(end.slice(0, 10))}${stale ? '' : `, in ${count(days_left, 'day')}`}`
  const chance = futures === null || target === null ? null : chanceText(futures)
  return (
    <>
      {isAsked && (
        <p className="mb-1">
          {chance === null ? (
            reason
          ) : (
            <>
              <span className="text-2xl font-extrabold">{chance}</span>{' '}
              <span className="text-mut">
                {formatThousands(target ?? 0)} by {by}
              </span>
            </>
          )}
        </p>
      )}
      {last ? (
        <p>
          <span className={isAsked ? '' : 'text-2xl font-extrabold'}>Near {formatThousands(last.middle)}</span>{' '}
          <span className="text-mut">when the season ends on {by}</span>
          <span className="mt-1 block">
            Likely between {formatThousands(last.low)} and {formatThousands(last.high)}.
            {!isAsked &&
              chance !== null &&
              (futures ?? 0) >= LEAST_CHANCE &&
              ` ${formatThousands(target ?? 0)}: ${lowerFirst(chance)}.`}
          </span>
        </p>
      ) : (
        !isAsked && <p>{reason}</p>
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
  const whose = newcomer.from === 'newcomers' ? 'newcomers of the last 90 days' : 'members'
  return (
    <div className="mt-4" aria-describedby={note}>
      <ChoiceChips
        legend="Replace the most silent members"
        value={chosen}
        choices={[['0', 'None'], ...steps.map(({ replaced }) => [String(replaced), String(replaced)] as const)]}
        onChange={choose}
      />
      {step && futures !== null && (
        <p className="mt-2">
          <b>{chanceText(futures)}</b>, in place of {now}%.
        </p>
      )}
      <p id={note} className="mt-1 text-sm text-mut">
        If each newcomer brings {formatThousands(newcomer.trophies)} trophies and wins{' '}
        {formatThousands(newcomer.gain_a_day)} a day, as {newcomer.of} {whose} do.
      </p>
    </div>
  )
}

function HowItIsMade({ ofClub = false, ofPlayer = false }: { ofClub?: boolean; ofPlayer?: boolean }) {
  return (
    <Explain label={ofClub ? 'the season end' : 'this forecast'}>
      <p>
        We play the days ahead 2,000 times with your last 28 days in a random order. 8 of 10 results lie in the range.
        We check that every month.
      </p>
      {ofPlayer && <p>A brawler’s days are its own trophy battles. How often these ranges hold is not checked.</p>}
      <p>{ofClub ? 'Without season resets, joiners and leavers.' : 'Without season resets.'}</p>
    </Explain>
  )
}
