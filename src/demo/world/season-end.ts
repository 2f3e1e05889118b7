import { record } from './record.ts'
import type { Seconds } from './time.ts'
import { HAPPENING } from './timeline.ts'
import { trophiesAfterSeasonEnd } from './trophy-rules.ts'
import type { Competitor, World } from './world.ts'

/** Lets the seasons end that end at or before an instant and that the player has not been through. */
export function endSeasons(world: World, competitor: Competitor, until: Seconds): void {
  const { state } = competitor
  for (;;) {
    const end = world.seasonEnds[state.seasonsEnded]
    if (end === undefined || end > until) return
    state.seasonsEnded += 1
    for (const [brawler, trophies] of state.trophies.entries()) {
      const delta = trophiesAfterSeasonEnd(trophies) - trophies
      if (delta !== 0) {
        record(competitor, {
          time: end,
          delta,
          brawler,
          kind: HAPPENING.seasonEnd,
          outcome: 0,
          power: 0,
          party: 0,
          seed: 0,
        })
      }
    }
  }
}
