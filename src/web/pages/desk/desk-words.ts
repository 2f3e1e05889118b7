import { daysText, formatThousands, signed } from '#shared/number-format.ts'
import type { Answer } from '#web/app/api-client.ts'
import { shortDay } from '#web/ui/date-words.ts'

type Queue = Answer<'GET /api/desk/{tag}/queue'>
type Entry = Queue['entries'][number]
export type Decision = Queue['settled'][number]['decision']
export type Suggestion = Entry['suggestion']
export type Mark = Answer<'GET /api/desk/{tag}/marks'>['marks'][number]
export type QuietState = keyof Queue['quiet']

/** What is suggested, as a question that the leader answers. */
export const SUGGESTED: Record<Suggestion, string> = {
  blacklisted: 'On the blacklist',
  remove: 'Remove?',
  warn: 'Warn?',
  below_bar: 'Below the bar',
  promote: 'Promote?',
}

/** The colour of a suggestion; its words say the same. */
export const SUGGESTED_TONE: Record<Suggestion, string> = {
  blacklisted: 'text-bad',
  remove: 'text-bad',
  warn: 'text-warn',
  below_bar: 'text-mut',
  promote: 'text-good',
}

/** Why nothing is suggested about some members. */
export const QUIET: Record<QuietState, string> = {
  fine: 'fine',
  absent: 'away',
  safe: 'safe',
  newcomer: 'new here',
  unknown: 'not known well enough',
}

/** What was done, in a word. */
export const DONE: Record<Decision['action'], string> = {
  removed: 'removed',
  warned: 'warned',
  promoted: 'promoted',
  snoozed: 'later',
}

/** A decision in words, with who made it, and what the club's list showed afterwards. */
export function decisionWords({ action, at, by, until, closed }: Decision): string {
  const done = action === 'snoozed' && until !== null ? `put off until ${shortDay(until)}` : DONE[action]
  const who = by === null ? '' : ` by ${by}`
  const after = closed === null ? '' : `. ${CLOSED[closed.kind]} on ${shortDay(closed.at)}: closed by itself`
  return `${capital(done)}${who} on ${shortDay(at)}${after}`
}

const CLOSED = { left: 'Left the club', promoted: 'Got the new role', demoted: 'Got a lower role' } as const

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const MARKS: Record<Mark['kind'], string> = { note: 'Note', warning: 'Warning', safe: 'Safe', blacklist: 'Blacklist' }

/** A mark in words: `Warning (2): rude in chat`. */
export function markWords({ kind, text, weight }: Pick<Mark, 'kind' | 'text' | 'weight'>): string {
  const heavy = weight !== null && weight > 1 ? ` (counts ${weight} times)` : ''
  return `${MARKS[kind]}${heavy}${text === '' ? '' : `: ${text}`}`
}

/** How long a mark holds. */
export function describeEnd({ kind, until, expired }: Pick<Mark, 'kind' | 'until' | 'expired'>): string | null {
  if (until === null) return kind === 'note' ? null : 'for good'
  return expired ? `expired on ${shortDay(until)}` : `until ${shortDay(until)}`
}

/** How much is known of a member: `known on 28 of 30 days`. */
export function coverage(knownDays: number): string {
  return `known on ${knownDays} of 30 days`
}

/** `silent for 16+ days`, up to when the club was last seen; null where it is not known. */
export function silenceWords(days: number | null, atLeast: boolean): string | null {
  if (days === null) return null
  if (days === 0) return 'played on the last day seen'
  return `silent for ${daysText(days, atLeast)}`
}

/** A gain with its sign; a dash where it is not known. */
export function gainWords(gain: number | null): string {
  return gain === null ? '—' : signed(gain, formatThousands, { zero: '' })
}
