import { MOVES, type RosterEventKind } from '#shared/event-texts.ts'
import { aroundEvents } from './changes.ts'

/** Who moved in some days, by tags. Each player is in one list: the first and the last event of the days tell which. */
export type ClubMoves = {
  /** Who was there at the end alone, and who at the beginning alone. */
  joiners: string[]
  leavers: string[]
  /** Who joined and left again, and who left and came back. */
  came_and_left: string[]
  left_and_back: string[]
}

/** Who joined and left, by the events of some days in the order of time (docs/formulas.md#who-joined-and-left). */
export function movesOf(events: readonly { kind: RosterEventKind; player: string }[]): ClubMoves {
  const moves = events.filter(({ kind }) => MOVES.has(kind))
  const ofPlayer = [...Map.groupBy(moves, ({ player }) => player)]
  const whoWas = (wasThere: boolean, isThere: boolean) =>
    ofPlayer.flatMap(([player, own]) => {
      const around = aroundEvents(own)
      return around.wasThere === wasThere && around.isThere === isThere ? [player] : []
    })
  return {
    joiners: whoWas(false, true),
    leavers: whoWas(true, false),
    came_and_left: whoWas(false, false),
    left_and_back: whoWas(true, true),
  }
}

/** All who came and all who went: whoever joined and left is in both lists, as their trophies are in both sums. */
export function everyMove({ joiners, leavers, came_and_left, left_and_back }: ClubMoves) {
  const both = [...came_and_left, ...left_and_back]
  return { joined: [...joiners, ...both], left: [...leavers, ...both] }
}
