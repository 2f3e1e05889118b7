import { DAY_MS, HOUR_MS } from '#shared/days.ts'
import { keysOf } from '#shared/records.ts'
import { firstFrom } from './club-similarity.ts'
import type { Sides } from './player-side.ts'
import type { RankedSide } from './ranked-history.ts'

/** When and what somebody plays, as shares that add up to 1: by UTC hour, smoothed, and by mode. */
export type PlayShares = { hours: readonly number[]; modes: ReadonlyMap<string, number> }

const HOURS = 24

/** The fewest battles, and days, of which play is told. */
export const PLAY_BATTLES_MIN = 50
export const PLAY_DAYS_MIN = 14

/** The fewest members whose hours and modes make those of a club. */
const MEMBERS_MIN = 8

/** When and what a player plays in a span of time; null with fewer than 50 battles, or in less than 14 days up to `now`. */
export function playerShares(sides: Sides, { from, now }: { from: number; now: number }): PlayShares | null {
  const hours = Array<number>(HOURS).fill(0)
  const modes = new Map<string, number>()
  let [battles, first] = [0, now]
  sides.forEach(({ at, mode }) => {
    if (at < from || at > now) return
    battles += 1
    first = Math.min(first, at)
    const hour = Math.floor((at % DAY_MS) / HOUR_MS)
    hours[hour] = (hours[hour] ?? 0) + 1
    modes.set(mode, (modes.get(mode) ?? 0) + 1)
  })
  if (battles < PLAY_BATTLES_MIN || now - first < PLAY_DAYS_MIN * DAY_MS) return null
  return { hours: smoothHours(hours), modes: new Map([...modes].map(([mode, count]) => [mode, count / battles])) }
}

/** Shares of the hours of a day, each with a quarter from both hours beside it: who plays at 20:59 plays at 21:00 too. */
export function smoothHours(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const at = (hour: number) => counts[(hour + HOURS) % HOURS] ?? 0
  return counts.map((count, hour) => (at(hour - 1) + 2 * count + at(hour + 1)) / (4 * total))
}

/** When and what a club plays: the mean of its members, each with the same weight; null with fewer than 8 of them. */
export function clubShares(members: readonly PlayShares[]): PlayShares | null {
  if (members.length < MEMBERS_MIN) return null
  const modes = new Map<string, number>()
  for (const member of members)
    for (const [mode, share] of member.modes) modes.set(mode, (modes.get(mode) ?? 0) + share / members.length)
  const hours = Array.from({ length: HOURS }, (_, hour) => {
    return members.reduce((sum, member) => sum + (member.hours[hour] ?? 0), 0) / members.length
  })
  return { hours, modes }
}

/** The share of members, one in three, whose tiers and prestige make those of a club; 8 members at least. */
const RANKED_ONE_IN = 3

/** The middle of the members of whom it is known, and how many these are. */
type KnownMiddle = { middle: number; known: number }

/** A club's tier and prestige, each null where too few members are known. */
export type ClubRankedMiddle = { members: number; tier: KnownMiddle | null; prestige: KnownMiddle | null }

/**
 * The middle tier and prestige of a club with `members`, from those who are known; null where neither is known of 8
 * members and of a third. Of an even number the lower of the two in the middle, which is a tier that somebody has.
 */
export function clubRanked(known: readonly RankedSide[], members: number): ClubRankedMiddle | null {
  const middleOf = (figure: keyof RankedSide): KnownMiddle | null => {
    const values = known.flatMap((member) => member[figure] ?? []).sort((one, other) => one - other)
    const middle = values[(values.length - 1) >> 1]
    const isEnough = values.length >= MEMBERS_MIN && RANKED_ONE_IN * values.length >= members
    return middle === undefined || !isEnough ? null : { middle, known: values.length }
  }
  const [tier, prestige] = [middleOf('tier'), middleOf('prestige')]
  return tier === null && prestige === null ? null : { members, tier, prestige }
}

/** Somebody who looks for a club. Null is what is not known of them. */
export type Seeker = {
  trophies: number | null
  /** Where their activity stands among all members, 0 to 1. */
  activity: number | null
  /** Square roots of the shares by hour; the sum of their products is the overlap. */
  hourRoots: ArrayLike<number> | null
  modes: ReadonlyMap<string, number> | null
  ranked: RankedSide | null
}

/** A club as the finder looks at it. */
export type SoughtClub = Omit<Seeker, 'trophies'> & {
  tag: string
  medianTrophies: number
  /** `trophyPower` of the median. */
  trophyPower: number
}

/** How well two fit in each respect, 0 to 1; null where it is not known of either. */
export type FitParts = Record<FitPart, number | null>

/** The weight of each part (docs/formulas.md#finding-a-club). */
const FIT_WEIGHTS = { hours: 35, activity: 25, trophies: 25, modes: 15, ranked: 15 } as const

type FitPart = keyof typeof FIT_WEIGHTS

const PARTS = keysOf(FIT_WEIGHTS)

/** The mean of the known parts by weight, 0 to 100; null without any. Parts that are missing are left out. */
export function fitOf(parts: FitParts): number | null {
  const known = PARTS.filter((part) => parts[part] !== null)
  const weight = known.reduce((sum, part) => sum + FIT_WEIGHTS[part], 0)
  return weight === 0
    ? null
    : (100 * known.reduce((sum, part) => sum + FIT_WEIGHTS[part] * (parts[part] ?? 0), 0)) / weight
}

/** What a part counts in the order of clubs where it is not known of the club, so that little knowledge is no advantage. */
const UNKNOWN_PART = 0.5

/** How steeply the fit falls with the distance of trophies. */
const TROPHY_SCALE = 0.35

/** Trophies raised so that the ratio of two such powers is how well the trophies fit. */
export function trophyPower(trophies: number): number {
  return Math.max(1, trophies) ** (1 / TROPHY_SCALE)
}

/**
 * 1 for as many trophies as the club's median, less the further away: `exp(-|ln(player / club)| / 0.35)`, of their
 * powers.
 */
export function trophyFit(player: number, club: number): number {
  return player < club ? player / club : club / player
}

/** How much of the play lies in the same hours: 1 for the same shares, 0 where no hour is shared. */
export function hoursFit(one: ArrayLike<number>, other: ArrayLike<number>, played = playedHours(one)): number {
  let sum = 0
  for (const hour of played) sum += (one[hour] ?? 0) * (other[hour] ?? 0)
  return Math.min(1, sum)
}

/** The hours at which somebody plays at all. */
const playedHours = (roots: ArrayLike<number>) => Array.from(roots, (root, hour) => (root > 0 ? hour : [])).flat()

/**
 * 1 less the Jensen-Shannon divergence of the shares by mode, in bits: 1 for the same shares, 0 where no mode is shared.
 * Modes of which `one` has no share add half of the other's share each: what is left of 1.
 */
export function modesFit(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let [divergence, left] = [0, 1]
  for (const [mode, p] of one) {
    const q = other.get(mode) ?? 0
    left -= q
    if (q === 0) divergence += p / 2
    else if (p > 0) divergence += (p * Math.log2((2 * p) / (p + q)) + q * Math.log2((2 * q) / (p + q))) / 2
    else divergence += q / 2
  }
  return Math.min(1, Math.max(0, 1 - divergence - left / 2))
}

/** The difference in tiers, two leagues, from which on nothing fits any more. */
const TIER_SPAN = 6

/**
 * How near tier and prestige are: the mean of what is known of both. A tier counts 1 less a sixth for each step between,
 * prestige the smaller by the larger number of levels, each with one more. Null where neither is known of both.
 */
export function rankedFit(one: RankedSide, other: RankedSide): number | null {
  const tier =
    one.tier === null || other.tier === null ? [] : [Math.max(0, 1 - Math.abs(one.tier - other.tier) / TIER_SPAN)]
  const levels = [one.prestige, other.prestige].flatMap((prestige) => (prestige === null ? [] : [1 + prestige]))
  const prestige = levels.length < 2 ? [] : [Math.min(...levels) / Math.max(...levels)]
  const known = [...tier, ...prestige]
  return known.length === 0 ? null : known.reduce((sum, part) => sum + part, 0) / known.length
}

/**
 * Clubs in the order of their median trophies, with what is compared of all of them: to read it club by club takes
 * longer.
 */
export type SortedClubs<Club> = {
  inOrder: readonly Club[]
  powers: Float64Array
  /** NaN where it is not known. */
  activities: Float64Array
}

/** Prepares clubs, which are in the order of their median trophies, for `bestClubs`. */
export function sortedClubs<Club extends SoughtClub>(inOrder: readonly Club[]): SortedClubs<Club> {
  return {
    inOrder,
    powers: Float64Array.from(inOrder, (club) => club.trophyPower),
    activities: Float64Array.from(inOrder, ({ activity }) => activity ?? Number.NaN),
  }
}

export type FoundClub<Club> = { club: Club; fit: number; parts: FitParts }

/**
 * The clubs that fit best, the best first, equal ones by tag. The clubs
 * with about the seeker's trophies are looked at first, and the others only for as long as one may still be better.
 */
export function bestClubs<Club extends SoughtClub>(
  seeker: Seeker,
  { inOrder, powers, activities }: SortedClubs<Club>,
  { isWanted, most }: { isWanted: (club: Club) => boolean; most: number },
): FoundClub<Club>[] {
  const best = keepBest<Club>(most)
  const judge = judgeFor(seeker)
  if (judge === null) return []
  const power = seeker.trophies === null ? null : trophyPower(seeker.trophies)
  /** False where not even a club that is perfect in all else is good enough. */
  const look = (place: number): boolean => {
    const trophies = power === null ? null : trophyFit(power, powers[place] ?? 1)
    const likely = judge.most - (trophies === null ? 0 : FIT_WEIGHTS.trophies * (1 - trophies))
    if (likely < best.least) return false
    const left = likely - judge.lessActive(activities[place] ?? Number.NaN)
    if (left < best.least) return true
    const club = inOrder[place] as Club
    const rank = judge.rank(club, left, best.least)
    if (rank >= best.least && isWanted(club)) best.add({ club, trophies, rank })
    return true
  }
  const start = firstFrom(inOrder, seeker.trophies ?? 0)
  for (let place = start; place < inOrder.length && look(place); place++);
  for (let place = start - 1; place >= 0 && look(place); place--);
  return best.kept.map(({ club, trophies }) => {
    const parts = { ...judge.parts(club), trophies }
    return { club, parts, fit: fitOf(parts) ?? 0 }
  })
}

/**
 * Judges clubs for a seeker; null where nothing is known of whom. `rank` goes on from what trophies and activity have
 * left, and compares what takes longest last: where the club cannot reach `least` any more, some number below that is
 * its rank.
 */
function judgeFor({ trophies, activity, hourRoots, modes, ranked }: Seeker) {
  const most =
    (trophies === null ? 0 : FIT_WEIGHTS.trophies) +
    (activity === null ? 0 : FIT_WEIGHTS.activity) +
    (hourRoots === null ? 0 : FIT_WEIGHTS.hours) +
    (modes === null ? 0 : FIT_WEIGHTS.modes) +
    (ranked === null ? 0 : FIT_WEIGHTS.ranked)
  if (most === 0) return null
  const activityOf = (club: SoughtClub) =>
    activity === null || club.activity === null ? null : 1 - Math.abs(activity - club.activity)
  const played = hourRoots === null ? [] : playedHours(hourRoots)
  const hoursOf = (club: SoughtClub) => hourRoots && club.hourRoots && hoursFit(hourRoots, club.hourRoots, played)
  const modesOf = (club: SoughtClub) => modes && club.modes && modesFit(modes, club.modes)
  const rankedOf = (club: SoughtClub) => ranked && club.ranked && rankedFit(ranked, club.ranked)
  return {
    most,
    parts: (club: SoughtClub) => ({
      ...{ hours: hoursOf(club), activity: activityOf(club), modes: modesOf(club), ranked: rankedOf(club) },
    }),
    lessActive(share: number): number {
      if (activity === null) return 0
      return FIT_WEIGHTS.activity * (Number.isNaN(share) ? 1 - UNKNOWN_PART : Math.abs(activity - share))
    },
    rank(club: SoughtClub, before: number, least: number): number {
      let rank = before
      if (ranked !== null) rank -= FIT_WEIGHTS.ranked * (1 - (rankedOf(club) ?? UNKNOWN_PART))
      if (rank < least) return rank
      if (hourRoots !== null) rank -= FIT_WEIGHTS.hours * (1 - (hoursOf(club) ?? UNKNOWN_PART))
      if (rank < least || modes === null) return rank
      return rank - FIT_WEIGHTS.modes * (1 - (modesOf(club) ?? UNKNOWN_PART))
    },
  }
}

type Judged<Club> = { club: Club; trophies: number | null; rank: number }

const ROUNDING = 1e-9

/** The best so far, in order. */
function keepBest<Club extends SoughtClub>(most: number) {
  const kept: Judged<Club>[] = []
  const best = {
    kept,
    /** What another club must reach to be kept, a little less for rounding. */
    least: 0,
    add(judged: Judged<Club>): void {
      let at = kept.length
      while (at > 0 && isBetter(judged, kept[at - 1] as Judged<Club>)) at--
      if (at >= most) return
      kept.splice(at, 0, judged)
      if (kept.length > most) kept.pop()
      if (kept.length === most) best.least = (kept.at(-1)?.rank ?? 0) - ROUNDING
    },
  }
  return best
}

function isBetter<Club extends SoughtClub>(one: Judged<Club>, other: Judged<Club>): boolean {
  return one.rank > other.rank || (one.rank === other.rank && one.club.tag < other.club.tag)
}
