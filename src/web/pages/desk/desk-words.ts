import { reasonWords } from '#shared/desk-reasons.ts'
import { formatThousands, lists, signed } from '#shared/number-format.ts'
import { type PlainTextId, pageLanguage, type TextId, t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { shortDay } from '#web/ui/date-words.ts'

type Queue = Answer<'GET /api/desk/{tag}/queue'>
type Entry = Queue['entries'][number]
export type Decision = Queue['settled'][number]['decision']
export type Suggestion = Entry['suggestion']
export type Mark = Answer<'GET /api/desk/{tag}/marks'>['marks'][number]
export type QuietState = keyof Queue['quiet']

/** What is suggested, as a question that the leader answers. */
export const SUGGESTED: Record<Suggestion, PlainTextId> = {
  blacklisted: 'desk.onBlacklist',
  remove: 'desk.remove',
  warn: 'desk.warn',
  below_bar: 'desk.belowBar',
  promote: 'desk.promote',
}

/** The colour of a suggestion; its words say the same. */
export const SUGGESTED_TONE: Record<Suggestion, string> = {
  blacklisted: 'text-bad',
  remove: 'text-bad',
  warn: 'text-warn',
  below_bar: 'text-mut',
  promote: 'text-good',
}

/** What a leader says was done, on the buttons. */
export const ACTION_LABEL = {
  removed: 'desk.iRemoved',
  warned: 'desk.iWarned',
  promoted: 'desk.iPromoted',
  snoozed: 'desk.keepForNow',
} as const satisfies Record<Decision['action'], PlainTextId>

/** What was done about a member, with the name, and with the days for which it was put off. */
export const DONE = {
  removed: 'desk.saidRemoved',
  warned: 'desk.saidWarned',
  promoted: 'desk.saidPromoted',
  snoozed: 'desk.saidLater',
} as const satisfies Record<Decision['action'], TextId>

const DECIDED = {
  removed: ['desk.removedOn', 'desk.removedBy'],
  warned: ['desk.warnedOn', 'desk.warnedBy'],
  promoted: ['desk.promotedOn', 'desk.promotedBy'],
  snoozed: ['desk.laterOn', 'desk.laterBy'],
  putOff: ['desk.putOffOn', 'desk.putOffBy'],
} as const satisfies Record<string, readonly [on: TextId, by: TextId]>

const CLOSED = {
  left: 'desk.closedLeft',
  promoted: 'desk.closedPromoted',
  demoted: 'desk.closedDemoted',
} as const satisfies Record<string, TextId>

/** A decision in words, with who made it, and what the club's list showed afterwards. */
export function decisionWords({ action, at, by, until, closed }: Decision): string {
  const [on, byUser] = DECIDED[action === 'snoozed' && until !== null ? 'putOff' : action]
  const values = { day: shortDay(at), until: until === null ? '' : shortDay(until) }
  const decision = by === null ? t(on, values) : t(byUser, { ...values, by })
  if (closed === null) return decision
  return t('desk.decisionThen', { decision, after: t(CLOSED[closed.kind], { day: shortDay(closed.at) }) })
}

export const capital = (text: string) => text.charAt(0).toLocaleUpperCase(pageLanguage()) + text.slice(1)

/** Texts one after another, with commas as the language writes them. */
export function listed(texts: readonly string[]): string {
  return lists({ type: 'unit', style: 'short' }).format(texts)
}

/** What is noted, and what a leader wrote about it. */
export function withText(what: string, text: string): string {
  return text === '' ? what : t('desk.withText', { what, text })
}

const MARKS: Record<Mark['kind'], PlainTextId> = {
  note: 'desk.note',
  warning: 'desk.warning',
  safe: 'desk.markSafe',
  blacklist: 'desk.blacklist',
}

/** A mark in words: `Warning (counts 2 times): rude in chat`. */
export function markWords({ kind, text, facts, weight }: Pick<Mark, 'kind' | 'text' | 'facts' | 'weight'>): string {
  const isHeavy = kind === 'warning' && weight !== null && weight > 1
  return withText(
    isHeavy ? t('desk.warningWeight', { weight }) : t(MARKS[kind]),
    facts === null ? text : reasonWords(facts),
  )
}

/** How long a mark holds. */
export function describeEnd({ kind, until, expired }: Pick<Mark, 'kind' | 'until' | 'expired'>): string | null {
  if (until === null) return kind === 'note' ? null : t('desk.forGood')
  return t(expired ? 'desk.expired' : 'desk.until', { day: shortDay(until) })
}

/** How much is known of a member: `known on 28 of 30 days`. */
export function coverage(knownDays: number): string {
  return t('desk.coverage', { known: knownDays })
}

/** `silent for 16+ days`, up to when the club was last seen; null where it is not known. */
export function silenceWords(days: number | null, atLeast: boolean): string | null {
  if (days === null) return null
  if (days === 0) return t('desk.playedLast')
  return t(atLeast ? 'desk.silentLeast' : 'desk.silentFor', { days })
}

/** A gain with its sign; a dash where it is not known. */
export function gainWords(gain: number | null): string {
  return gain === null ? '—' : signed(gain, formatThousands, { zero: '' })
}
