import { count as countText, percent as percentText } from '#shared/number-format.ts'
import {
  addCount,
  byStrength,
  type Choice,
  type Count,
  countOutcome,
  countSide,
  type Expected,
  entryOf,
  expectedOf,
  familyPrior,
  isChosen,
  newCount,
  newOutcomes,
  type Outcomes,
  ratedCount,
} from './battle-counts.ts'
import { bestHours, newClubHours, weekTable } from './battle-hours.ts'
import {
  type Baselines,
  byLowerEnd,
  drawn,
  PART_WEIGHT,
  percent,
  RATED_FROM,
  type Rated,
  rated,
  SOUND_FROM,
} from './battle-rates.ts'
import {
  countGroups,
  type Groups,
  newGroups,
  placesOfGroup,
  type Together,
  type TogetherRate,
  togetherRate,
} from './battles-together.ts'
import type { PlayerSide, Sides } from './player-side.ts'

/** A present member with the battles of the window, oldest first; null where no battle log of theirs is known. */
export type MemberSides = { tag: string; name: string; sides: Sides | null }

/** Rates of a club are of ladder battles against people. Its hours, and what is played together, are of all battles. */
const RATED: Choice = { family: 'ladder', lobby: 'people' }

/** Pairs and trios that a club's answer names. */
const GROUPS = 20

type Gathered = {
  tag: string
  name: string
  hasLog: boolean
  modes: Map<string, Count>
  expected: Expected
  /** All battles, those in teams, and those of them with clubmates. */
  battles: number
  team: number
  together: number
}

/** A club's battles by the names of the API (docs/formulas.md#a-clubs-battles). */
export function clubBattles(members: readonly MemberSides[], baselines: Baselines) {
  const hours = newClubHours()
  const groups = newGroups()
  const ordered = members.toSorted((one, other) => (one.tag < other.tag ? -1 : 1))
  const placeOf = new Map(ordered.map(({ tag }, index) => [tag, index + 1]))
  const gathered = ordered.map((member, index) => {
    return gather(member, { place: index + 1, placeOf, groups, hours: hours.ofMember(), baselines })
  })
  const rates = gathered.map(ratesOf)
  const battles = sumBy(gathered, (member) => member.battles)
  const [team, together] = [sumBy(gathered, (member) => member.team), sumBy(gathered, (member) => member.together)]
  return {
    enough: battles >= RATED_FROM,
    needed: RATED_FROM,
    battles,
    hours: weekTable(hours.battles),
    best_hours: bestHours(hours),
    by_mode: modeRows(gathered),
    pairs: groupRows(groups.pairs, rates),
    trios: groupRows(groups.trios, rates),
    members: rates
      .flatMap(({ hasLog, row }) => (hasLog ? [row] : []))
      .sort((one, other) => other.battles - one.battles || (one.tag < other.tag ? -1 : 1)),
    together_share: shareOf(together, team),
  }
}

function sumBy<Item>(items: readonly Item[], figure: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + figure(item), 0)
}

type Among = {
  place: number
  placeOf: ReadonlyMap<string, number>
  groups: Groups
  hours: (at: number) => void
  baselines: Baselines
}

function gather({ tag, name, sides }: MemberSides, among: Among): Gathered {
  const { groups, hours, baselines } = among
  const [team, outcomes, modes]: [number[], Outcomes, Map<string, Count>] = [[], newOutcomes(), new Map()]
  const counts = { battles: 0, team: 0, together: 0 }
  sides?.forEach((side) => {
    counts.battles += 1
    hours(side.at)
    const chosen = isChosen(side, RATED)
    if (chosen) {
      countSide(entryOf(modes, side.mode, newCount), side)
      countOutcome(outcomes, side)
    }
    if (side.format !== 'teams') return
    counts.team += 1
    if (side.mates.length === 0 || !findClubmates(team, side, among)) return
    counts.together += 1
    if (chosen) countGroups(groups, team, side, among.place)
  })
  return {
    tag,
    name,
    hasLog: sides !== null,
    modes,
    expected: expectedOf(outcomes, RATED.family, baselines),
    ...counts,
  }
}

/** Puts the places of the members on the team into the list, in ascending order. False without a clubmate. */
function findClubmates(team: number[], { mates }: PlayerSide, { place, placeOf }: Among): boolean {
  team.length = 0
  team.push(place)
  for (const tag of mates) {
    const mate = placeOf.get(tag)
    if (mate !== undefined) insertInOrder(team, mate)
  }
  return team.length > 1
}

/** There are two or three: sorting takes longer. */
function insertInOrder(team: number[], mate: number): void {
  let at = team.length
  team.push(mate)
  for (; at > 0 && (team[at - 1] ?? 0) > mate; at--) team[at] = team[at - 1] ?? 0
  team[at] = mate
}

type MemberRow = Rated & { tag: string; name: string; together_share: number | null }

/** A member's row, and the rate in each mode, as an exact share, with which pairs are compared. */
type MemberRates = { hasLog: boolean; row: MemberRow; mode: (mode: string) => number }

function ratesOf({ tag, name, hasLog, modes, expected, team, together }: Gathered): MemberRates {
  const total = newCount()
  for (const count of modes.values()) addCount(total, count)
  const prior = familyPrior(expected)
  const family = { prior: drawn(total.wins, total.wins + total.losses, prior), weight: PART_WEIGHT }
  return {
    hasLog,
    row: { tag, name, ...rated(total, prior), together_share: shareOf(together, team) },
    mode: (mode) => {
      const { wins, losses } = modes.get(mode) ?? newCount()
      return drawn(wins, wins + losses, family)
    },
  }
}

function shareOf(part: number, all: number): number | null {
  return all === 0 ? null : percent(part / all)
}

type GroupRow = TogetherRate & { players: { tag: string; name: string }[] }

/** The rates of pairs or trios, beside the mean of what those of them whose log is known usually win in the same modes. */
function groupRows(groups: ReadonlyMap<number, Together>, rates: readonly MemberRates[]): GroupRow[] {
  const sound = [...groups].filter(([, { tally }]) => tally.wins + tally.losses >= SOUND_FROM)
  const rows = sound.map(([group, together]) => {
    const own = placesOfGroup(group).flatMap((place) => rates[place - 1] ?? [])
    const known = own.filter(({ hasLog }) => hasLog)
    const usual = (mode: string) => sumBy(known, (member) => member.mode(mode)) / known.length
    return { players: own.map(({ row: { tag, name } }) => ({ tag, name })), ...togetherRate(together, usual) }
  })
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
  const prior = { prior: drawn(total.wins, total.wins + total.losses, familyPrior(expected)), weight: PART_WEIGHT }
  const rows = [...modes].map(([mode, count]) => ({ mode, ...ratedCount(count, prior) }))
  return rows.sort((one, other) => byStrength(one, other) || (one.mode < other.mode ? -1 : 1))
}

/** Points from which on an edge is told; below them players do about as usual. */
const TOLD_EDGE = 2

/** One sentence on a club's battles; null with too few (docs/formulas.md#battles-sentence). */
export function clubBattlesSentence(
  { enough, battles, members, pairs, together_share }: Omit<ReturnType<typeof clubBattles>, 'hours' | 'best_hours'>,
  days: number,
): string | null {
  if (!enough) return null
  const played = `${countText(battles, 'battle')} of ${countText(members.length, 'member')} in ${days} days`
  const shared = together_share === null ? [] : [`${percentText(together_share)} of those in teams with clubmates`]
  const [best] = pairs.toSorted((one, other) => (other.edge ?? 0) - (one.edge ?? 0))
  const isTold = best !== undefined && best.edge !== null && best.edge >= TOLD_EDGE
  const pair = isTold ? [`${pairText(best)} win ${countText(best.edge ?? 0, 'point')} more together than usual`] : []
  return `${[played, ...shared, ...pair].join(', ')}.`
}

function pairText({ players }: GroupRow): string {
  return players.map(({ name }) => name).join(' and ')
}
