import { CHARACTERS } from './characters.ts'
import { COUNTRIES, type Country } from './countries.ts'
import { CLUB_AND_PLAYER_TAG, CLUB_TAG_NOT_BEGINNING_WITH_2 } from './landmarks.ts'
import { clubDescription, clubName } from './names.ts'
import { addPlayer } from './players.ts'
import { between, gauss, itemAt, makeTag, pick, pickWeighted, type Random } from './random.ts'
import type { Seconds } from './time.ts'
import type { Club, ClubMember, ClubSettings, ClubVersion, Membership, Player, Role, World } from './world.ts'

/** Share of clubs whose tag begins with 2 (docs/game-api.md#tags). */
const CHANCE_OF_2 = 0.74

/** Kinds of clubs: number of members, their typical trophies, and the spread (standard deviation of the logarithm). */
const CLUB_KINDS = [
  { weight: 8, members: [30, 30], level: [70_000, 100_000], spread: 0.12 },
  { weight: 40, members: [22, 30], level: [18_000, 55_000], spread: 0.5 },
  { weight: 35, members: [13, 28], level: [9000, 28_000], spread: 0.6 },
  { weight: 17, members: [7, 16], level: [4000, 15_000], spread: 0.7 },
] as const

const REQUIRED = [0, 600, 5000, 15_000, 24_000, 29_000, 60_000, 90_000]

/** Adds clubs with their members; the first two have tags of landmarks.ts. */
export function addClubs(world: World, count: number, random: Random): void {
  const landmarks = [CLUB_TAG_NOT_BEGINNING_WITH_2, CLUB_AND_PLAYER_TAG]
  for (let i = 0; i < count; i += 1) addClub(world, landmarks[i], random)
}

function addClub(world: World, landmark: string | undefined, random: Random): void {
  const kind = pickWeighted(random, CLUB_KINDS)
  const country = pickWeighted(random, COUNTRIES)
  const level = kind.level[0] * (kind.level[1] / kind.level[0]) ** random()
  const size = landmark === undefined ? between(random, kind.members[0], kind.members[1]) : 28
  const tag = landmark ?? makeTag(random, CHANCE_OF_2, world.clubByTag)
  const settings = settingsFor(country, level, random)
  const taggedPlayer = landmark === CLUB_AND_PLAYER_TAG ? { tag: landmark, settled: true } : {}
  const players = Array.from({ length: size }, (_, index) => {
    const character = index === 0 ? CHARACTERS.regular : pickWeighted(random, Object.values(CHARACTERS))
    const factor = kind.spread < 0.2 ? 1 : character.trophies
    const trophies = Math.max(500, level * factor * Math.exp(kind.spread * gauss(random)))
    return addPlayer(world, random, { character, level: trophies, country, ...(index === 0 ? taggedPlayer : {}) })
  })
  const roles = startingRoles(size, random)
  const members = players.map((player, index) => ({ player, role: itemAt(roles, index) }))
  openClub(world, { tag, country, level, scripted: false }, settings, members)
}

/** Adds a club with its first version, and makes the players its members. */
export function openClub(
  world: World,
  facts: Pick<Club, 'tag' | 'country' | 'level' | 'scripted'>,
  settings: ClubSettings,
  members: readonly ClubMember[],
): void {
  const club: Club = { ...facts, index: world.clubs.length, versions: [{ since: world.epoch, settings, members }] }
  for (const { player } of members) player.memberships[0].club = club
  world.clubs.push(club)
  world.clubByTag.set(club.tag, club)
}

function settingsFor(country: Country, level: number, random: Random): ClubSettings {
  const reachable = REQUIRED.filter((trophies) => trophies < level * 0.8)
  return {
    name: clubName(random, country.scripts),
    description: clubDescription(random),
    type: pickWeighted(random, [
      { weight: 6, value: 'open' as const },
      { weight: 3, value: 'inviteOnly' as const },
      { weight: 1, value: 'closed' as const },
    ]).value,
    badgeId: 8_000_000 + between(random, 0, 59),
    requiredTrophies: pick(random, reachable),
    isFamilyFriendly: random() < 0.3,
  }
}

/** One president, up to three vice presidents, two to six seniors; fewer in small clubs. */
function startingRoles(size: number, random: Random): Role[] {
  const vicePresidents = between(random, 0, size > 15 ? 3 : 1)
  const seniors = between(random, size > 15 ? 2 : 0, size > 15 ? 6 : 2)
  return Array.from({ length: size }, (_, index) => {
    if (index === 0) return 'president'
    if (index <= vicePresidents) return 'vicePresident'
    return index <= vicePresidents + seniors ? 'senior' : 'member'
  })
}

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

/** The first player without a club that `accepts` takes, beginning at a random one; null for none. */
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

/** Promotes or demotes a random member by one step; the president stays. */
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
