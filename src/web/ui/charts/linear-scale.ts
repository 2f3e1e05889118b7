export type Range = readonly [from: number, to: number]

/** Maps a number of one range onto another in proportion; the middle where the first range has no width. */
export function linearScale([from, to]: Range, [start, end]: Range): (value: number) => number {
  const width = to - from
  return (value) => (width === 0 ? (start + end) / 2 : start + ((value - from) / width) * (end - start))
}
