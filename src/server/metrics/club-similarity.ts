import { recordOf } from '#shared/records.ts'
/** What clubs are alike by. */
export type ClubShape = { tag: string; medianTrophies: number; members: number }

/** The figures that similar clubs are compared by, 0 to 100 but for the gain in trophies; null where not known. */
export type ClubFigures = {
  /** Percent of the members known for 7 days who played in the last 7. */
  active_share: number | null
  /** The median of what members won in 30 days, in trophies. */
  median_gain: number | null
  /** Percent of members still there 90 days after they were first seen in the club. */
  retention_90d: number | null
  /** Percent of the members known for 7 days who were silent in the last 7. */
  ghost_share: number | null
  /** 100 where all members won alike, near 0 where one won everything. */
  evenness: number | null
}

/** How many clubs are compared with, and with fewer than how many nothing is said. */
export const COMPARED_MAX = 200
export const COMPARED_MIN = 50

/** The most members by which the sizes of clubs that are alike differ. */
const SIZE_SPAN = 3

/**
 * The clubs nearest to one by the logarithm of the median trophies, of those about as large, nearest first. `sorted` is
 * in the order of the median trophies (docs/formulas.md#similar-clubs).
 */
export function nearestClubs<Club extends ClubShape>(
  club: ClubShape,
  sorted: readonly Club[],
  most = COMPARED_MAX,
): Club[] {
  const nearest: Club[] = []
  let above = firstFrom(sorted, club.medianTrophies)
  let below = above - 1
  while (nearest.length < most && (below >= 0 || above < sorted.length)) {
    const [lower, upper] = [sorted[below], sorted[above]]
    const next = isNearer(club, lower, upper) ? sorted[below--] : sorted[above++]
    if (next !== undefined && next.tag !== club.tag && Math.abs(next.members - club.members) <= SIZE_SPAN) {
      nearest.push(next)
    }
  }
  return nearest
}

/** The place of the first club whose median trophies are at least these. */
export function firstFrom(sorted: readonly { medianTrophies: number }[], trophies: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle]?.medianTrophies ?? 0) < trophies) from = middle + 1
    else to = middle
  }
  return from
}

/**
 * Whether the lower one is nearer to the club by its logarithm, or the only one. The club is not below it, nor above the
 * upper one: `club / lower < upper / club`.
 */
function isNearer(club: ClubShape, lower: ClubShape | undefined, upper: ClubShape | undefined): boolean {
  if (lower === undefined || upper === undefined) return upper === undefined
  return getPositiveMedian(club) ** 2 < getPositiveMedian(lower) * getPositiveMedian(upper)
}

function getPositiveMedian({ medianTrophies }: ClubShape): number {
  return Math.max(1, medianTrophies)
}

/** One figure of a club among those of similar clubs. */
type Compared = {
  value: number | null
  /** The share of similar clubs that do worse, equal ones counted half, 0 to 100; null with fewer than 50 known figures. */
  percentile: number | null
  /** The median of the similar clubs. */
  typical: number | null
}

/** Figures of which fewer are better. */
const FEWER_IS_BETTER: ReadonlySet<keyof ClubFigures> = new Set(['ghost_share'])

const PARTS = ['active_share', 'median_gain', 'retention_90d', 'ghost_share', 'evenness'] as const

/** A club's figures among those of similar clubs, and the mean of the percentiles; null without any. */
export function compareFigures(
  club: ClubFigures,
  others: readonly ClubFigures[],
): { parts: Record<keyof ClubFigures, Compared>; mean: number | null } {
  const parts = recordOf(PARTS, (part) => compareOne(part, club[part], others))
  const known = PARTS.flatMap((part) => parts[part].percentile ?? [])
  const mean = known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0) / known.length
  return { parts, mean }
}

function compareOne(part: keyof ClubFigures, value: number | null, others: readonly ClubFigures[]): Compared {
  const known = new Float64Array(others.length)
  let count = 0
  for (const other of others) if (other[part] !== null) known[count++] = other[part]
  if (count < COMPARED_MIN) return { value, percentile: null, typical: null }
  const compared = known.subarray(0, count)
  const rank = value === null ? null : midRank(value, compared)
  return {
    value,
    percentile: rank === null || !FEWER_IS_BETTER.has(part) ? rank : 100 - rank,
    typical: middleOf(halfSorted(compared)),
  }
}

/** The share of others below a value, equal ones counted half, 0 to 100; null without others. */
export function midRank(value: number, others: ArrayLike<number>): number | null {
  if (others.length === 0) return null
  let halves = 0
  for (let place = 0; place < others.length; place++) {
    const other = others[place] ?? 0
    halves += other < value ? 2 : other === value ? 1 : 0
  }
  return (50 * halves) / others.length
}

/** The middle one of some numbers, or the mean of the two in the middle; null without any. */
export function median(values: readonly number[]): number | null {
  return middleOf(values.toSorted((one, other) => one - other))
}

/**
 * Moves the values so that those in the middle stand where a sort would put them, with all below them before. To sort all of
 * them would take several times as long, and this is done for each answer.
 */
function halfSorted(values: Float64Array): Float64Array {
  const middle = values.length >> 1
  let [from, to] = [0, values.length - 1]
  while (from < to) {
    const pivot = values[(from + to) >> 1] as number
    let [low, high] = [from, to]
    while (low <= high) {
      while ((values[low] as number) < pivot) low++
      while ((values[high] as number) > pivot) high--
      if (low > high) break
      const moved = values[low] as number
      values[low++] = values[high] as number
      values[high--] = moved
    }
    if (middle <= high) to = high
    else if (middle >= low) from = low
    else break
  }
  if (middle === 0) return values
  // Of an even number there are two in the middle: the lower one is the largest before the upper one.
  let place = 0
  for (let index = 1; index < middle; index++) if ((values[index] as number) > (values[place] as number)) place = index
  const lower = values[place] as number
  values[place] = values[middle - 1] as number
  values[middle - 1] = lower
  return values
}

function middleOf(sorted: ArrayLike<number>): number | null {
  if (sorted.length === 0) return null
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

/** How long somebody was seen in a club, in days, and whether they left then; otherwise they are still there. */
export type Stay = { days: number; left: boolean }

/** Fewer stays than this tell nothing of a club. */
const STAYS_MIN = 10

/**
 * The share of members who are still in the club `after` days, as Kaplan and Meier estimate it, 0 to 100: who is still
 * there counts for as long as they were seen. Null with fewer than 10 stays, and where nobody was seen for `after` days
 * (docs/formulas.md#similar-clubs).
 */
export function measureRetention(stays: readonly Stay[], after: number): number | null {
  if (stays.length < STAYS_MIN || !stays.some(({ days }) => days >= after)) return null
  const leavers = stays.filter(({ days, left }) => left && days <= after)
  let share = 1
  for (const [days, group] of Map.groupBy(leavers, (stay) => stay.days)) {
    const atRisk = stays.filter((stay) => stay.days >= days).length
    share *= 1 - group.length / atRisk
  }
  return 100 * share
}

/** Fewer members than this are neither even nor uneven. */
const GAINS_MIN = 3

/**
 * How evenly a club's gain is spread, 100 less the Gini coefficient of the members' gains in percent; a loss counts as no
 * gain. Null with fewer than 3 members, and where nobody won anything.
 */
export function measureEvenness(gains: readonly number[]): number | null {
  const sorted = gains.map((gain) => Math.max(0, gain)).sort((one, other) => one - other)
  const total = sorted.reduce((sum, gain) => sum + gain, 0)
  if (sorted.length < GAINS_MIN || total === 0) return null
  const weighted = sorted.reduce((sum, gain, index) => sum + (2 * (index + 1) - sorted.length - 1) * gain, 0)
  return 100 * (1 - weighted / (sorted.length * total))
}
