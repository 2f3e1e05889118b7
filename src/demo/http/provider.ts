import type { Glitches } from '../answers/glitches.ts'
import type { World } from '../world/world.ts'
import type { Calls } from './calls.ts'
import type { FaultBoard } from './faults.ts'

/** A demo provider in operation. */
export type Provider = {
  world: World
  tokens: readonly string[]
  now: () => Date
  glitches: Glitches
  board: FaultBoard
  calls: Calls
}
