import { carry, type InSeason, inSeason, type LadderDay, NOTHING_KNOWN } from '#server/metrics/ranked-days.ts'
import { RANKED_TIERS, UNRANKED } from '#shared/ranked-tiers.ts'
import { getKnown } from '#shared/records.ts'
import { putNumber, putText, takeNumber, unzigzag, zigzag } from './battles/pack-battles.ts'
import { takeText } from './battles/unpack-battles.ts'

/** A month of a player's ladders: what was known before it, and its days with a profile by their numbers from 1. */
export type LadderMonth = { before: LadderDay; days: ReadonlyMap<number, LadderDay> }

type Field = Exclude<keyof LadderDay, 'isSetAside' | 'ended'>

/** The bits of a day's flags: its first byte has the frequent ones. */
const GAP = 1
const FLAGS: readonly (readonly [Field, number])[] = [
  ['rating', 2],
  ['seasonRating', 4],
  ['fame', 8],
  ['prestige', 16],
  ['tier', 32],
  ['seasonTier', 128],
  ['season', 256],
]
const ASIDE = 64
/** How a season stood that ended on the day; the entry after it is of the same day. */
const ENDED = 512

/**
 * The column `player_months.ladder`: what was known before the month, then its days. Of each field a day holds what differs
 * from the one before, so that most days take a few bytes (docs/decisions/0043-ranked-and-prestige.md).
 */
export function packLadder({ before, days }: LadderMonth): Buffer {
  const bytes: number[] = []
  putDay(bytes, { day: before, gap: 0, isEnded: false }, NOTHING_KNOWN)
  let known = before
  let last = 0
  const put = (number: number, day: LadderDay, isEnded: boolean) => {
    putDay(bytes, { day, gap: number - last - 1, isEnded }, known)
    known = carry(known, day)
    last = isEnded ? number - 1 : number
  }
  for (const number of [...days.keys()].sort((one, other) => one - other)) {
    const day = getKnown(days, number)
    for (const season of day.ended) put(number, { ...known, ...season }, true)
    put(number, day, false)
  }
  return Buffer.from(bytes)
}

/** What `packLadder` wrote. */
export function unpackLadder(packed: Uint8Array): LadderMonth {
  const at = { place: 0 }
  const { day: before } = takeDay(packed, at, NOTHING_KNOWN)
  const days = new Map<number, LadderDay>()
  let known = before
  let last = 0
  let ended: InSeason[] = []
  while (at.place < packed.length) {
    const { day, gap, isEnded } = takeDay(packed, at, known)
    last += gap + (isEnded ? 0 : 1)
    known = carry(known, day)
    if (isEnded) ended.push(inSeason(day))
    else {
      days.set(last, { ...day, ended })
      ended = []
    }
  }
  return { before, days }
}

type Placed = { day: LadderDay; gap: number; isEnded: boolean }

function putDay(bytes: number[], { day, gap, isEnded }: Placed, known: LadderDay): void {
  const changed = FLAGS.filter(([field]) => day[field] !== known[field])
  const flags = changed.reduce((sum, [, flag]) => sum + flag, 0)
  putNumber(bytes, flags + (gap > 0 ? GAP : 0) + (day.isSetAside ? ASIDE : 0) + (isEnded ? ENDED : 0))
  if (gap > 0) putNumber(bytes, gap)
  for (const [field] of changed) {
    const value = day[field]
    if (typeof value === 'string') putTier(bytes, value)
    else putNumber(bytes, value === null ? 0 : 1 + zigzag(value - numberOf(known[field])))
  }
}

function takeDay(packed: Uint8Array, at: { place: number }, known: LadderDay): Placed {
  const flags = takeNumber(packed, at)
  const gap = (flags & GAP) === 0 ? 0 : takeNumber(packed, at)
  const day: Record<string, unknown> = { ...known, isSetAside: (flags & ASIDE) !== 0 }
  for (const [field, flag] of FLAGS) {
    if ((flags & flag) === 0) continue
    if (field === 'tier' || field === 'seasonTier') day[field] = takeTier(packed, at)
    else {
      const difference = takeNumber(packed, at)
      day[field] = difference === 0 ? null : numberOf(known[field]) + unzigzag(difference - 1)
    }
  }
  return { day: day as LadderDay, gap, isEnded: (flags & ENDED) !== 0 }
}

function numberOf(value: LadderDay[Field]): number {
  return typeof value === 'number' ? value : 0
}

/** 0 is unknown. New names go to the end; one that the list lacks follows as text. */
const TIER_CODES = ['', UNRANKED, ...RANKED_TIERS.map(({ name }) => name)]
const TIER_AS_TEXT = 100

function putTier(bytes: number[], tier: string): void {
  const code = TIER_CODES.indexOf(tier)
  bytes.push(code > 0 ? code : TIER_AS_TEXT)
  if (code <= 0) putText(bytes, tier)
}

function takeTier(packed: Uint8Array, at: { place: number }): string | null {
  const code = packed[at.place++] ?? 0
  return code === TIER_AS_TEXT ? takeText(packed, at) : TIER_CODES[code] || null
}
