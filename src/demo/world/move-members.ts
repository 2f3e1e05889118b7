import { itemAt } from './item-at.ts'
import { pick, type Random } from './random.ts'
import type { Seconds } from './time.ts'
import type { Club, ClubSettings, ClubVersion, Membership, Player, Role, World } from './world.ts'

const FULL = 30
const RANKS: readonly Role[] = ['member', 'senior', 'vicePresident']

export function currentVersion(club: Club): ClubVersion {
  return club.versions[club.versions.length - 1] ?? club.versions[0]
}

export function currentMembership(player: Player): Membership {
  return player.memberships[player.memberships.length - 1] ?? player.memberships[0]
}

export function isFull(club: Club): boolean {
  return currentVersion(club).members.length >= FULL
}

/** The first player without a club since before an instant, counted from a random one, whom the test accepts. */
export function findFreePlayer(
  world: World,
  at: Seconds,
  random: Random,
  accepts: (player: Player) => boolean,
): Player | null {
  const start = Math.floor(random() * world.players.length)
  for (let i = 0; i < world.players.length; i += 1) {
    const player = itemAt(world.players, (start + i) % world.players.length)
    const { club, since } = currentMembership(player)
    if (!player.settled && club === null && since < at && accepts(player)) return player
  }
  return null
}

export function join(club: Club, player: Player, since: Seconds): void {
  const { settings, members } = currentVersion(club)
  club.versions.push({ since, settings, members: [...members, { player, role: 'member' }] })
  player.memberships.push({ since, club })
}

export function leave(club: Club, player: Player, since: Seconds): void {
  const { settings, members } = currentVersion(club)
  club.versions.push({ since, settings, members: members.filter((member) => member.player !== player) })
  player.memberships.push({ since, club: null })
}

/** Moves someone, never the president, one step up or down. */
export function changeRole(club: Club, since: Seconds, random: Random): void {
  const { settings, members } = currentVersion(club)
  const chosen = pick(random, members)
  const rank = RANKS.indexOf(chosen.role)
  if (rank < 0) return
  const role = itemAt(RANKS, rank === 0 ? 1 : rank === 2 ? 1 : random() < 0.4 ? 2 : 0)
  const changed = members.map((member) => (member === chosen ? { player: member.player, role } : member))
  club.versions.push({ since, settings, members: changed })
}

export function changeSettings(club: Club, since: Seconds, change: Partial<ClubSettings>): void {
  const { settings, members } = currentVersion(club)
  club.versions.push({ since, settings: { ...settings, ...change }, members })
}
