import {
  type Choice,
  type Count,
  countOutcome,
  countSide,
  entryOf,
  isChosen,
  newCount,
  newOutcomes,
  type Outcomes,
} from './battle-counts.ts'
import { type Hours, hourCounter, newHours, newVisited, type Visited } from './battle-hours.ts'
import { countGroups, type Groups, newGroups, type Together } from './battles-together.ts'
import type { PlayerSide, Sides } from './player-side.ts'

/** Rates of a club are of ladder battles against people. Its hours, and what is played together, are of all battles. */
export const RATED: Choice = { family: 'ladder', lobby: 'people' }

/** What is added up of a member: the rated battles by mode, and by lobby and bin. */
export type MemberSums = {
  modes: ReadonlyMap<string, Count>
  outcomes: Outcomes
  visited: Visited
  /** All battles, those in teams, and those of them with clubmates. */
  battles: number
  team: number
  together: number
}

/**
 * What is added up of a club's battles on some days. Pairs and trios are named by the places of their members, from 1,
 * in the ascending order of tags.
 */
export type ClubSums = {
  members: readonly MemberSums[]
  hours: Hours
  pairs: ReadonlyMap<number, Together>
  trios: ReadonlyMap<number, Together>
}

/** Adds up the members' battles: `tags` in ascending order, and what was fought by each, oldest first. */
export function sumClub(tags: readonly string[], sidesOf: (tag: string) => Sides | undefined): ClubSums {
  const [groups, hours] = [newGroups(), newHours()]
  const placeOf = new Map(tags.map((tag, index) => [tag, index + 1]))
  const members = tags.map((tag, index) => {
    const sides = sidesOf(tag)
    return sides === undefined ? NOTHING : sumMember(sides, { place: index + 1, placeOf, groups, hours })
  })
  return { members, hours, ...groups }
}

const NO_BATTLES = { battles: 0, team: 0, together: 0 }
const NOTHING: MemberSums = { modes: new Map(), outcomes: newOutcomes(), visited: newVisited(), ...NO_BATTLES }

type Among = { place: number; placeOf: ReadonlyMap<string, number>; groups: Groups; hours: Hours }

function sumMember(sides: Sides, among: Among): MemberSums {
  const { groups, hours, place } = among
  const [modes, outcomes, visited] = [new Map<string, Count>(), newOutcomes(), newVisited()]
  const [team, counts]: [number[], typeof NO_BATTLES] = [[], { ...NO_BATTLES }]
  const countHour = hourCounter(hours, visited)
  sides.forEach((side) => {
    counts.battles += 1
    countHour(side.at)
    const chosen = isChosen(side, RATED)
    if (chosen) {
      countSide(entryOf(modes, side.mode, newCount), side)
      countOutcome(outcomes, side)
    }
    if (side.format !== 'teams') return
    counts.team += 1
    if (side.mates.length === 0 || !findClubmates(team, side, among)) return
    counts.together += 1
    if (chosen) countGroups(groups, team, side, place)
  })
  return { modes, outcomes, visited, ...counts }
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
