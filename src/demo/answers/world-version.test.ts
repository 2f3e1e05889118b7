import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createWorld } from '#demo/world/create-world.ts'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { DAY } from '#demo/world/time.ts'
import { DEMO_WORLD_VERSION } from '#shared/demo-world.ts'
import { NO_GLITCHES } from './answer.ts'
import { answerRoute, routeOf } from './answer-route.ts'

const PATHS = [
  `/v1/clubs/${encodeURIComponent(EXAMPLE_CLUB_TAG)}`,
  `/v1/players/${encodeURIComponent(EXAMPLE_PLAYER_TAG)}`,
  `/v1/players/${encodeURIComponent(EXAMPLE_PLAYER_TAG)}/battlelog`,
  '/v1/rankings/global/clubs',
  '/v1/events/rotation',
]

/** A digest of what the world answers about four moments. */
function digestOfAnswers(): string {
  const world = createWorld({ seed: 20_260_101, epoch: new Date('2026-01-05T00:00:00Z'), clubs: 6 })
  const hash = createHash('sha256')
  for (const day of [0, 1, 20, 40]) {
    for (const path of PATHS) {
      const options = { at: world.epoch + day * DAY + 3600, query: new URLSearchParams(), glitches: NO_GLITCHES }
      hash.update(answerRoute(world, routeOf(path), options).body)
    }
  }
  return hash.digest('hex').slice(0, 16)
}

test('who changes what the world answers raises DEMO_WORLD_VERSION, and writes the new digest here', () => {
  expect([DEMO_WORLD_VERSION, digestOfAnswers()]).toEqual([2, 'c2c75dd1cb77b48c'])
})
