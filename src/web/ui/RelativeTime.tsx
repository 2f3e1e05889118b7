import { useState, useSyncExternalStore } from 'react'
import { DAY_MS, lastSeenWords } from '#shared/days.ts'
import { t } from '#shared/texts.ts'
import { fullTime, relativeTime, shortDay, withinSentence } from './date-words.ts'
import { useServed, useWasServed } from './served.ts'

const TICK_MS = 30_000

/** The present, as pages show it. It moves every half minute while something shows it. */
let now = Date.now()
/** When the server rendered the page, in milliseconds. */
let writtenAt = now

/** Tells when the server rendered this page. The browser begins with the same words, then shows its own time. */
export function setWrittenAt(milliseconds: number): void {
  writtenAt = milliseconds
}

const shown = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function followTime(call: () => void): () => void {
  if (shown.size === 0) {
    // The device's clock may have been set back meanwhile.
    now = Math.min(now, Date.now())
    timer = setInterval(tick, TICK_MS)
  }
  shown.add(call)
  return () => {
    shown.delete(call)
    if (shown.size === 0) clearInterval(timer)
  }
}

function tick(): void {
  now = Date.now()
  for (const call of shown) call()
}

/** The present in milliseconds; on the server, and while the browser takes over its page, when the page was rendered. */
export function useNow(): number {
  const served = useServed()
  const [mountedAt] = useState(Date.now)
  const present = useSyncExternalStore(followTime, readNow, readNow)
  return served ? writtenAt : Math.max(present, mountedAt)
}

const readNow = () => now

/** The time at which a part of the page began, in milliseconds: in the server's page, when that was rendered. */
export function useBeginning(): number {
  const served = useWasServed()
  const [beganAt] = useState(() => (served ? writtenAt : Date.now()))
  return beganAt
}

type RelativeTimeProps = { time: string; within?: boolean; title?: (() => string) | undefined }

/**
 * How long ago a time was, kept current while it is shown. `within`: it follows words of a sentence. Its title, by default
 * the full time in the visitor's zone, is made for the pointer alone: the server does not know the zone, and the browser's
 * tables of languages are slow to load on a phone.
 */
export function RelativeTime({ time, within = false, title = () => fullTime(time) }: RelativeTimeProps) {
  const present = useNow()
  const words = relativeTime(time, present)
  return (
    <time dateTime={time} onPointerEnter={(event) => event.currentTarget.setAttribute('title', title())}>
      {within ? withinSentence(words) : words}
    </time>
  )
}

/** The day of a time in the visitor's zone, which the server does not know: `Nov 21, 2026`. */
export function LocalDay({ time }: { time: string }) {
  return <time dateTime={time}>{shortDay(time, useServed())}</time>
}

/** What is collected once a day has missed a turn when it is older. */
const MISSED_MS = 2 * DAY_MS

type Props = { seen: { last_updated: string; stale: boolean }; className?: string }

/** Of when data is that is older than a day. It warns once a turn was missed. */
export function LastSeen({ seen: { last_updated, stale }, className = '' }: Props) {
  const isMissed = useNow() - Date.parse(last_updated) > MISSED_MS
  if (!stale) return null
  return (
    <p className={`text-sm ${isMissed ? 'text-warn' : 'text-mut'} ${className}`}>
      {t('ui.sentence', { words: lastSeenWords(new Date(last_updated)) })}
    </p>
  )
}
