/**
 * Who wants a target kept current; the lower, the sooner it is served when the budget is short. A visitor who waits is
 * in no class: that call is made at once.
 */
export const TARGET_CLASS = { searched: 1, ranked: 2, member: 3, discovered: 4 } as const

export type TargetClass = keyof typeof TARGET_CLASS

/** What can be collected. `key` is a tag, or for rankings a country and, for one brawler's, its id: `US`, `US/16000000`. */
export type TargetKind =
  | 'club'
  | 'player'
  | 'battle-log'
  | 'player-ranking'
  | 'club-ranking'
  | 'brawler-ranking'
  | 'brawlers'

export type Target = { kind: TargetKind; key: string; class: TargetClass }
