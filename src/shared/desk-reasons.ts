import type { Reason } from './contract/desk-reasons.ts'
import { dayInWords } from './days.ts'
import { factsInWords, formatThousands, lists, percent, signed } from './number-format.ts'
import { tierAt } from './ranked-tiers.ts'
import { TAG_ALPHABET, TAG_LENGTH } from './tag.ts'
import { type TextId, t } from './texts.ts'

type Of<Kind extends Reason['kind']> = Extract<Reason, { kind: Kind }>

/** Why the queue suggests something about a member or nothing, and what is told of an applicant: `Silent for 16 days`. */
export function reasonWords(reason: Reason): string {
  const number = formatThousands
  switch (reason.kind) {
    case 'away':
      return untilWords('reason.away', 'reason.awayForGood', reason.until)
    case 'safe':
      return untilWords('reason.safe', 'reason.safeForGood', reason.until)
    case 'blacklist':
      return untilWords('reason.blacklist', 'reason.blacklistForGood', reason.until)
    case 'back':
      return t('reason.back', { days: reason.days })
    case 'joined':
      return t('reason.joined', { days: reason.days })
    case 'unseen':
      return t('reason.unseen')
    case 'learning':
      return t('reason.learning', { known: reason.known, needed: reason.needed })
    case 'silent':
      return silenceWords(reason)
    case 'usual':
      return t('reason.usual', { days: reason.days })
    case 'warnings':
      return t(reason.weight === reason.warnings ? 'reason.warnings' : 'reason.warningsWeight', reason)
    case 'loss':
      return lossWords(reason)
    case 'trophies':
      return t('reason.trophies', {
        own: number(reason.own),
        missing: number(reason.bar - reason.own),
        bar: number(reason.bar),
      })
    case 'tier':
      return t('reason.tier', { tier: tierAt(reason.own), bar: tierAt(reason.bar) })
    case 'prestige':
      return t('reason.prestige', { prestige: reason.own, bar: reason.bar })
    case 'overall':
      if (reason.place === null) return t('reason.overall', { score: reason.score })
      return t('reason.overallPlace', { score: reason.score, place: reason.place, members: reason.members })
    case 'activity':
      if (reason.gain === null) return t('reason.activity', { score: reason.score })
      return t('reason.activityGain', { score: reason.score, gain: signed(reason.gain), days: reason.days })
    case 'seats':
      return t('reason.seats', { seats: reason.seats })
    case 'in_club':
      return t(reason.at_least ? 'reason.inClubLeast' : 'reason.inClub', { days: reason.days })
    default:
      return fitWords(reason)
  }
}

type Ended = 'reason.away' | 'reason.safe' | 'reason.blacklist'

function untilWords(ended: Ended, forGood: `${Ended}ForGood`, until: string | null): string {
  return until === null ? t(forGood) : t(ended, { day: dayInWords(until) })
}

function silenceWords({ days, at_least, counted }: Of<'silent'>): string {
  if (counted === null) return t(at_least ? 'reason.silentLeast' : 'reason.silent', { days })
  return t(at_least ? 'reason.silentLeastCounted' : 'reason.silentCounted', { days, counted })
}

function lossWords({ place, members, gain, days }: Of<'loss'>): string {
  if (gain === null) return place === null ? '' : t('reason.place', { place, members })
  const words = signed(gain)
  if (place === null) return t('reason.gain', { gain: words, days })
  return t('reason.placeGain', { place, members, gain: words, days })
}

type OfFit = Of<'active' | 'even' | 'bar' | 'hours' | 'stayed' | 'listed'>

function fitWords(reason: OfFit): string {
  switch (reason.kind) {
    case 'active':
      return reason.known === 0 ? t('reason.noDays') : t('reason.active', reason)
    case 'even':
      return reason.score === null ? t('reason.evenUnknown') : t('reason.even', { score: reason.score })
    case 'bar':
      return barWords(reason)
    case 'hours':
      return reason.share === null ? t('reason.hoursUnknown') : t('reason.hours', { share: percent(reason.share) })
    case 'stayed':
      return reason.clubs === 0 ? t('reason.noClub') : t('reason.stayed', reason)
    case 'listed':
      return t('reason.listed')
  }
}

function barWords({ trophies, bar }: Of<'bar'>): string {
  const number = formatThousands
  if (trophies === null) return t('reason.trophiesUnknown')
  if (bar === null) return t('reason.noBar', { trophies: number(trophies) })
  if (trophies < bar) {
    return t('reason.trophies', { own: number(trophies), missing: number(bar - trophies), bar: number(bar) })
  }
  return t('reason.overBar', { trophies: number(trophies), more: number(trophies - bar), bar: number(bar) })
}

/** What is wrong with a word that looks like a tag and is none. */
export function whyNoTag(text: string): string {
  const word = text.replace('#', '').toUpperCase()
  const wrong = [...new Set(word)].filter((sign) => !`${TAG_ALPHABET}O`.includes(sign))
  if (wrong.length === 0) return t('reason.tagLength', { ...TAG_LENGTH, length: word.length })
  return t('reason.tagSigns', { signs: lists({ type: 'disjunction' }).format(wrong), letters: TAG_ALPHABET })
}

type Counts = Record<'warn' | 'remove' | 'promote' | 'below_bar', number>

/** What rules would suggest, from the numbers of members: `With these rules 3 would be warned, 1 removed.` */
export function previewWords(counts: Counts): string {
  const parts: string[] = []
  const tell = (members: number, first: Part, further: Part = first) => {
    if (members > 0) parts.push(t(parts.length === 0 ? first : further, { members }))
  }
  tell(counts.warn, 'reason.ifWarned')
  tell(counts.remove, 'reason.ifRemoved', 'reason.andRemoved')
  tell(counts.promote, 'reason.ifPromoted', 'reason.andPromoted')
  tell(counts.below_bar, 'reason.belowBar')
  if (parts.length === 0) return t('reason.withRulesNone')
  return t('reason.withRules', { parts: factsInWords(parts) })
}

type Part = Extract<TextId, `reason.${'if' | 'and'}${string}` | 'reason.belowBar'>
