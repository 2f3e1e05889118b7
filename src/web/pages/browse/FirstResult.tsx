import { Fragment, type ReactNode, useId } from 'react'
import { activityText, activityWord } from '#shared/bands.ts'
import { CLUB_SEATS } from '#shared/limits.ts'
import { abbreviate, signed } from '#shared/number-format.ts'
import type { Sort } from '#shared/sorts.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { BODY } from '#web/ui/Dolphin.tsx'
import { gainWithMoves, SPARKLINE, sparklineSpans } from '#web/ui/Sparkline.tsx'
import { KnownNumber, ScoreBar } from '#web/ui/StatGrid.tsx'
import { Text } from '#web/ui/Text.tsx'
import type { CardFacts, Pod } from './card-facts.ts'
import { About, CardDetails, Crest, NameLink, Reasons, type RowProps, Won } from './ResultRow.tsx'
import type { SortWithFirst } from './standing.ts'

/** Why it is the first one, by what orders the list. */
const REASONS: Record<SortWithFirst, PlainTextId> & { [order in Sort]?: PlainTextId } = {
  popularity: 'home.viewedMost',
  trophies: 'browse.mostTrophies',
  growth: 'browse.grewMost',
  activity_score: 'browse.mostActive',
  performance_score: 'browse.bestPerformance',
  ranked: 'browse.highestRating',
  prestige: 'browse.mostPrestige',
}

/** The first of a list of whom a week is known: its week as a chart, and a picture of how active it is. */
export function FirstResult({ card, standing: { place, marks }, order }: RowProps) {
  const { pod, scores, state, trophies, won, gain } = card
  const depth = depthOf(card)
  const reasons = [
    place === 0 ? REASONS[order] : undefined,
    ...marks.filter((mark) => mark !== 'browse.wonMost'),
  ].filter(isPresent)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Crest card={card} place={place} className="size-16 rounded-lg sm:size-18" />
        <div className="grid min-w-0 grow basis-20">
          <NameLink card={card} className="text-lg sm:text-2xl" />
          <Reasons ids={reasons} />
          <About {...card} />
        </div>
        <p className="ms-auto text-end text-2xl font-extrabold whitespace-nowrap sm:text-hero">
          {abbreviate(trophies)}
          <span className="block text-sm font-normal text-mut">{t('home.trophies')}</span>
        </p>
      </div>
      <div className="grid gap-3 empty:hidden sm:gap-4 sm:has-[>:nth-child(2)]:grid-cols-2">
        {gain !== null && (
          <div className="flex flex-col gap-2">
            <p className="flex flex-wrap justify-between gap-x-2">
              {marks.includes('browse.wonMost') ? (
                <b className="text-acc">{t('browse.wonMost')}</b>
              ) : (
                <span className="text-mut">{t(gain < 0 ? 'browse.growth' : 'browse.won')}</span>
              )}
              <Won {...card} gain={gain} order={order} />
            </p>
            <WeekChart won={won} trophies={trophies} />
          </div>
        )}
        {pod ? <Sea {...card} pod={pod} /> : depth && <Depth state={state} depth={depth} />}
      </div>
      {pod === null && scores.length > 0 && (
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] gap-x-4 gap-y-2">
          {scores.map((each) => (
            <ScoreBar key={each.label} {...each} word="max-sm:sr-only" />
          ))}
        </dl>
      )}
      <CardDetails
        card={card}
        order={order}
        facts={[pod || depth ? null : state, card.offer, card.prestige, withMovesOf(card)]}
      />
    </div>
  )
}

/** Where who came and left turned what was won into a loss, or the other way. */
function withMovesOf({ gain, gainWithMoves: all = null }: CardFacts): string | null {
  return gainWithMoves(gain ?? 0, all, (change) => t('browse.withMoves', { change: signed(change, abbreviate) }))
}

const isPresent = (id: PlainTextId | undefined) => id !== undefined

/** What was won up to each of the days, over the ground that the line begins on. The number above says the same. */
function WeekChart({ won, trophies }: Pick<CardFacts, 'won' | 'trophies'>) {
  const fade = useId()
  const spans = sparklineSpans([0, ...won], trophies / 1000)
  if (spans.length === 0) return null
  const { width, height } = SPARKLINE
  const lines = spans.map((span) => `M${span.join('L')}`)
  const area = spans.map((span, place) => `${lines[place]}V${height}H${span[0]?.[0]}Z`)
  const line = {
    fill: 'none',
    stroke: 'var(--c1)',
    strokeLinecap: 'round',
    vectorEffect: 'non-scaling-stroke',
  } as const
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="h-16 w-full grow overflow-visible border-b border-edge sm:h-28"
      aria-hidden="true"
    >
      <linearGradient id={fade} x2="0" y2="1">
        <stop stopColor="var(--c1)" stopOpacity=".4" />
        <stop offset="1" stopColor="var(--c1)" stopOpacity="0" />
      </linearGradient>
      <path d={area.join('')} fill={`url(#${fade})`} />
      <path d={lines.join('')} {...line} strokeWidth="2.5" strokeLinejoin="round" />
      {/* A line without length is a dot, as wide as the line. */}
      <path
        d={spans
          .flat()
          .map((place) => `M${place}h0`)
          .join('')}
        {...line}
        strokeWidth="7"
      />
    </svg>
  )
}

/** The club as its pod: who is active leaps, all others are in the water, and free seats are bubbles. */
function Sea({ pod: { members, active, notActive }, scores, state }: CardFacts & { pod: Pod }) {
  const free = Math.max(0, CLUB_SEATS - members)
  const unknown = members - active - notActive
  const bold = (words: ReactNode) => <b className="text-ink">{words}</b>
  return (
    <div className="on-paper flex flex-col overflow-hidden rounded-md border border-edge text-sm text-mut">
      <svg className="absolute size-0" aria-hidden="true">
        <symbol id="seat-dolphin" viewBox="1 12 63 54">
          <path d={BODY} />
        </symbol>
      </svg>
      <div className="relative bg-raise/50 px-3 py-2">
        {state ??
          scores.map(({ label, score }) => (
            <p key={label} className="flex justify-between">
              {bold(label)}
              {bold(<KnownNumber value={score} format={activityText} />)}
            </p>
          ))}
        <Dolphins count={active} look="-rotate-6 fill-current text-acc" />
      </div>
      <div className="pod-deep waves relative flex grow flex-wrap gap-x-6 gap-y-1 px-3 pb-2">
        {notActive > 0 && (
          <div>
            <Text id="browse.notActive" values={{ members: notActive, b: bold }} />
            <Dolphins count={notActive} look="rotate-12 fill-current" />
          </div>
        )}
        {unknown > 0 && (
          <div>
            <Text id="pod.notKnown" values={{ members: unknown, b: bold }} />
            <Dolphins count={unknown} look="fill-none stroke-current stroke-2 [stroke-dasharray:5_4]" />
          </div>
        )}
        {free > 0 && (
          <div>
            {t('offer.seats', { seats: free })}
            <Repeated count={free}>
              <span className="size-4 rounded-full border border-line" />
            </Repeated>
          </div>
        )}
      </div>
    </div>
  )
}

function Dolphins({ count, look }: { count: number; look: string }) {
  return (
    <Repeated count={count}>
      <svg aria-hidden="true" className={`h-4.5 w-5 sm:h-6 sm:w-7 ${look}`}>
        <use href="#seat-dolphin" />
      </svg>
    </Repeated>
  )
}

function Repeated({ count, children }: { count: number; children: ReactNode }) {
  return (
    <div aria-hidden="true" className="flex flex-wrap items-center gap-0.5 py-1 sm:gap-1">
      {Array.from({ length: count }, (_, place) => `seat-${place}`).map((seat) => (
        <Fragment key={seat}>{children}</Fragment>
      ))}
    </div>
  )
}

/** The zones of the sea by activity, as the filters name them, and how a dolphin lies there. */
const ZONES = [
  ['High', 'browse.high', 'bg-raise/50', 'text-acc -rotate-6'],
  ['Medium', 'browse.medium', 'pod-reef waves', 'text-c1 rotate-12'],
  ['Low', 'browse.low', 'pod-deep', 'text-mut rotate-50'],
] as const

type Zone = (typeof ZONES)[number][0]

/** How deep a player is by activity; null where that is not known. */
function depthOf({ scores, isSilent }: CardFacts): Zone | null {
  const score = scores.find(({ kind }) => kind === 'activity')?.score ?? null
  return score === null ? (isSilent ? 'Low' : null) : activityWord(score)
}

/** The player as a dolphin, the deeper the less active. */
function Depth({ state, depth }: Pick<CardFacts, 'state'> & { depth: Zone }) {
  return (
    <div className="on-paper grid overflow-hidden rounded-md border border-edge text-sm text-mut">
      {state && <p className="bg-raise/50 px-3 pt-2 text-ink">{state}</p>}
      {ZONES.map(([zone, id, water, look]) => (
        <div
          key={zone}
          aria-hidden="true"
          className={`relative flex h-9 items-center px-3 sm:h-auto sm:min-h-11 ${water}`}
        >
          {t(id)}
          {zone === depth && (
            <svg
              aria-hidden="true"
              viewBox="1 12 63 54"
              className={`absolute inset-0 m-auto size-9 fill-current sm:size-12 ${look}`}
            >
              <path d={BODY} />
            </svg>
          )}
        </div>
      ))}
    </div>
  )
}
