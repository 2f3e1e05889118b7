import { directionOf, FIRST_LANGUAGE } from './languages.ts'
import { keptFormats, pageLanguage, t } from './texts.ts'

/** A typographic minus, as wide as a plus. */
const MINUS = '−'

/** A sign and its number. Without the mark, a line that runs from right to left shows the sign behind: `1,820+`. */
const withSign = (sign: '+' | '−', text: string) =>
  `${directionOf(pageLanguage()) === 'rtl' ? '\u200e' : ''}${sign}${text}`

const isEnglish = () => pageLanguage() === FIRST_LANGUAGE

/** A whole number with thousands separators: `48,214`, `−1,200`, in German `48.214`. Rounds; halves go away from 0. */
export function formatThousands(value: number): string {
  const size = Math.round(Math.abs(value))
  // English is written most, and Intl takes several times as long.
  if (isEnglish()) return withMinus(value, String(size).replace(/\B(?=(?:\d{3})+$)/g, ','))
  return withMinus(value, numbers({}).format(size))
}

/** Writes numbers as the language of the page does, with Latin digits in every one. */
export const numbers = keptFormats(
  (language, options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(language, { ...options, numberingSystem: 'latn' }),
)

/** Writes lists as the language of the page does. American English has one more comma. */
export const lists = keptFormats(
  (language, options: Intl.ListFormatOptions) =>
    new Intl.ListFormat(language === FIRST_LANGUAGE ? 'en-GB' : language, options),
)

/**
 * A number of trophies in short.
 *
 * In a `label` a number has little room: it has at most three digits, `950`, `1k`, `12.4k`, `126k`, `1.26M`. In a
 * `sentence` or on a picture it is the message: it is written in full below 10,000 and has one decimal from there on,
 * `9,999`, `12.4k`, `125.6k`, `1.3M`. Other languages than English have abbreviations of their own.
 */
export function abbreviate(value: number, style: 'label' | 'sentence' = 'label'): string {
  const size = Math.abs(value)
  if (!isEnglish()) return withMinus(value, inShort(size, style))
  return withMinus(value, style === 'label' ? forLabel(size) : forSentence(size))
}

function inShort(size: number, style: 'label' | 'sentence'): string {
  if (style === 'sentence' && size < 9999.5) return formatThousands(size)
  const digits = style === 'label' ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 1 }
  return numbers({ notation: 'compact', ...digits }).format(size)
}

/** The limits lie where rounding would show a fourth digit: 99,950 is `100k`, not `99.9k` or `100.0k`. */
function forLabel(size: number): string {
  if (size < 999.95) return trimZeros(size, Number.isInteger(size) ? 0 : 1)
  if (size < 999_500) return `${trimZeros(size / 1000, size < 99_950 ? 1 : 0)}k`
  return `${trimZeros(size / 1_000_000, size < 9_995_000 ? 2 : 1)}M`
}

/** Rounds whole tenths, so that a half such as 12,350 always rounds up. 999,950 would round to `1,000k`. */
function forSentence(size: number): string {
  if (size < 9999.5) return formatThousands(size)
  return size < 999_950 ? `${Math.round(size / 100) / 10}k` : `${Math.round(size / 100_000) / 10}M`
}

/**
 * A change with its sign, its size written by `format`: `+1,820`, `−12`. A change that is written as zero is no change.
 * A figure on a page stands alone and shows that with `±0`; in a sentence that sign is hard to read: `zero: ''` leaves
 * it out.
 */
export function signed(
  change: number,
  format: (size: number) => string = formatThousands,
  { zero = '±' }: { zero?: '±' | '' } = {},
): string {
  const text = format(Math.abs(change))
  if (!/[1-9]/.test(text)) return zero + text
  return withSign(change > 0 ? '+' : MINUS, text)
}

/** A gain in short, in full below 100,000: pages and the pictures of them write the same gain in the same way. */
export function briefGain(gain: number): string {
  return signed(gain, briefSize, { zero: '' })
}

const briefSize = (size: number) => (size < 100_000 ? formatThousands(size) : abbreviate(size))

/** What was won by play: `+85,651 won`, `1,200 lost`. The word says that it is a loss, so there is no sign. */
export function wonText(gain: number): string {
  return gain < 0 ? t('number.lost', { size: briefSize(-gain) }) : t('number.won', { gain: briefGain(gain) })
}

/** A number with `digits` decimals, also where they are zeros: `3.4`, `2.0`. */
export function decimal(value: number, digits = 1): string {
  if (isEnglish()) return value.toFixed(digits)
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return withMinus(value, numbers(options).format(Math.abs(value)))
}

/** A round number in short, exactly: `125k`, `1.025M`. */
export function roundInShort(value: number): string {
  if (!isEnglish()) return numbers({ notation: 'compact', maximumFractionDigits: 3 }).format(value)
  return value < 1_000_000 ? `${value / 1000}k` : `${value / 1_000_000}M`
}

/**
 * A share from 0 to 100 with a percent sign, one decimal under 10: `83%`, `4.5%`. It is given as it was computed, or as it
 * came, and not rounded before: where its two numbers stand beside it, 88.5 for 23 of 26 would be 89%, which is 88.46%.
 */
export function percent(value: number): string {
  const [size, digits] = [Math.abs(value), Math.abs(value) < 9.95 ? 1 : 0]
  if (isEnglish()) return `${withMinus(value, trimZeros(size, digits))}%`
  const options = { style: 'percent', maximumFractionDigits: digits } as const
  return withMinus(value, numbers(options).format(size / 100))
}

/** In English alone, a number of things: `1 member`, `1,200 members`. Texts of pages have plurals in their catalogs. */
export function count(size: number, thing: string, things = `${thing}s`): string {
  return `${formatThousands(size)} ${size === 1 ? thing : things}`
}

/** Names or other texts as a list in a sentence: `Ada, Milo and Bo`. */
export function listInWords(items: readonly string[]): string {
  return lists({ type: 'conjunction' }).format(items)
}

/** The facts that there are, one after another, without a last word between them: `40,000 trophies, Diamond I`. */
export function factsInWords(facts: readonly (string | false | null | undefined)[]): string {
  return facts.filter(Boolean).join(t('number.separator'))
}

/** The first texts of a list, and how many more there are: `Ada, Milo and 3 more`. */
export function firstOf(items: readonly string[], most: number): string {
  const list = factsInWords(items.slice(0, most))
  return items.length > most ? t('number.andMore', { list, count: items.length - most }) : list
}

/** A number of days that may be more: `1 day`, `16 days`, `16+ days`. */
export function daysText(days: number, atLeast: boolean): string {
  return atLeast ? t('number.daysAtLeast', { days: formatThousands(days) }) : t('number.days', { days })
}

/** A place in a ranking: `1st`, `2nd`, `3rd`, `11th`, `22nd`. */
export function ordinal(rank: number): string {
  return t('number.ordinal', { rank })
}

/** Fixed decimals without the zeros at their end. */
function trimZeros(value: number, digits: number): string {
  return value.toFixed(digits).replace(/\.0+$|(\.\d*[1-9])0+$/, '$1')
}

/** No zero has a minus. */
function withMinus(value: number, text: string): string {
  return value < 0 && /[1-9]/.test(text) ? withSign(MINUS, text) : text
}
