import { factsInWords, formatThousands } from '#shared/number-format.ts'
import { RANKED_TIERS, tierName } from '#shared/ranked-tiers.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { hourText, zoneName } from '#shared/week-hours.ts'
import { oneOf, wholeNumberOf } from '#web/app/addresses.ts'
import type { Answer } from '#web/app/api-client.ts'
import { zoneOffset } from '#web/ui/date-words.ts'

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
  /** Full clubs too, which otherwise are left out. */
  seats?: 'any' | undefined
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
    seats: oneOf(['any'], raw.seats),
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
export function finderQuery({ tag, hours, modes, seats, ...search }: FindSearch) {
  const lists = { hours: hours?.join(), modes: modes?.join() }
  const given = {
    tag: tag && `#${tag}`,
    ...lists,
    seats: seats === undefined ? ('free' as const) : undefined,
    ...search,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as typeof given
}

/** Hours by which the visitor's zone is ahead of UTC, half hours rounded; the server does not know them. */
export function zoneHours(served: boolean): number {
  return served ? 0 : Math.round(zoneOffset() / 60)
}

/** Hours of UTC as spans of the clock of a zone that is `offset` minutes ahead: `18:00 to 21:00, 23:00 to 01:00 UTC+2`. */
export function hoursText(hours: readonly number[], offset: number): string {
  const own = new Set(hours.map((hour) => (hour + Math.floor(offset / 60) + 48) % 24))
  if (own.size === 24) return t('find.allDay')
  const starts = [...own].filter((hour) => !own.has((hour + 23) % 24)).sort((one, other) => one - other)
  const spans = starts.map((from) => {
    let to = from + 1
    while (own.has(to % 24)) to += 1
    return t('find.hourSpan', { from: hourText(from, offset), to: hourText(to % 24 === 0 ? 24 : to % 24, offset) })
  })
  return `${factsInWords(spans)} ${zoneName(offset)}`
}

type Found = Answer<'GET /api/finder/clubs'>
export type About = Found['about']
export type Club = Found['clubs'][number]

/** An answer that was kept before answers had all hours and their shares: they are not known. */
export function withHourShares({ about, clubs, ...found }: Found): Found {
  const known = <Of extends About | Club>(of: Of): Of => {
    const { hours = null, hour_shares = null } = of
    return { ...of, hours, hour_shares: hours && hour_shares }
  }
  return { ...found, about: known(about), clubs: clubs.map(known) }
}

/** Below this a part of the fit is low: the least of them is named, and of low hours nothing is called common. */
export const LOW_PART = 0.5
export type Part = About['missing'][number]

export const PART_WORDS = {
  hours: 'find.hours',
  activity: 'ui.activity',
  trophies: 'ui.trophies',
  modes: 'find.modes',
  ranked: 'find.ranked',
} as const satisfies Record<Part, PlainTextId>

/** The same within a sentence. */
const PARTS_IN_SENTENCE = {
  hours: 'find.theHours',
  activity: 'find.theActivity',
  trophies: 'find.theTrophies',
  modes: 'find.theModes',
  ranked: 'find.theRanked',
} as const satisfies Record<Part, PlainTextId>

export const PARTS = ['hours', 'activity', 'trophies', 'modes', 'ranked'] as const

/** The parts that are known of a club whose members play. Of Ranked profiles tell, which few clubs have of all members. */
export const PLAYED_PARTS = ['hours', 'activity', 'trophies', 'modes'] as const

type Middle = NonNullable<Club['ranked']>

/** `Typical member: Diamond I, prestige 14 (12 of 28 known)`, each part where it is known. */
export function middleText({ tier: told, tier_members, prestige: level, prestige_members, members }: Middle): string {
  const tier = told && tierName(told)
  const prestige = formatThousands(level ?? 0)
  if (tier === null) return t('find.middlePrestige', { prestige, known: prestige_members, members })
  if (level === null) return t('find.middleTier', { tier, known: tier_members, members })
  if (tier_members === prestige_members) return t('find.middleBoth', { tier, prestige, known: tier_members, members })
  return t('find.middleApart', { tier, prestige, known: tier_members, members, prestigeKnown: prestige_members })
}

/** What is left out of every fit, and why. */
export function missingText({ missing, battles, needed_battles, needed_days }: About): string {
  const leftOut = t('find.leftOut', { parts: factsInWords(missing.map((part) => t(PARTS_IN_SENTENCE[part]))) })
  if (battles === null) return leftOut
  const isPlay = missing.includes('hours') || missing.includes('modes')
  const needed = { battles: needed_battles, days: needed_days, known: formatThousands(battles) }
  const play = isPlay && t('find.needsPlay', needed)
  return [leftOut, play, missing.includes('ranked') && t('find.needsRanked')].filter(Boolean).join(' ')
}

/** What may be wished of a club. */
export const ENTRIES = [
  ['', 'ui.any'],
  ['open', 'find.open'],
  ['inviteOnly', 'find.inviteOnly'],
] as const
export const SEATS = [
  ['', 'find.freeSeat'],
  ['any', 'ui.any'],
] as const
export const BARS = [
  ['', 'find.barMet'],
  ['any', 'ui.any'],
] as const

/** The choices of a wish with their words. */
export function choicesOf<Value extends string>(wish: readonly (readonly [Value, PlainTextId])[]) {
  return wish.map(([value, id]) => [value, t(id)] as const)
}
