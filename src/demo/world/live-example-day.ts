import { DAYS_BETWEEN_NEWCOMERS, EXAMPLE_CAST, WANDERER } from './example-cast.ts'
import { itemAt } from './item-at.ts'
import { changeRole, currentMembership, currentVersion, findFreePlayer, isFull, join, leave } from './move-members.ts'
import type { Random } from './random.ts'
import { DAY, type Seconds } from './time.ts'
import type { Club, World } from './world.ts'

const HOUR = 3600
const DAYS_BETWEEN_ROLE_CHANGES = 9

/** A day of the example club: it follows a script, so that whoever looks finds a newcomer and someone who came back. */
export function liveExampleDay(world: World, day: number, random: Random): void {
  const club = itemAt(world.clubs, 0)
  const start = world.epoch + day * DAY
  if (day % DAYS_BETWEEN_NEWCOMERS === 0) swapNewcomers(world, club, start, random)
  moveWanderer(world, club, day, start)
  if (day % DAYS_BETWEEN_ROLE_CHANGES === 7) changeRole(club, start + 20 * HOUR, random)
}

function swapNewcomers(world: World, club: Club, start: Seconds, random: Random): void {
  const guest = currentVersion(club).members.find(({ player }) => player.index >= EXAMPLE_CAST.length)
  if (guest !== undefined) leave(club, guest.player, start + 9 * HOUR)
  if (isFull(club)) return
  const joins = start + 15 * HOUR
  const newcomer =
    findFreePlayer(world, joins, random, ({ character }) => character.name === 'newcomer') ??
    findFreePlayer(world, joins, random, ({ character }) => character.activeShare > 0)
  if (newcomer !== null) join(club, newcomer, joins)
}

function moveWanderer(world: World, club: Club, day: number, start: Seconds): void {
  const wanderer = itemAt(world.players, WANDERER.index)
  const dayOfCycle = day % WANDERER.everyDays
  const away = currentMembership(wanderer).club !== club
  if (dayOfCycle === WANDERER.leavesOnDay && !away) leave(club, wanderer, start + 18 * HOUR)
  if (dayOfCycle === WANDERER.returnsOnDay && away) join(club, wanderer, start + 16 * HOUR)
}
