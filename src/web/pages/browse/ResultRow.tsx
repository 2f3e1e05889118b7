import type { ReactNode } from 'react'
import { activityText, activityWord, scoreText } from '#shared/bands.ts'
import { CLUB_SEATS } from '#shared/limits.ts'
import { abbreviate, percent, signed, wonText } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import type { Sort } from '#shared/sorts.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { Link } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Emblem, tierShape } from '#web/ui/Emblem.tsx'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { WonLine } from '#web/ui/Sparkline.tsx'
import { KnownNumber, Trend, toneOf, trendOf } from '#web/ui/StatGrid.tsx'
import { saidOnly, Text } from '#web/ui/Text.tsx'
import type { CardFacts, CardScore, Pod } from './card-facts.ts'
import type { Placed } from './standing.ts'

export type RowProps = Placed & {
  /** What orders the list. */
  order: Sort
}

/** The figure that orders the list leads; by any other order it is the trophies. */
const LEADS = 'text-lg font-extrabold'
const OWN_FIGURE: readonly Sort[] = ['growth', 'activity_score', 'performance_score', 'ranked', 'prestige']

/** A club or player with its week and its scores in three lines, or why it has none. */
export function ResultRow({ card, standing, order }: RowProps) {
  const { scores, state, isSilent, pod, trophies, offer, prestige } = card
  return (
    <div className="flex h-full items-center gap-3">
      <Crest card={card} place={standing.place} className="size-11 rounded-md">
        {pod && <SeatBar {...pod} />}
      </Crest>
      <div className="flex min-w-0 grow flex-col">
        <div className="flex flex-wrap items-baseline justify-between gap-x-2">
          <NameLink card={card} className="grow basis-24 truncate" />
          <p
            className={`leading-tight ${OWN_FIGURE.includes(order) ? 'font-semibold' : standing.place === null ? LEADS : 'text-2xl font-extrabold'}`}
          >
            <Text id="club.trophiesOf" values={{ trophies: abbreviate(trophies), said: saidOnly }} />
          </p>
        </div>
        <Reasons ids={standing.marks} />
        <div className="flex flex-wrap items-center justify-between gap-x-2 text-sm">
          <About {...card} />
          <Week {...card} order={order} />
        </div>
        <div className="flex flex-wrap justify-between gap-x-3 text-sm">
          <CardDetails
            card={card}
            order={order}
            facts={[pod || order === 'ranked' ? offer : null, order === 'prestige' ? prestige : null]}
          />
          {state ? (
            <p className="flex items-center gap-1.5 text-mut">
              {isSilent && <Emblem of="silent" className="size-4 text-warn" />}
              {state}
            </p>
          ) : (
            <dl className={`flex flex-wrap justify-between gap-x-3 ${scores[1] ? 'grow' : ''}`}>
              {scores.map((each) => (
                <Score key={each.label} {...each} order={order} />
              ))}
            </dl>
          )}
        </div>
      </div>
    </div>
  )
}

/** Why one stands out, above its name, which is read first. */
export function Reasons({ ids }: { ids: readonly PlainTextId[] }) {
  if (ids.length === 0) return null
  return <p className="order-first text-sm font-semibold text-acc">{ids.map((id) => t(id)).join(' · ')}</p>
}

/** By the colours of medals. */
const MEDALS = ['bg-gold', 'bg-silver', 'bg-bronze'] as const

type CrestProps = { card: CardFacts; place: number | null; className: string; children?: ReactNode }

export function Crest({ card: { tag, name }, place, className, children }: CrestProps) {
  return (
    <span className="relative grid shrink-0 gap-1.5">
      <Monogram seed={tag} name={nameOrTag(name, tag)} className={className} />
      {children}
      {place !== null && (
        <span
          className={`absolute z-1 -top-2 -start-2 grid size-5 place-items-center rounded-full text-xs font-extrabold text-[oklch(0.22_0.04_90)] ${MEDALS[place]}`}
        >
          {place + 1}
        </span>
      )}
    </span>
  )
}

/** All seats of a club: who is active, who is not, of whom it is not known, and what is free. Numbers beside it say it. */
function SeatBar({ members, active, notActive }: Pod) {
  if (active + notActive === 0) return null
  const shareOf = (seats: number) => ({ width: `${(seats / CLUB_SEATS) * 100}%` })
  return (
    <span aria-hidden="true" className="flex h-1.5 overflow-hidden rounded-full bg-raise">
      <span className="bg-acc" style={shareOf(active)} />
      <span className="bg-mut/45" style={shareOf(notActive)} />
      <span className="border border-line" style={shareOf(members - active - notActive)} />
    </span>
  )
}

/** The name as a link, which covers the whole card. */
export function NameLink({ card: { to, tag, name }, className }: { card: CardFacts; className: string }) {
  const shown = nameOrTag(name, tag)
  return (
    <Link
      to={to}
      params={{ tag: tagInPath(normaliseTag(tag) ?? tag) }}
      title={shown}
      className={`block min-w-0 leading-tight font-semibold no-underline after:absolute after:inset-0 after:rounded-lg ${className}`}
    >
      <PlayerName name={shown} className="block truncate" />
    </Link>
  )
}

/** In one line: where the country has no room beside the club's name, it goes. */
export function About({ seats, about }: Pick<CardFacts, 'seats' | 'about'>) {
  return (
    <p className="flex h-5 min-w-0 grow basis-20 flex-wrap overflow-hidden text-sm text-mut">
      {seats && <Text id="browse.members" values={{ seats, said: saidOnly }} />}
      {about.map((part, position) => (
        <span key={part} className="max-w-full truncate">
          {(position > 0 || seats) && '\u00a0· '}
          <PlayerName name={part} />
        </span>
      ))}
    </p>
  )
}

/** How deep a club or player is: form leaps, silence sinks. */
const DEPTHS = { High: 'form', Medium: 'quiet', Low: 'silent' } as const

const ORDERED_BY = { score: 'performance_score', activity: 'activity_score' } as const

/** A score on one quiet line; in the colour of its band where it leads. */
function Score({ label, score, kind, order }: CardScore & Pick<RowProps, 'order'>) {
  const isLead = order === ORDERED_BY[kind]
  return (
    <div className="flex flex-wrap items-center gap-x-1">
      <dt className="flex items-center gap-1 text-mut">
        {kind === 'activity' && score !== null && <Emblem of={DEPTHS[activityWord(score)]} className="size-4" />}
        {label}
      </dt>
      <dd className={isLead ? LEADS : 'font-semibold'} style={isLead ? { color: toneOf(score ?? 0, kind) } : undefined}>
        <KnownNumber value={score} format={kind === 'activity' ? activityText : scoreText} />
      </dd>
    </div>
  )
}

type CardDetailsProps = Omit<RowProps, 'standing'> & { facts: readonly (string | null)[] }

/** These facts and, where it orders the list, how often the page was viewed. */
export function CardDetails({ card: { tier, offer, figures }, order, facts }: CardDetailsProps) {
  const score = order === 'popularity' ? Math.round(figures.popularity) : 0
  const parts = [...facts, score > 0 ? t('browse.popularityOf', { score }) : null].filter(Boolean)
  if (parts.length === 0) return null
  return (
    // A part that wraps stays whole: the start of each line is cut off.
    <p
      className={`dotted pointer-events-none ${order === 'ranked' || order === 'prestige' ? 'font-semibold' : 'text-sm text-mut'}`}
    >
      {parts.map((words) => (
        <span key={words} className="inline-block">
          {words === offer && tier !== null && <Emblem of={tierShape(tier)} className="me-1 inline size-4" />}
          {words}
        </span>
      ))}
    </p>
  )
}

/** What was won in the last 7 days, as a line and in words. */
function Week({ order, ...card }: CardFacts & Pick<RowProps, 'order'>) {
  if (card.gain === null) return null
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-2">
      {card.won.some(Boolean) && <WonLine won={card.won} trophies={card.trophies} className="h-4 w-16" />}
      <Won {...card} gain={card.gain} order={order} />
    </div>
  )
}

type WonProps = Pick<CardFacts, 'growth'> & Pick<RowProps, 'order'> & { gain: number }

/** In percent where that orders the list. */
export function Won({ gain, growth, order }: WonProps) {
  const isInPercent = order === 'growth' && typeof growth === 'number'
  return <Trend {...trendOf(gain, isInPercent ? signed(growth, percent) : wonText(gain))} />
}
