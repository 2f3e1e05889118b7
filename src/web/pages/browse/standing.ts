import { PODIUM } from '#shared/limits.ts'
import { percent } from '#shared/number-format.ts'
import type { Sort } from '#shared/sorts.ts'
import type { CardFacts } from './card-facts.ts'

/** What makes one stand out on its page, whatever the order. */
type Mark = 'browse.wonMost' | 'browse.activeMost'

/** Orders by names, days and numbers of members make nobody the first. */
export type SortWithFirst = Exclude<Sort, 'name' | 'created_date' | 'member_count'>

/** Where one stands: among the first three of all, and what is best about it on its page. */
export type Standing = {
  place: number | null
  /** The first one with a medal of whom a week is known has a large card; who stands above it has a whole row. */
  size: 'large' | 'row' | 'card'
  marks: readonly Mark[]
}

export type Placed = { card: CardFacts; standing: Standing }

/** The order that the first ones stand out by. Where nobody was viewed, a list by views is one by trophies. */
export function orderOf(cards: readonly CardFacts[], sort: Sort): Sort {
  return sort === 'popularity' && cards[0]?.figures.popularity === 0 ? 'trophies' : sort
}

/**
 * A medal for each of the first three by a figure, and a mark for the best of the page. Who shares a figure, as it is
 * shown, has none; nor has one who is alone.
 */
export function placedOf(cards: readonly CardFacts[], order: Sort, page: number): readonly Placed[] {
  const inWords = order === 'growth' ? percent : (figure: number) => String(Math.round(figure))
  const figures = cards.map((card) => inWords(Math.max(0, card.figures[order] ?? 0)))
  const hasMedal = (place: number) => {
    const isTied = figures[place - 1] === figures[place] || figures[place + 1] === figures[place]
    return page === 1 && cards.length > 1 && place < PODIUM && figures[place] !== inWords(0) && !isTied
  }
  const marked: readonly (readonly [Mark, number | null])[] = [
    ['browse.wonMost', order === 'growth' ? null : bestOf(cards.map(({ gain }) => gain))],
    ['browse.activeMost', order === 'activity_score' ? null : bestOf(cards.map(activityOf))],
  ]
  const large = cards.findIndex((card, place) => hasMedal(place) && (card.gain !== null || card.state === null))
  return cards.map((card, place) => ({
    card,
    standing: {
      place: hasMedal(place) ? place : null,
      size: place === large ? 'large' : place < large ? 'row' : 'card',
      marks: marked.flatMap(([mark, best]) => (best === place ? [mark] : [])),
    },
  }))
}

/** As a card shows it. */
function activityOf({ scores }: CardFacts): number | null {
  return scores.find(({ kind }) => kind === 'activity')?.score ?? null
}

/** The place of the one with the highest value. Among a few, or where two share it, nobody stands out. */
function bestOf(values: readonly (number | null)[]): number | null {
  const whole = values.map((value) => Math.round(value ?? 0))
  const most = Math.max(...whole)
  const best = whole.indexOf(most)
  return whole.length > PODIUM && most > 0 && best === whole.lastIndexOf(most) ? best : null
}
