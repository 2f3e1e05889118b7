export type RankMovement = {
  direction: 'up' | 'down' | 'same' | 'new'
  /** Places gained or lost. */
  places: number
  /** For those who do not see the arrow: `up 3 places`. */
  words: string
}

/** How a rank moved since the collection it is compared with; a smaller number is a better rank. Null before: new here. */
export function rankMovement(rank: number, before: number | null): RankMovement {
  if (before === null) return { direction: 'new', places: 0, words: 'new' }
  const places = Math.abs(before - rank)
  if (places === 0) return { direction: 'same', places, words: 'same rank' }
  const direction = before > rank ? 'up' : 'down'
  return { direction, places, words: `${direction} ${places} ${places === 1 ? 'place' : 'places'}` }
}

/** How a rank stands out. */
export type RankStyle = 'first' | 'second' | 'third' | 'top-10' | 'top-50' | 'none'

/** The style of a rank: the first three each, then the top 10 and the top 50. */
export function rankStyle(rank: number): RankStyle {
  const podium = (['first', 'second', 'third'] as const)[rank - 1]
  if (podium) return podium
  if (rank <= 10) return 'top-10'
  return rank <= 50 ? 'top-50' : 'none'
}
