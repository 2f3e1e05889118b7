import { CalendarDays, Clock, type LucideIcon, Swords, TrendingUp, Trophy, Users, Waves } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { FIRST_LANGUAGE } from '#shared/languages.ts'
import { formatThousands, percent } from '#shared/number-format.ts'
import { type CardWords, periodWords, type ReviewCard, type ReviewFacts, reviewWords } from '#shared/review.ts'
import type { EntityType } from '#shared/tag.ts'
import { type PlainTextId, pageLanguage, t } from '#shared/texts.ts'
import { weekdayName } from '#shared/week-hours.ts'
import type { Answer } from '#web/app/api-client.ts'
import { BrawlerPicture } from '#web/chrome/GamePictures.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Dolphin } from '#web/ui/Dolphin.tsx'
import { shortDay } from '#web/ui/date-words.ts'
import { EntityLink, PlayerName } from '#web/ui/EntityLink.tsx'
import { Explain } from '#web/ui/Explain.tsx'
import { Unknown } from '#web/ui/StatGrid.tsx'
import { Text } from '#web/ui/Text.tsx'
import { TierEmblem } from '#web/ui/TierEmblem.tsx'
import { type Own, Sharing, useSharing, Ways } from './ReviewSharing.tsx'

type Review = Answer<'GET /api/browse/player/{tag}/reviews/{period}'> | Own

/** The cards of a review, and what its owner may do with it. */
export function Reviewed({ review, own, isShared }: { review: Review; own: Own | undefined; isShared: boolean }) {
  const { undoing, ...change } = useSharing(review.type)
  const told = reviewWords(review)
  const known = told.filter(({ value }) => value !== null)
  return (
    <>
      {own && !isShared && <Sharing own={own} {...change} />}
      {isShared && <Ways review={review} cards={known} />}
      <Cards review={review} told={told} known={known} />
      {/* What is shared already leads with its link and its cards. */}
      {own && isShared && <Sharing own={own} {...change} />}
      {undoing}
    </>
  )
}

type CardsProps = { review: Review; told: readonly CardWords[]; known: readonly CardWords[] }

/** A story to swipe through on a phone, with its neighbours in sight; side by side on a wide screen. */
function Cards({ review, told, known }: CardsProps) {
  const list = useRef<HTMLUListElement>(null)
  const all = known.length > 0 ? known : told
  const shown = useShownCard(list, all.length)
  return (
    <>
      <ul
        ref={list}
        aria-label={t('review.cards')}
        className="relative flex snap-x snap-mandatory gap-3 overflow-x-auto pb-2 max-sm:-mx-3.5 max-sm:px-3.5 sm:grid sm:grid-cols-2 sm:gap-4 lg:grid-cols-3"
      >
        {all.map((words, place) => (
          <li
            key={words.card}
            id={words.card}
            className={`flex w-11/12 shrink-0 snap-center flex-col gap-2 sm:w-full ${place === 0 ? WIDTH_OF_FIRST[all.length] : ''}`}
          >
            <Poster review={review} words={words} place={t('review.place', { place: place + 1, all: all.length })} />
          </li>
        ))}
      </ul>
      <p className="flex justify-center gap-2 pt-1 sm:hidden" aria-hidden="true">
        {all.map(({ card }, place) => (
          <span key={card} className={`size-2 rounded-full ${place === shown ? 'bg-acc' : 'bg-line'}`} />
        ))}
      </p>
      {all.length < told.length && (
        <dl className="mt-4 grid gap-2 text-sm text-mut">
          {told.map(({ card, title, value, note }) => {
            return value === null ? (
              <div key={card}>
                <dt className="inline font-semibold">{title} ·</dt> <dd className="inline">{note}</dd>
              </div>
            ) : null
          })}
        </dl>
      )}
    </>
  )
}

/** By the number of cards: the first one is as wide as leaves no cell of the grid empty. */
const WIDTH_OF_FIRST = [
  '',
  'sm:col-span-2 lg:col-span-3',
  'lg:col-span-2',
  '',
  'lg:col-span-3',
  'sm:col-span-2',
  '',
  'sm:col-span-2 lg:col-span-3',
]

/** The place of the card that is in sight while the list is swiped. */
function useShownCard(list: RefObject<HTMLUListElement | null>, cards: number): number {
  const [shown, show] = useState(0)
  useEffect(() => {
    const scroller = list.current
    const look = () => {
      const { scrollLeft = 0, scrollWidth = 0, clientWidth = 0 } = scroller ?? {}
      show(Math.round(((cards - 1) * scrollLeft) / Math.max(1, scrollWidth - clientWidth)))
    }
    scroller?.addEventListener('scroll', look, { passive: true })
    return () => scroller?.removeEventListener('scroll', look)
  }, [list, cards])
  return shown
}

/** The colour of each card's figure. */
export const TONES: Record<ReviewCard, string> = {
  growth: 'text-c1',
  best_day: 'text-c2',
  brawler: 'text-acc',
  hours: 'text-c1',
  company: 'text-good',
  rank: 'text-acc',
  ranked: 'text-ink',
}

const NOTHING = { growth: null, best_day: null, brawler: null, hours: null, company: null, rank: null, ranked: null }
const UNDATED = { period: '', from: '', to: '', running: false, days: 0, observed_days: 0 }

export const ICONS: Record<ReviewCard, LucideIcon> = {
  growth: TrendingUp,
  best_day: CalendarDays,
  brawler: Swords,
  hours: Clock,
  company: Users,
  rank: Waves,
  ranked: Trophy,
}

/** The cards that a review has, as drawings. */
export function CardsOutline({ kind }: { kind: EntityType }) {
  const missing = kind === 'player' ? { ranked: '' } : {}
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
      {reviewWords({ ...NOTHING, ...UNDATED, missing, type: kind }).map(({ card, title }) => {
        const Icon = ICONS[card]
        return (
          <li key={card} className="flex flex-col rounded-lg border border-edge bg-card p-3.5">
            <div className="flex items-start justify-between gap-2">
              <h3 className="font-semibold">{title}</h3>
              <Explain label={title}>
                <p>{t(explained(card, kind))}</p>
              </Explain>
            </div>
            <span className={`flex flex-1 items-center justify-center py-4 ${TONES[card]}`}>
              <Icon aria-hidden="true" className="size-10 opacity-60" />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** A card that says by itself whose it is and of when, so that a picture of the screen can be sent as it is. */
function Poster({ review, words, place }: { review: Review; words: CardWords; place: string }) {
  const { card, title, value, note } = words
  return (
    <div className="relative flex min-h-96 flex-1 flex-col overflow-hidden rounded-lg border border-edge bg-card p-4.5">
      <header className="flex items-center gap-2">
        <h2 className="flex-1 font-semibold text-mut">{title}</h2>
        <span className="text-sm text-mut">{place}</span>
        <Explain label={title}>
          <p>{t(explained(card, review.type))}</p>
        </Explain>
      </header>
      <p className="mt-2 text-2xl font-extrabold break-words">{value ?? <Unknown />}</p>
      <p className="mt-1 text-mut">{note}</p>
      <div className={`flex flex-1 flex-col justify-center py-4 ${TONES[card]}`}>
        {value === null ? <Dolphin className="mx-auto size-24 opacity-60" /> : <Figure card={card} review={review} />}
      </div>
      <footer className="flex flex-wrap items-center gap-2 border-t border-edge pt-3 text-sm">
        <Monogram seed={review.tag} name={review.name} className="size-6 rounded-sm" />
        <PlayerName name={review.name} className="min-w-0 flex-auto truncate font-semibold" />
        <span className="text-mut">{periodWords(review.period)}</span>
      </footer>
    </div>
  )
}

const EXPLAINED: Record<ReviewCard, PlainTextId> = {
  growth: 'review.aboutGrowth',
  best_day: 'review.aboutBestDay',
  brawler: 'review.aboutBrawler',
  hours: 'review.aboutHours',
  company: 'review.aboutCompany',
  ranked: 'review.aboutRanked',
  rank: 'review.aboutRank',
}

/** Three cards of a club tell something else than those of a player. */
const OF_CLUB: Partial<Record<ReviewCard, PlainTextId>> = {
  growth: 'review.aboutGrowthClub',
  best_day: 'review.aboutBestDayClub',
  company: 'review.aboutCompanyClub',
}

function explained(card: ReviewCard, kind: EntityType): PlainTextId {
  return (kind === 'club' && OF_CLUB[card]) || EXPLAINED[card]
}

/** What a card shows below its words. */
export function Figure({ card, review }: { card: ReviewCard; review: ReviewFacts }) {
  const { growth, best_day, brawler, hours, company, rank, ranked, from, to } = review
  if (card === 'growth' && growth?.line)
    return <GainLine line={growth.line} from={from} to={to} byPlay={growth.parts !== null} />
  if (card === 'best_day' && best_day?.week) return <WeekBars {...best_day} week={best_day.week} />
  if (card === 'brawler' && brawler) {
    const { brawler_id: id, brawler_name: name } = brawler
    return <BrawlerPicture id={id} name={name} className="mx-auto size-36 rounded-lg" />
  }
  if (card === 'hours' && hours) return <HourBars counts={hours.by_hour} />
  if (card === 'company' && company) return <Company groups={company.together} />
  if (card === 'ranked' && ranked) return <TierEmblem place={ranked.tier_place} className="mx-auto h-40 w-36" />
  return card === 'rank' && rank ? <Pod share={rank.percentile} /> : null
}

type GainLineProps = { line: readonly number[]; from: string; to: string; byPlay: boolean }

/** What was won so far, as a line over an area. Of a club it is a part of the growth, which the line then names. */
function GainLine({ line, from, to, byPlay }: GainLineProps) {
  const [least, most] = [Math.min(...line), Math.max(...line)]
  const [span, last] = [Math.max(1, most - least), Math.max(1, line.length - 1)]
  const points = line.map((won, place) => {
    return `${((300 * place) / last).toFixed(1)},${(112 - (104 * (won - least)) / span).toFixed(1)}`
  })
  return (
    <div aria-hidden="true" dir="ltr">
      <svg viewBox="0 0 300 120" preserveAspectRatio="none" className="h-40 w-full overflow-visible" aria-hidden="true">
        <path d={`M${points.join('L')}V120H0Z`} fill="currentColor" opacity="0.18" />
        <path
          d={`M${points.join('L')}`}
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <Ends labels={[shortDay(from), byPlay ? t('picture.wonByPlay') : '', shortDay(to)]} />
    </div>
  )
}

const Ends = ({ labels }: { labels: readonly string[] }) => (
  <p className="mt-1.5 flex justify-between text-sm text-mut">
    {labels.map((label) => (
      <span key={label}>{label}</span>
    ))}
  </p>
)

const WEEK = Array.from({ length: 7 }, (_, day) => day)

/** English has two letters, other languages what they are used to. */
const weekdayInShort = (day: number) => weekdayName(day, 'short').slice(0, pageLanguage() === FIRST_LANGUAGE ? 2 : 9)

/** The days of a week, the best one bright. */
function WeekBars({ gained, week }: { gained: number; week: readonly (number | null)[] }) {
  return (
    <div aria-hidden="true" className="grid grid-cols-7 gap-1.5 text-center text-sm text-mut">
      {WEEK.map((place) => {
        const won = week[place] ?? null
        const height = won === null ? '5%' : `${Math.max(3, (100 * won) / gained)}%`
        const look = won === null ? 'hatched opacity-50' : won === gained ? `bg-current ${TONES.best_day}` : 'bg-line'
        return (
          <div key={place}>
            <div className="flex h-40 items-end">
              <span className={`w-full rounded-sm ${look}`} style={{ height }} />
            </div>
            {weekdayInShort(place)}
          </div>
        )
      })}
    </div>
  )
}

const HOUR_NAMES = Array.from({ length: 24 }, (_, hour) => `${hour}:00`)

function HourBars({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts)
  return (
    <div aria-hidden="true">
      <div className="flex h-40 items-end gap-0.5">
        {Array.from(counts, (battles, hour) => (
          <span
            key={HOUR_NAMES[hour]}
            className="flex-1 rounded-full bg-current"
            style={{ height: `${Math.max(3, (100 * battles) / most)}%` }}
          />
        ))}
      </div>
      <Ends labels={['00', t('review.allWeekdays'), '23']} />
    </div>
  )
}

function Company({ groups }: { groups: NonNullable<Review['company']>['together'] }) {
  return (
    <ol className="grid gap-4 text-ink">
      {groups.map(({ players, battles, wins }) => (
        <li key={players.map(({ tag }) => tag).join(' ')} className="flex items-center gap-3">
          <span className="flex shrink-0 gap-1">
            {players.map(({ tag, name }) => (
              <Monogram key={tag} seed={tag} name={name} className="size-10 rounded-md" />
            ))}
          </span>
          <span className="min-w-0 flex-1">
            <Names players={players} />
            <span className="block text-sm text-mut">
              {t('review.battlesWon', { battles, wins: formatThousands(wins) })}
            </span>
          </span>
        </li>
      ))}
    </ol>
  )
}

type Players = NonNullable<Review['company']>['together'][number]['players']

/** A clubmate, or the two members of a pair. */
function Names({ players }: { players: Players }) {
  const [one, other] = players.map(({ tag, name }) => <EntityLink key={tag} to="/player/$tag" tag={tag} name={name} />)
  return other ? <Text id="review.pairNames" values={{ one, other }} /> : one
}

const TENTHS = Array.from({ length: 10 }, (_, place) => 10 * place + 5)

/** Ten dolphins for all who are similar, as many bright as there are tenths of them behind. */
function Pod({ share }: { share: number }) {
  return (
    <div className="grid grid-cols-5 gap-3" title={percent(share)} aria-hidden="true">
      {TENTHS.map((middle) => (
        <Dolphin key={middle} className={`w-full ${share >= middle ? '' : 'text-mut opacity-60'}`} />
      ))}
    </div>
  )
}
