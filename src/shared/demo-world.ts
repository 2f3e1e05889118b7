/**
 * The version of the demo's simulated world. A store that holds another one begins anew, since the figures of two worlds do
 * not fit together: raise it with every change of what the world answers about a moment of the past.
 */
export const DEMO_WORLD_VERSION = 2

/**
 * Clubs of the usual world of 240, none of whose members is in a ranking of players, and for how many days nobody had looked
 * at them when a long history of the demo began: they show how pages tell of a club whose collecting stopped.
 */
export const DEMO_UNSEEN: ReadonlyMap<string, number> = new Map([
  ['#28RCLRJ2', 6],
  ['#29CRGYC29', 11],
])
