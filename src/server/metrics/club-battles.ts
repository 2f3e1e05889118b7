import { count as countText, percent as percentText } from '#shared/number-format.ts'
import {
  addCount,
  byStrength,
  type Count,
  entryOf,
  expectedOf,
  familyPrior,
  newCount,
  ratedCount,
  sharesOfOthers,
} from './battle-counts.ts'
import { bestHours, knownHours, weekTable } from './battle-hours.ts'
import {
  type Baselines,
  byLowerEnd,
  computeRate,
  PART_WEIGHT,
  percent,
  RATED_FROM,
  type Rated,
  SOUND_FROM,
  shrinkRate,
} from './battle-rates.ts'
import { placesOfGroup, type Together, type TogetherRate, togetherRate } from './battles-together.ts'
import { type ClubSums, type MemberSums, RATED } from './club-sums.ts'

/** A present member; `hasLog`: some battle log of theirs is known. */
export type ClubMember = { tag: string; name: string; hasLog: boolean }

/** Pairs and trios that a club's answer names. */
const GROUPS = 20

/**
 * A club's battles by the names of the API (docs/formulas.md#a-clubs-battles). `members` by ascending tags, as in the
 * sums.
 */
export function clubBattles(members: readonly ClubMember[], sums: ClubSums, baselines: Baselines) {
  const shares = sharesOfOthers(RATED.family, baselines)
  const gathered = sums.members.map((member) => ({ ...member, expected: expectedOf(member.outcomes, shares) }))
  const rates = members.map((member, index) => ratesOf(member, gathered[index] as Gathered))
  const modes = [...new Set(gathered.flatMap((member) => [...member.modes.keys()]))].sort()
  const battles = sumBy(gathered, (member) => member.battles)
  const [team, together] = [sumBy(gathered, (member) => member.team), sumBy(gathered, (member) => member.together)]
  return {
    enough: battles >= RATED_FROM,
    needed: RATED_FROM,
    battles,
    by_mode: modeRows(gathered),
    pairs: groupRows(sums.pairs, { rates, modes }),
    trios: groupRows(sums.trios, { rates, modes }),
    members: rates
      .flatMap(({ hasLog, row }) => (hasLog ? [row] : []))
      .sort((one, other) => other.battles - one.battles || (one.tag < other.tag ? -1 : 1)),
    together_share: shareOf(together, team),
  }
}

/** When members play, by the names of the API; `known`: on how many dates a battle log tells of each hour of the week. */
export function clubHours({ hours, members }: ClubSums, known: readonly number[]) {
  return { hours: knownHours(weekTable(hours.battles), known), best_hours: bestHours(hours, members, known) }
}

type Gathered = MemberSums & { expected: ReturnType<typeof expectedOf> }

function sumBy<Item>(items: readonly Item[], figure: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + figure(item), 0)
}

type MemberRow = Rated & { tag: string; name: string; together_share: number | null }

/** A member's row, and the rate in each mode, as an exact share, with which pairs are compared. */
type MemberRates = { hasLog: boolean; row: MemberRow; mode: (mode: string) => number }
type ClubRates = { rates: readonly MemberRates[]; modes: readonly string[] }

function ratesOf({ tag, name, hasLog }: ClubMember, { modes, expected, team, together }: Gathered): MemberRates {
  const total = newCount()
  for (const count of modes.values()) addCount(total, count)
  const prior = familyPrior(expected)
  const family = { prior: shrinkRate(total.wins, total.wins + total.losses, prior), weight: PART_WEIGHT }
  const ofMode = new Map(
    Array.from(modes, ([mode, { wins, losses }]) => [mode, shrinkRate(wins, wins + losses, family)]),
  )
  const row = { tag, name, ...computeRate(total, prior), together_share: shareOf(together, team) }
  return { hasLog, row, mode: (mode) => ofMode.get(mode) ?? shrinkRate(0, 0, family) }
}

function shareOf(part: number, all: number): number | null {
  return all === 0 ? null : percent(part / all)
}

type GroupRow = TogetherRate & { players: { tag: string; name: string }[] }

/**
 * The rates of pairs or trios, beside the mean of what each of them usually wins in the same modes. Where nobody has read
 * the log of one of them, that is not known.
 */
function groupRows(groups: ReadonlyMap<number, Together>, { rates, modes }: ClubRates): GroupRow[] {
  const rows: GroupRow[] = []
  for (const [group, together] of groups) {
    if (together.tally.wins + together.tally.losses < SOUND_FROM) continue
    const own = placesOfGroup(group).map((place) => rates[place - 1] as MemberRates)
    const known = own.filter(({ hasLog }) => hasLog)
    const usual = (mode: string) => sumBy(known, (member) => member.mode(mode)) / known.length
    const players = own.map(({ row: { tag, name } }) => ({ tag, name }))
    const rate = togetherRate(together, { modes, in: usual })
    rows.push({ players, ...rate, ...(known.length < own.length ? { usual: null, edge: null } : {}) })
  }
  return rows.sort((one, other) => byLowerEnd(one, other) || (tagsOf(one) < tagsOf(other) ? -1 : 1)).slice(0, GROUPS)
}

function tagsOf({ players }: GroupRow): string {
  return players.map(({ tag }) => tag).join(' ')
}

/** The modes of all members together, drawn towards the rate of the club as if it were one player. */
function modeRows(members: readonly Gathered[]) {
  const modes = new Map<string, Count>()
  const [total, expected] = [newCount(), { decided: 0, known: 0, sum: 0 }]
  for (const member of members) {
    for (const [mode, count] of member.modes) {
      addCount(entryOf(modes, mode, newCount), count)
      addCount(total, count)
    }
    expected.decided += member.expected.decided
    expected.known += member.expected.known
    expected.sum += member.expected.sum
  }
  const prior = { prior: shrinkRate(total.wins, total.wins + total.losses, familyPrior(expected)), weight: PART_WEIGHT }
  const rows = [...modes].map(([mode, count]) => ({ mode, ...ratedCount(count, prior) }))
  return rows.sort((one, other) => byStrength(one, other) || (one.mode < other.mode ? -1 : 1))
}

/** Points from which on an edge is told; below them players do about as usual. */
const TOLD_EDGE = 2

/** One sentence on a club's battles; null with too few (docs/formulas.md#battles-sentence). */
export function clubBattlesSentence(
  { enough, battles, members, pairs, together_share }: ReturnType<typeof clubBattles>,
  days: number,
): string | null {
  if (!enough) return null
  const played = `${countText(battles, 'battle')} of ${countText(members.length, 'member')} in ${days} days`
  const shared = together_share === null ? [] : [`${percentText(together_share)} of those in teams with clubmates`]
  const [best] = pairs.toSorted((one, other) => (other.edge ?? 0) - (one.edge ?? 0))
  const isTold = best !== undefined && best.edge !== null && best.edge >= TOLD_EDGE
  const names = best?.players.map(({ name }) => name).join(' and ')
  const pair = isTold ? [`${names} win ${countText(best.edge ?? 0, 'point')} more together than usual`] : []
  return `${[played, ...shared, ...pair].join(', ')}.`
}
