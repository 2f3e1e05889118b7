import type { Context } from '../src/server/context.ts'
import { manualClock } from '../test/manual-clock.ts'
import { rising, settle } from '../test/small-world.ts'
import { CLUBS, DAYS, MEMBERS, worldTag } from './world.ts'

/** Stores the clubs of the small world with their members and a history that ends today. */
export async function fillWorld(context: Context): Promise<void> {
  const clubs = Array.from({ length: CLUBS }, (_, club) => ({
    tag: worldTag(club),
    name: `Club ${club}`,
    members: Array.from({ length: MEMBERS }, (_, member) => ({
      tag: worldTag(CLUBS + club * MEMBERS + member),
      name: `Player ${member} of ${club}`,
      days: rising('#.#'.repeat(DAYS / 3), 10_000 + 500 * member, 5 + member),
    })),
  }))
  await settle({ ...context, clock: manualClock(new Date()) }, clubs)
}
