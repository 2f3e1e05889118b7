import type { Battle } from '#server/game-api/payloads/battle-log.ts'
import type { Observed } from '#server/ingestion/observed-answer.ts'

/** A battle on the ladder, by its second: the same key in whoever's log it stands. */
export function battle(at: string, trophyChange: number, given: Partial<Battle> = {}): Battle {
  return {
    battleTime: new Date(at),
    eventId: 15000007,
    mode: 'brawlBall',
    map: 'Sneaky Fields',
    type: 'ranked',
    result: trophyChange < 0 ? 'defeat' : 'victory',
    rank: null,
    durationSeconds: 110,
    trophyChange,
    isLadder: true,
    starPlayer: null,
    brawlerId: 16000000,
    brawlerName: 'SHELLY',
    brawlerTrophies: 800,
    participants: [],
    key: `battle-${at}`,
    ...given,
  }
}

/** What the game says a player fought lately; battles may be given in any order. */
export function battleLog(at: string, tag: string, battles: Battle[]): Observed<'battle-log'> {
  const newestFirst = battles.toSorted((one, other) => other.battleTime.getTime() - one.battleTime.getTime())
  return { kind: 'battle-log', tag, observedAt: new Date(at), body: { battles: newestFirst } }
}
