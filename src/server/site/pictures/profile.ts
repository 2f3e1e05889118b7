import { scoreBand } from '#shared/bands.ts'
import { abbreviate, signed } from '#shared/number-format.ts'
import type { BelugaColour } from './canvas.ts'

/** What the picture of a club or player shows. */
export type Profile = {
  kind: 'Club' | 'Player'
  tag: string
  name: string
  /** The player's club. */
  clubName: string | null
  figures: Figure[]
  /** Trophies at the end of each of the last 30 days, oldest first; null before the first observation. */
  line: (number | null)[]
  asOf: Date
}

/** A key figure. `value` is null where it is not known. */
export type Figure = {
  label: string
  value: string | null
  note: { text: string; colour: BelugaColour; arrow?: 'up' | 'down' }
  /** A score from 0 to 100, which is also drawn as a bar. */
  score?: number | null
}

export const LINE_DAYS = 30

const NOT_KNOWN = { text: 'not known yet', colour: 'mut' } as const

const BAND_COLOURS = { Excellent: 'good', Good: 'good', Average: 'warn', 'Below Avg': 'bad', Poor: 'bad' } as const

/** A score (0 to 100) with the name of its band, in the band's colour. */
export function scoreFigure(label: string, score: number | null): Figure {
  if (score === null) return { label, value: null, note: NOT_KNOWN, score }
  const band = scoreBand(score)
  return { label, value: String(Math.round(score)), note: { text: band, colour: BAND_COLOURS[band] }, score }
}

/** Trophies and their change in 30 days, with an arrow, a sign and a colour. */
export function trophiesFigure(trophies: string, change: number | null): Figure {
  return { label: 'Trophies', value: trophies, note: changeNote(change) }
}

function changeNote(change: number | null): Figure['note'] {
  if (change === null) return { text: `${LINE_DAYS} days: not known yet`, colour: 'mut' }
  if (change === 0) return { text: `no change in ${LINE_DAYS} days`, colour: 'mut' }
  const [arrow, colour] = change > 0 ? (['up', 'good'] as const) : (['down', 'bad'] as const)
  return { text: `${signed(change, (size) => abbreviate(size, 'sentence'))} in ${LINE_DAYS} days`, colour, arrow }
}

/** A count with a note, or "not known yet". */
export function countFigure(label: string, value: string | null, note: string): Figure {
  return { label, value, note: value === null ? NOT_KNOWN : { text: note, colour: 'mut' } }
}
