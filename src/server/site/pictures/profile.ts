import { activityText, activityWord, bandName, scoreBand, wholeScore } from '#shared/bands.ts'
import { briefGain, wonText } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import type { BelugaColour } from './canvas.ts'

/** What the picture of a club or player shows. */
export type Profile = {
  /** `Club` or `Player`. */
  kind: string
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

/** What the picture of a review shows: all its cards, or one. */
export type ReviewPicture = Pick<Profile, 'kind' | 'tag' | 'name'> & {
  /** `Season of November 2026`, and which of its days were seen. */
  title: string
  seen: string
  /** `tags` stand in place of names that no font can write. */
  cards: { title: string; value: string | null; note: string; tags: string | null; figure: ReviewFigure | null }[]
}

/**
 * What a card is drawn with where it has the picture for itself: a line, bars, of which
 * the best may be told apart, with words below that name their scale, or how many tenths of all are behind.
 */
export type ReviewFigure =
  | { line: readonly number[] }
  | { bars: readonly (number | null)[]; best: boolean; scale?: string }
  | { tenths: number }

const notKnown = () => makeMutedNote(t('ui.notKnownYet'))

/** Why there is no score yet: `Learning: 2 of 7 days`; null where enough is known. */
export function learningNote(learning: { observed_days: number; needed: number } | null): string | null {
  return learning && t('picture.learning', { observed: learning.observed_days, needed: learning.needed })
}

function makeMutedNote(text: string): Figure['note'] {
  return { text, colour: 'mut' }
}

const BAND_COLOURS = { Excellent: 'good', Good: 'good', Average: 'warn', 'Below Avg': 'bad', Poor: 'bad' } as const

/** A score (0 to 100) with the name of its band, in the band's colour. `missing` says why there is none. */
export function scoreFigure(label: string, score: number | null, missing: string | null = null): Figure {
  if (score === null) return { label, value: null, note: missing === null ? notKnown() : makeMutedNote(missing), score }
  const band = scoreBand(score)
  return { label, value: String(wholeScore(score)), note: { text: bandName(band), colour: BAND_COLOURS[band] }, score }
}

/** The share of active members in percent, called as the browse filter calls it. */
export function activityFigure(label: string, score: number | null, missing: string | null): Figure {
  if (score === null) return { label, value: null, note: missing === null ? notKnown() : makeMutedNote(missing), score }
  return { label, value: activityText(score), note: makeMutedNote(bandName(activityWord(score))), score }
}

type Written = { byPlay?: boolean }

/**
 * Trophies and their change in `span` days (30, unless tracking began later), with an arrow, a sign and a colour, in
 * the words of the page; `byPlay` where it is what the members of a club won, without what came and went with members.
 */
export function trophiesFigure(
  trophies: string,
  change: number | null,
  span: number | null,
  written: Written = {},
): Figure {
  return { label: t('ui.trophies'), value: trophies, note: changeNote(change, span ?? LINE_DAYS, written) }
}

function changeNote(change: number | null, span: number, { byPlay = false }: Written): Figure['note'] {
  if (change === null) return makeMutedNote(t('picture.daysUnknown', { days: LINE_DAYS }))
  if (change === 0) return makeMutedNote(t('picture.noChange', { days: span }))
  const [arrow, colour] = change > 0 ? (['up', 'good'] as const) : (['down', 'bad'] as const)
  return {
    text: t('picture.change', { change: byPlay ? wonText(change) : briefGain(change), days: span }),
    colour,
    arrow,
  }
}

/** A count with a note, or "not known yet". */
export function countFigure(label: string, value: string | null, note: string): Figure {
  return { label, value, note: value === null ? notKnown() : makeMutedNote(note) }
}
