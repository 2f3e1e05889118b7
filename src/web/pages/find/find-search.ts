import { formatThousands } from '#shared/number-format.ts'
import { RANKED_TIERS, tierAt } from '#shared/ranked-tiers.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { hourText } from '#shared/week-hours.ts'
import { oneOf, wholeNumberOf } from '#web/app/addresses.ts'
import type { Answer } from '#web/app/api-client.ts'

/** Who looks for a club and what is wished, as the address has it. What is absent is not asked for. */
export type FindSearch = {
  /** Without its `#`. */
  tag?: string | undefined
  trophies?: number | undefined
  /** Of a week. */
  days?: number | undefined
  /** Of the day, in UTC. */
  hours?: readonly number[] | undefined
  modes?: readonly string[] | undefined
  /** The place of a tier in the Ranked mode. */
  tier?: number | undefined
  entry?: 'open' | 'inviteOnly' | undefined
  seats?: 'free' | undefined
  bar?: 'any' | undefined
  country?: string | undefined
}

const MODES_MAX = 12

/** Reads the query string of the finder. Values that are not valid are left out. */
export function findSearchOf(raw: Record<string, unknown>): FindSearch {
  const days = wholeNumberOf(raw.days)
  const trophies = wholeNumberOf(raw.trophies)
  const tier = wholeNumberOf(raw.tier)
  return {
    tag: tagIn(raw.tag),
    trophies: trophies !== undefined && trophies <= 1_000_000 ? trophies : undefined,
    days: days !== undefined && days <= 7 ? days : undefined,
    hours: listIn(raw.hours, /^(?:1?\d|2[0-3])$/)?.map(Number),
    modes: listIn(raw.modes, /^[A-Za-z0-9]{1,40}$/)?.slice(0, MODES_MAX),
    tier: tier !== undefined && tier <= RANKED_TIERS.length ? tier : undefined,
    entry: oneOf(['open', 'inviteOnly'], raw.entry),
    seats: oneOf(['free'], raw.seats),
    bar: oneOf(['any'], raw.bar),
    country: /^[A-Z]{2}$/.test(String(raw.country)) ? String(raw.country) : undefined,
  }
}

function tagIn(given: unknown): string | undefined {
  const tag = typeof given === 'string' ? normaliseTag(given) : null
  return tag === null ? undefined : tagInPath(tag)
}

function listIn(given: unknown, part: RegExp): string[] | undefined {
  const parts = String(given ?? '')
    .split(',')
    .filter((each) => part.test(each))
  return parts.length === 0 ? undefined : [...new Set(parts)]
}

/** The call's query for what the address asks. */
export function finderQuery({ tag, hours, modes, ...search }: FindSearch) {
  const given = { tag: tag && `#${tag}`, hours: hours?.join(), modes: modes?.join(), ...search }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as typeof given
}

/** Hours by which the visitor's zone is ahead of UTC, half hours rounded; the server does not know them. */
export function zoneHours(served: boolean): number {
  return served ? 0 : Math.round(-new Date().getTimezoneOffset() / 60)
}

/** Hours of UTC as spans of a zone's clock: `18 to 21, 23 to 1`. */
export function hoursText(hours: readonly number[], offset: number): string {
  const own = new Set(hours.map((hour) => (hour + offset + 48) % 24))
  if (own.size === 24) return 'around the clock'
  const starts = [...own].filter((hour) => !own.has((hour + 23) % 24)).sort((one, other) => one - other)
  const spans = starts.map((from) => {
    let to = from + 1
    while (own.has(to % 24)) to += 1
    return `${hourText(from, 0)} to ${hourText(to % 24 === 0 ? 24 : to % 24, 0)}`
  })
  return spans.join(', ')
}

type About = Answer<'GET /api/finder/clubs'>['about']
export type Part = About['missing'][number]

export const PART_WORDS: Record<Part, string> = {
  hours: 'Hours',
  activity: 'Activity',
  trophies: 'Trophies',
  modes: 'Modes',
  ranked: 'Ranked',
}
export const PARTS = ['hours', 'activity', 'trophies', 'modes', 'ranked'] as const

/** The parts that are known of a club whose members play. Of Ranked profiles tell, which few clubs have of all members. */
export const PLAYED_PARTS = ['hours', 'activity', 'trophies', 'modes'] as const

type Middle = NonNullable<Answer<'GET /api/finder/clubs'>['clubs'][number]['ranked']>

/** `Diamond I, prestige 14: middle of 12 of 28 members known`, each part where it is known. */
export function middleText({ tier, tier_members, prestige, prestige_members, members }: Middle): string {
  const of = (known: number) => `middle of ${known} of ${members} members known`
  const level = `prestige ${formatThousands(prestige ?? 0)}`
  if (tier === null) return `P${level.slice(1)}: ${of(prestige_members)}`
  if (prestige === null) return `${tier}: ${of(tier_members)}`
  if (tier_members === prestige_members) return `${tier}, ${level}: ${of(tier_members)}`
  return `${tier}: ${of(tier_members)} · P${level.slice(1)}: of ${prestige_members}`
}

/** What is left out of every fit, and why. */
export function missingText({ missing, battles, needed_battles, needed_days }: About): string {
  const parts = missing.map((part) => PART_WORDS[part].toLowerCase()).join(', ')
  const isPlay = missing.includes('hours') || missing.includes('modes')
  const play =
    battles === null
      ? ''
      : ` Hours and modes need ${needed_battles} battles of ${needed_days} days; ${formatThousands(battles)} are known.`
  const isRanked = battles !== null && missing.includes('ranked')
  const ranked = isRanked ? ' Ranked comes with a profile of the last 30 days that tells of it.' : ''
  return `Left out, as it is not known of you: ${parts}.${isPlay ? play : ''}${ranked}`
}

/** What may be wished of a club, and in which words. */
export const ENTRIES = [
  ['', 'Any'],
  ['open', 'Open'],
  ['inviteOnly', 'Invite only'],
] as const
export const SEATS = [
  ['', 'Any'],
  ['free', 'With a free seat'],
] as const
export const BARS = [
  ['', 'That I meet'],
  ['any', 'Any'],
] as const
export const TIERS = [
  ['', 'I do not say'],
  ...Array.from({ length: RANKED_TIERS.length + 1 }, (_, place) => [String(place), tierAt(place)] as const),
] as const
