const UNITS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** A length of time in its largest unit, rounded: `45 seconds`, `3 minutes`, `1 day`. Takes seconds; none is negative. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const [size, unit] = UNITS.find(([each]) => whole >= each) ?? [1, 'second']
  const count = Math.round(whole / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
