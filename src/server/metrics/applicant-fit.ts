import type { Reason } from '#shared/contract/desk-reasons.ts'
import { reasonWords, whyNoTag } from '#shared/desk-reasons.ts'
import { weightedMean } from './member-scores.ts'

/** What is known of somebody who would like to join; null where it is not known. */
export type ApplicantFigures = {
  trophies: number | null
  /** The club's entry bar; null where it has none. */
  bar: number | null
  /** 0 to 100, over the known days of the last 30. */
  activity: number | null
  consistency: number | null
  activeDays: number
  knownDays: number
  /** Days in each club that the player was in, as far as is known. */
  tenures: readonly number[]
  /** How much of the own play lies in the club's hours, 0 to 100 (`hoursInCommon`). */
  hoursInCommon: number | null
  /** Weights of this club's open warnings. */
  warnings: readonly number[]
  blacklisted: boolean
}

/** One figure in words, with what it adds to the fit; null where it adds nothing. */
type FitReason = { text: string; fact: Reason; points: number | null; of: number | null }

/** How well an applicant fits, 0 to 100; null where too little is known to say. */
export type Fit = { fit: number | null; reasons: FitReason[] }

/** What each part can add. Parts that are not known are left out, and the others are scaled to 100. */
const WEIGHTS = { activity: 35, consistency: 15, bar: 20, hours: 20, loyalty: 10 } as const

/** Days in a club that add all that loyalty can add. */
const LOYAL_DAYS = 90

/** Whoever plays half in the club's hours plays with it. */
const COMMON_HOURS = 50

/** What each weight of an open warning takes away. */
const WARNING_COSTS = 10

/**
 * How well an applicant fits: the weighted mean of activity, consistency, trophies against the bar, the hours in common
 * with the club, and the longest stay in a club, less 10 for each weight of an open warning; 0 on the blacklist; 0 to 100,
 * whole. Null while the activity is not known: trophies alone tell nothing of a member (docs/formulas.md#applicants).
 */
export function applicantFit(figures: ApplicantFigures): Fit {
  const parts = partsOf(figures)
  const mean = weightedMean(parts.map(({ weight, share }) => [weight, share === null ? null : 100 * share]))
  const lost = WARNING_COSTS * figures.warnings.reduce((sum, weight) => sum + weight, 0)
  const fit = mean === null || figures.activity === null ? null : Math.round(Math.min(100, Math.max(0, mean - lost)))
  const reasons = parts.map(({ fact, weight, share }) =>
    share === null ? reasonOf(fact, null) : reasonOf(fact, Math.round(weight * share), weight),
  )
  const marks = markReasons(figures, lost)
  return { fit: figures.blacklisted ? 0 : fit, reasons: [...marks, ...reasons] }
}

type Part = { fact: Reason; weight: number; share: number | null }

function partsOf({ activity, consistency, activeDays, knownDays, ...rest }: ApplicantFigures): Part[] {
  return [
    {
      fact: { kind: 'active', active: activeDays, known: knownDays },
      weight: WEIGHTS.activity,
      share: activity === null ? null : activity / 100,
    },
    {
      fact: { kind: 'even', score: consistency },
      weight: WEIGHTS.consistency,
      share: consistency === null ? null : consistency / 100,
    },
    barPart(rest),
    hoursPart(rest),
    loyaltyPart(rest),
  ]
}

function barPart({ trophies, bar }: Pick<ApplicantFigures, 'trophies' | 'bar'>): Part {
  const share = trophies === null || bar === null ? null : Math.min(1, trophies / bar)
  return { fact: { kind: 'bar', trophies, bar }, weight: WEIGHTS.bar, share }
}

function hoursPart({ hoursInCommon: common }: Pick<ApplicantFigures, 'hoursInCommon'>): Part {
  const share = common === null ? null : Math.min(1, common / COMMON_HOURS)
  return { fact: { kind: 'hours', share: common }, weight: WEIGHTS.hours, share }
}

function loyaltyPart({ tenures }: Pick<ApplicantFigures, 'tenures'>): Part {
  const longest = Math.max(0, ...tenures)
  const share = tenures.length === 0 ? null : Math.min(1, longest / LOYAL_DAYS)
  return { fact: { kind: 'stayed', days: longest, clubs: tenures.length }, weight: WEIGHTS.loyalty, share }
}

function markReasons({ blacklisted, warnings }: ApplicantFigures, lost: number): FitReason[] {
  const listed = blacklisted ? [reasonOf({ kind: 'listed' }, 0)] : []
  if (warnings.length === 0) return listed
  return [...listed, reasonOf({ kind: 'warnings', warnings: warnings.length, weight: warnings.length }, -lost)]
}

function reasonOf(fact: Reason, points: number | null, of: number | null = null): FitReason {
  return { text: reasonWords(fact), fact, points, of }
}

type Fitting = { fit: number | null; trophies: number | null; player_tag: string }

/** Orders applicants: the best fit first, unknown ones last; then by trophies, then by tag. */
export function byFit(one: Fitting, other: Fitting): number {
  const fit = (other.fit ?? -1) - (one.fit ?? -1)
  return fit || (other.trophies ?? -1) - (one.trophies ?? -1) || (one.player_tag < other.player_tag ? -1 : 1)
}

/** A tag with its `#`, of any length that tags have; the letter O stands for zero. */
const MARKED = /#[0289PYLQGRJCUVO]{3,14}(?![\p{L}\p{N}])/giu

/** A tag without its `#`: long enough and with a digit, so that a word is not taken for one. */
const BARE = /(?<![\p{L}\p{N}#])(?=[0289PYLQGRJCUVO]*[0289])[0289PYLQGRJCUVO]{6,14}(?![\p{L}\p{N}])/giu

/** A word with a `#`, and one in capitals and digits: what somebody may have meant as a tag. */
const MARKED_WORD = /#[\p{L}\p{N}]{2,40}/gu
const CODE_WORD = /(?<![\p{L}\p{N}#])(?=[A-Z0-9]*[0-9])(?=[0-9]*[A-Z])[A-Z0-9]{6,14}(?![\p{L}\p{N}])/gu

/** The words of a text that look like tags and are none, each once, with what is wrong with them. */
export function mistypedTags(text: string): { text: string; why: string }[] {
  const words = [...text.matchAll(MARKED_WORD), ...text.matchAll(CODE_WORD)].sort(
    (one, other) => one.index - other.index,
  )
  return [...new Set(words.map(([word]) => word))]
    .filter((word) => tagsInText(word).length === 0)
    .map((word) => ({ text: word, why: whyNoTag(word) }))
}

/** The tags in a chat text, each once, in the order in which they stand (docs/formulas.md#applicants). */
export function tagsInText(text: string): string[] {
  const found = [...text.matchAll(MARKED), ...text.matchAll(BARE)].sort((one, other) => one.index - other.index)
  const tags = found.map(([tag]) => `#${tag.replace('#', '').toUpperCase().replaceAll('O', '0')}`)
  return [...new Set(tags)]
}
