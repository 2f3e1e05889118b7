import { CalendarDays, Clock, type LucideIcon, Sword, TrendingUp, Trophy, Users, Waves } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type CardWords, periodWords, type ReviewCard, reviewWords } from '#shared/review.ts'
import type { EntityType } from '#shared/tag.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Dolphin } from '#web/ui/Dolphin.tsx'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { Explain } from '#web/ui/Explain.tsx'
import { Figure, isSea, TONES, Value, WATER } from './CardFigure.tsx'
import { type Own, Sharing, useSharing } from './ReviewSharing.tsx'
import { skyOf } from './sky.ts'

type Review = Answer<'GET /api/browse/player/{tag}/reviews/{period}'> | Own

/** The cards of a review, what its owner may do with it, and which cards it lacks. */
export function Reviewed({ review, own, isShared }: { review: Review; own: Own | undefined; isShared: boolean }) {
  const { undoing, ...change } = useSharing(review.type)
  const told = reviewWords(review)
  const known = told.filter(({ value }) => value !== null)
  return (
    <>
      {own && !isShared && <Sharing own={own} {...change} />}
      <Cards review={review} all={known.length > 0 ? known : told} />
      {/* What is shared already leads with its cards. */}
      {own && isShared && <Sharing own={own} {...change} />}
      {known.length > 0 && <Missing told={told} />}
      {undoing}
    </>
  )
}

/** A story to swipe through on a phone, with its neighbours in sight; side by side on a wide screen. */
function Cards({ review, all }: { review: Review; all: readonly CardWords[] }) {
  const list = useRef<HTMLUListElement>(null)
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
    </>
  )
}

/** The cards of which too little is known, and why. */
function Missing({ told }: { told: readonly CardWords[] }) {
  return (
    <dl className="mt-4 grid gap-2 text-sm text-mut empty:hidden">
      {told.map(({ card, title, value, note }) => {
        return value === null ? (
          <div key={card}>
            <dt className="inline font-semibold">{title} ·</dt> <dd className="inline">{note}</dd>
          </div>
        ) : null
      })}
    </dl>
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

const NOTHING = { growth: null, best_day: null, brawler: null, hours: null, company: null, rank: null, ranked: null }
const UNDATED = { period: '', from: '', to: '', running: false, days: 0, observed_days: 0 }

export const ICONS: Record<ReviewCard, LucideIcon> = {
  growth: TrendingUp,
  best_day: CalendarDays,
  brawler: Sword,
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

/** The ground of a card: the colour of its figure, above that of a card. */
const TINTED = { background: 'linear-gradient(color-mix(in oklab, currentColor 14%, var(--card)), var(--card) 12rem)' }

/** A card that says by itself whose it is and of when, so that a picture of the screen can be sent as it is. */
function Poster({ review, words, place }: { review: Review; words: CardWords; place: string }) {
  const { card, title, value, note } = words
  const leads = card === 'growth'
  return (
    <div
      className={`flex min-h-96 flex-1 flex-col overflow-hidden rounded-lg border border-edge p-5 ${TONES[card]}`}
      style={leads ? skyOf(review.tag) : TINTED}
    >
      <header className="flex items-center gap-2 text-mut">
        <h2 className="flex-1 font-semibold">{title}</h2>
        <span className="text-sm">{place}</span>
        <Explain label={title}>
          <p>{t(explained(card, review.type))}</p>
        </Explain>
      </header>
      <p className={`mt-2 font-extrabold break-words text-ink ${leads ? 'text-hero leading-tight' : 'text-2xl'}`}>
        <Value words={words} review={review} />
      </p>
      <p className="mt-1 text-mut">{note}</p>
      <div className={`flex flex-1 flex-col ${isSea(card, review) ? 'justify-end pt-6' : 'justify-center py-4'}`}>
        {value === null ? <Dolphin className="mx-auto size-24 opacity-60" /> : <Figure card={card} review={review} />}
      </div>
      <footer
        className="-mx-5 -mb-5 flex flex-wrap items-center gap-2 px-5 pt-3 pb-4 text-sm text-ink"
        style={isSea(card, review) ? WATER : undefined}
      >
        <Monogram seed={review.tag} name={review.name} className="size-6 rounded-sm" />
        <PlayerName name={review.name} className="min-w-0 flex-auto truncate font-semibold" />
        <span>{periodWords(review.period)}</span>
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
