import { goalWords } from '#shared/club-goal.ts'
import type { LogFacts, LogKind } from '#shared/contract/desk-log.ts'
import type { DESK_RULES } from '#shared/desk.ts'
import { reasonWords } from '#shared/desk-reasons.ts'
import { factsInWords, formatThousands } from '#shared/number-format.ts'
import { tierAt } from '#shared/ranked-tiers.ts'
import { periodWords } from '#shared/review.ts'
import { type PlainTextId, type TextId, t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { shortDay } from '#web/ui/date-words.ts'
import { POST_WORDS, quietWords } from './channel-words.ts'
import { listed, markWords, withText } from './desk-words.ts'

type Entry = Answer<'GET /api/desk/{tag}/log'>['entries'][number]
type Of<About extends LogFacts['about']> = Extract<LogFacts, { about: About }>

/** What an entry of the log tells. Older entries have the sentence that was stored, in English. */
export function entryWords({ kind, text, facts }: Pick<Entry, 'kind' | 'text' | 'facts'>): string {
  return facts === null ? text : factsWords(kind, facts)
}

/** What was done, where the facts alone do not tell it. */
const DONE: Partial<Record<LogKind, Extract<TextId, `desk.log${string}`>>> = {
  mark_changed: 'desk.logChanged',
  mark_removed: 'desk.logTakenAway',
  absence_changed: 'desk.logChanged',
  absence_removed: 'desk.logTakenAway',
  week_published: 'desk.logPublished',
  week_withdrawn: 'desk.logPrivate',
  review_shared: 'desk.logPublished',
  review_withdrawn: 'desk.logPrivate',
  goal_withdrawn: 'desk.logTakenAway',
}

function factsWords(kind: LogKind, facts: LogFacts): string {
  if (facts.about === 'undone') return t('desk.logUndone', { what: factsWords(facts.kind, facts.of) })
  const what = subjectWords(facts)
  const done = DONE[kind]
  return done === undefined ? what : t(done, { what })
}

function subjectWords(facts: Exclude<LogFacts, Of<'undone'>>): string {
  switch (facts.about) {
    case 'mark':
      return loggedMark(facts)
    case 'absence': {
      const span = { from: shortDay(facts.from), until: shortDay(facts.until) }
      return withText(t(facts.by_member ? 'desk.logAwayByMember' : 'desk.awayFrom', span), facts.note)
    }
    case 'decision':
      return decided(facts)
    case 'rules':
      return changedRules(facts)
    case 'notice':
      return facts.text === '' ? t('desk.logNoNotice') : withText(t('desk.lookingFor'), facts.text)
    case 'staff':
      return t(facts.invited ? 'desk.logMayRead' : 'desk.logMayNotRead')
    case 'week':
      return t('desk.logWeek', { day: shortDay(facts.until) })
    case 'review':
      return periodWords(facts.period)
    case 'channel':
      return channelWords(facts)
    case 'channel_state':
      return t(CHANNEL_STATE[facts.state], { name: facts.name })
    case 'goal':
      return withText(t('club.goal'), goalWords(facts))
  }
}

function loggedMark({ kind, weight, until, text, reason }: Of<'mark'>): string {
  const what = markWords({ kind, weight, text: '', facts: null })
  const held = until === null ? what : t('desk.logUntil', { what, day: shortDay(until) })
  return withText(held, reason === null ? text : reasonWords(reason))
}

const DECIDED = {
  removed: 'desk.logRemoved',
  warned: 'desk.logWarned',
  promoted: 'desk.logPromoted',
} as const satisfies Record<string, PlainTextId>

function decided({ action, until, reasons }: Of<'decision'>): string {
  const what =
    action === 'snoozed' ? t('desk.logPutOff', { day: until === null ? '' : shortDay(until) }) : t(DECIDED[action])
  return withText(what, factsInWords(reasons.map(reasonWords)))
}

/** The names of the rules. */
export const RULE_LABELS: Record<keyof typeof DESK_RULES, PlainTextId> = {
  warn_after_days: 'desk.ruleWarn',
  remove_after_days: 'desk.ruleRemove',
  grace_days: 'desk.ruleGrace',
  strikes_to_remove: 'desk.ruleStrikes',
  seats_to_spare: 'desk.ruleSeats',
  entry_trophies: 'desk.ruleTrophies',
  entry_tier: 'desk.ruleTier',
  entry_prestige: 'desk.rulePrestige',
  promote_after_days: 'desk.ruleDays',
  promote_activity: 'score.activityScore',
  promote_overall: 'score.overallScore',
}

function changedRules({ changes, time_zone: zone }: Of<'rules'>): string {
  const written = (rule: keyof typeof RULE_LABELS, value: number | null) => {
    if (value === null) return t(rule === 'entry_trophies' ? 'desk.logOwnBar' : 'desk.logNoBar')
    return rule === 'entry_tier' ? tierAt(value) : formatThousands(value)
  }
  const rules = changes.map(({ rule, before, after }) =>
    t('desk.logRule', { rule: t(RULE_LABELS[rule]), before: written(rule, before), after: written(rule, after) }),
  )
  const zones = zone && t('desk.logRule', { rule: t('desk.timeZone'), before: zone.before, after: zone.after })
  return factsInWords([...rules, zones]) || t('desk.logNothing')
}

const CHANNEL_STATE = {
  on: 'desk.saidGoesOn',
  paused: 'desk.saidPaused',
  removed: 'desk.saidChannelGone',
} as const satisfies Record<Of<'channel_state'>['state'], TextId>

function channelWords({ name, posts, quiet_hours }: Of<'channel'>): string {
  const gets = posts.length === 0 ? t('desk.getsNothing') : listed(posts.map((post) => t(POST_WORDS[post])))
  return factsInWords([withText(name, gets), quiet_hours && quietWords(quiet_hours)])
}
