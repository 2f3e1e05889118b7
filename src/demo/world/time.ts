/** Whole seconds since 1970, UTC: the world's unit of time, because battle times are to the second. */
export type Seconds = number

export const DAY: Seconds = 86_400

/** The last version that began at or before a moment, else the first one. `versions` are in the order of time. */
export function versionAt<T extends { since: Seconds }>(versions: readonly [T, ...T[]], at: Seconds): T {
  for (let i = versions.length - 1; i > 0; i -= 1) {
    const version = versions[i]
    if (version !== undefined && version.since <= at) return version
  }
  return versions[0]
}

export function toSeconds(date: Date): Seconds {
  return Math.floor(date.getTime() / 1000)
}

/** A moment as the game's API writes it: `20260405T171604.000Z`. */
export function compactTime(at: Seconds): string {
  return new Date(at * 1000).toISOString().replace(/[-:]/g, '')
}
