import { gauss, itemAt, makeTag, pick, pickWeighted, type Random, randomBetween } from '#shared/random.ts'
import { CHARACTERS, pickCharacter } from './characters.ts'
import { COUNTRIES, type Country } from './countries.ts'
import { CLUB_AND_PLAYER_TAG, CLUB_TAG_NOT_BEGINNING_WITH_2 } from './landmarks.ts'
import { clubDescription, clubName } from './names.ts'
import { addPlayer } from './players.ts'
import type { Seconds } from './time.ts'
import type { Club, ClubMember, ClubSettings, ClubVersion, Membership, Mood, Player, Role, World } from './world.ts'

/** Share of clubs whose tag begins with 2 (docs/game-api.md#tags). */
const CHANCE_OF_2 = 0.74

/** Kinds of clubs: number of members, their typical trophies, and the spread (deviation as a share of them). */
const CLUB_KINDS = [
  { weight: 4, members: [30, 30], level: [68_000, 84_000], spread: 0.08 },
  { weight: 73, members: [18, 30], level: [33_000, 57_000], spread: 0.5 },
  { weight: 23, members: [7, 26], level: [4000, 24_000], spread: 0.6 },
] as const

/** Bounds of the share of members who hardly ever play. */
const SILENT: Readonly<Record<Mood, readonly [number, number]>> = {
  lively: [0.05, 0.25],
  ordinary: [0.52, 0.78],
  quiet: [0.8, 0.97],
}

/** Moods of clubs in turn, so that small worlds have all of them. */
const MOODS: readonly Mood[] = ['ordinary', 'lively', 'ordinary', 'quiet', 'ordinary', 'lively', 'ordinary']

/** No member has less than this share of the club's typical trophies. */
const LOWEST_SHARE = 0.06

const REQUIRED = [0, 600, 5000, 15_000, 24_000, 29_000, 60_000, 90_000]

/** Adds clubs with their members; the first two have tags of landmarks.ts. */
export function addClubs(world: World, count: number, random: Random): void {
  const landmarks = [CLUB_TAG_NOT_BEGINNING_WITH_2, CLUB_AND_PLAYER_TAG]
  for (let i = 0; i < count; i += 1) addClub(world, landmarks[i], random)
}

function addClub(world: World, landmark: string | undefined, random: Random): void {
  const kind = pickWeighted(random, CLUB_KINDS)
  const isStrong = kind === CLUB_KINDS[0]
  const mood = isStrong ? 'lively' : itemAt(MOODS, world.clubs.length % MOODS.length)
  const silentShare = within(SILENT[mood], random())
  const country = pickWeighted(random, COUNTRIES)
  const level = within(kind.level, random())
  const size = landmark === undefined ? randomBetween(random, kind.members[0], kind.members[1]) : 28
  const tag = landmark ?? makeTag(random, CHANCE_OF_2, world.clubByTag)
  const settings = settingsFor(country, level, random)
  const taggedPlayer = landmark === CLUB_AND_PLAYER_TAG ? { tag: landmark, settled: true } : {}
  const players = Array.from({ length: size }, (_, index) => {
    const character = index === 0 ? CHARACTERS.regular : pickCharacter(random, silentShare)
    const factor = (isStrong ? 1 : character.trophies) * Math.max(LOWEST_SHARE, 1 + kind.spread * gauss(random))
    const trophies = Math.max(500, level * factor)
    return addPlayer(world, random, { character, level: trophies, country, ...(index === 0 ? taggedPlayer : {}) })
  })
  const roles = startingRoles(size, random)
  const members = players.map((player, index) => ({ player, role: itemAt(roles, index) }))
  openClub(world, { tag, country, level, mood, scripted: false }, settings, members)
}

function within([low, high]: readonly [number, number], share: number): number {
  return low + (high - low) * share
}

/** Adds a club with its first version, and makes the players its members. */
export function openClub(
  world: World,
  facts: Pick<Club, 'tag' | 'country' | 'level' | 'mood' | 'scripted'>,
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
    badgeId: 8_000_000 + randomBetween(random, 0, 59),
    requiredTrophies: pick(random, reachable),
    isFamilyFriendly: random() < 0.3,
  }
}

/** One president, up to three vice presidents, two to six seniors; fewer in small clubs. */
function startingRoles(size: number, random: Random): Role[] {
  const vicePresidents = randomBetween(random, 0, size > 15 ? 3 : 1)
  const seniors = randomBetween(random, size > 15 ? 2 : 0, size > 15 ? 6 : 2)
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

export function joinClub(club: Club, player: Player, since: Seconds): void {
  const { settings, members } = currentVersion(club)
  club.versions.push({ since, settings, members: [...members, { player, role: 'member' }] })
  player.memberships.push({ since, club })
}

export function leaveClub(club: Club, player: Player, since: Seconds): void {
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
