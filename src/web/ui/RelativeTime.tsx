import { useEffect, useState } from 'react'

const TICK_MS = 30_000

/** How long ago it was, kept current while it stands; the full time in the visitor's zone as a title. */
export function RelativeTime({ time }: { time: string }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={time} title={fullTime(time)}>
      {relativeTime(time, now)}
    </time>
  )
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago a time was: `Just now`, then minutes, hours, days. A time ahead (a clock that runs wrong) is just now. */
export function relativeTime(time: string | number | Date, now: number = Date.now()): string {
  const age = now - new Date(time).getTime()
  if (Number.isNaN(age)) return 'Unknown'
  if (age < MINUTE) return 'Just now'
  if (age < HOUR) return ago(Math.floor(age / MINUTE), 'minute')
  if (age < DAY) return ago(Math.floor(age / HOUR), 'hour')
  return ago(Math.floor(age / DAY), 'day')
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

/** A time in the visitor's zone and language, for a title beside the relative one. */
export function fullTime(time: string | number | Date): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime())
    ? 'Unknown'
    : date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}

/** A UTC calendar date (`2026-11-21`) or time, as a short day: `Nov 21, 2026`. */
export function shortDay(date: string): string {
  const dayOnly = /^\d{4}-\d{2}-\d{2}$/.test(date)
  const shown = new Date(date)
  if (Number.isNaN(shown.getTime())) return 'Unknown'
  return shown.toLocaleDateString('en-US', { dateStyle: 'medium', ...(dayOnly ? { timeZone: 'UTC' } : {}) })
}

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

/** A UTC calendar date or time in short, the same in every language of the browser: `12 Nov`. */
export function dayLabel(date: string): string {
  const shown = new Date(date)
  if (Number.isNaN(shown.getTime())) return 'Unknown'
  return shown.toUTCString().slice(5, 11).replace(/^0/, '')
}
