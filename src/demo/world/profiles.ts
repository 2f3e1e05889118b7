import { playerName } from '../names/player-name.ts'
import { between, createRandom, mix, pick, pickWeighted, type Random } from './random.ts'
import { DAY, type Seconds, versionAt } from './time.ts'
import type { Player, Profile, World } from './world.ts'

/** Name colours with their shares among real members. */
const COLOURS = [
  { weight: 34, value: 'ffffff' },
  { weight: 12, value: '1ba5f5' },
  { weight: 10, value: 'cb5aff' },
  { weight: 8, value: 'ff9727' },
  { weight: 8, value: 'f9c908' },
  { weight: 8, value: 'ff8afb' },
  { weight: 5, value: '4ddba2' },
  { weight: 5, value: 'a2e3fe' },
  { weight: 5, value: 'a8e132' },
  { weight: 4, value: 'f05637' },
  { weight: 2, value: 'ffce89' },
  { weight: 1, value: 'f9775d' },
]

const DAYS_BETWEEN_CHANGES = { name: 900, icon: 300 }

/** How a player looks at the epoch; a given name replaces the generated one. */
export function startingProfile(
  tag: string,
  random: Random,
  scripts: readonly string[],
  since: Seconds,
  name = playerName(random, scripts),
): Profile {
  const nameColor = `0xff${pickWeighted(random, COLOURS).value}`
  return profile(tag, { since, name, nameColor, icon: randomIcon(random) })
}

function randomIcon(random: Random): number {
  return 28_000_000 + between(random, 0, 1188)
}

function profile(tag: string, look: Omit<Profile, 'rowStart'>): Profile {
  const { name, nameColor } = look
  const rowStart = `{"tag":"${tag}","name":${JSON.stringify(name)},"nameColor":"${nameColor}","role":"`
  return { ...look, rowStart }
}

/** The renames and new icons of one day, spread over the whole world. */
export function changeProfiles(world: World, day: number): void {
  const random = createRandom(mix(mix(world.seed, 7), day))
  const times = (daysBetween: number) =>
    Array.from({ length: Math.floor(world.players.length / daysBetween + random()) }, () =>
      between(random, 0, DAY - 1),
    ).sort((a, b) => a - b)
  const changes = [
    ...times(DAYS_BETWEEN_CHANGES.name).map((at) => ({ at, what: 'name' as const })),
    ...times(DAYS_BETWEEN_CHANGES.icon).map((at) => ({ at, what: 'icon' as const })),
  ].sort((a, b) => a.at - b.at)
  for (const { at, what } of changes) {
    const player = pick(random, world.players)
    if (player.character.activeShare > 0) changeProfile(player, what, world.epoch + day * DAY + at, random)
  }
}

/** Has the player wear an icon from an instant on, until the world's next change of it. */
export function wearIcon(player: Player, icon: number, since: Seconds): void {
  const worn = versionAt(player.profiles, since)
  const later = player.profiles.findIndex((version) => version.since > since)
  player.profiles.splice(later < 0 ? player.profiles.length : later, 0, profile(player.tag, { ...worn, since, icon }))
}

function changeProfile(player: Player, what: 'name' | 'icon', since: Seconds, random: Random): void {
  const last = player.profiles[player.profiles.length - 1] ?? player.profiles[0]
  if (what === 'icon') player.profiles.push(profile(player.tag, { ...last, since, icon: randomIcon(random) }))
  else if (!player.settled) {
    const name = playerName(random, player.country.scripts)
    player.profiles.push(profile(player.tag, { ...last, since, name }))
  }
}
