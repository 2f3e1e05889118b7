import { simulateCrew } from '../world/simulate-crew.ts'
import type { Seconds } from '../world/time.ts'
import { entryAt, isBattle, lengthAt } from '../world/timeline.ts'
import type { Player, World } from '../world/world.ts'
import { type Answer, ok } from './answer.ts'
import { renderBattle } from './render-battle.ts'

const LOG_LENGTH = 25
const MAX_AGE = 60

/** The newest 25 battles of a player at an instant, newest first, with the names that people have then. */
export function battleLogAnswer(world: World, player: Player, at: Seconds): Answer {
  simulateCrew(world, player.crew, at)
  const items = []
  for (let i = lengthAt(player.timeline, at) - 1; i >= 0 && items.length < LOG_LENGTH; i -= 1) {
    const entry = entryAt(player.timeline, i)
    if (isBattle(entry.kind)) items.push(renderBattle(world, player, entry, at))
  }
  return ok({ items, paging: { cursors: {} } }, MAX_AGE)
}
