import { useEffect, useState } from 'react'

const TICK_MS = 30_000

/** How long ago a time was, kept current while it is shown. Its title is the full time in the visitor's zone. */
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

/** Units of time in seconds, the largest first. */
const UNITS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const
const MINUTE = 60

/**
 * How long ago a time was, rounded down: `Just now`, `59 minutes ago`, `23 hours ago`, `100 days ago`. A time in the
 * future, which a wrong clock gives, is `Just now`; a text that is no time is `Unknown`. `now` is in milliseconds.
 */
export function relativeTime(time: string, now: number): string {
  const age = (now - Date.parse(time)) / 1000
  if (Number.isNaN(age)) return 'Unknown'
  return age < MINUTE ? 'Just now' : `${inLargestUnit(age, Math.floor)} ago`
}

/** A length of time in seconds, rounded to its largest unit: `45 seconds`, `3 minutes`, `1 day`. None is negative. */
export function duration(seconds: number): string {
  return inLargestUnit(Math.max(0, Math.round(seconds)), Math.round)
}

function inLargestUnit(seconds: number, round: (count: number) => number): string {
  const [size, unit] = UNITS.find(([each]) => seconds >= each) ?? [1, 'second']
  const count = round(seconds / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** A time in the visitor's zone and language: `Nov 21, 2026, 1:00 PM`. */
export function fullTime(time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime())
    ? 'Unknown'
    : date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}

/** A time in the visitor's zone and language, as short as it is clear: `12:40 PM` on the day of `now`, in milliseconds. */
export function momentOf(time: string, now: number): string {
  const date = new Date(time)
  if (date.toDateString() !== new Date(now).toDateString()) return fullTime(time)
  return date.toLocaleTimeString(undefined, { timeStyle: 'short' })
}

/** A UTC calendar date (`2026-11-21`), or a time in the visitor's zone, as a day with its year: `Nov 21, 2026`. */
export function shortDay(date: string): string {
  const dayOnly = /^\d{4}-\d{2}-\d{2}$/.test(date)
  const shown = new Date(date)
  if (Number.isNaN(shown.getTime())) return 'Unknown'
  return shown.toLocaleDateString('en-US', { dateStyle: 'medium', ...(dayOnly ? { timeZone: 'UTC' } : {}) })
}

/** The UTC day of a calendar date or a time, without its year: `12 Nov`. */
export function dayLabel(date: string): string {
  const shown = new Date(date)
  if (Number.isNaN(shown.getTime())) return 'Unknown'
  return shown.toUTCString().slice(5, 11).replace(/^0/, '')
}
