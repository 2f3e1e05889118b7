import { useEffect, useState } from 'react'
import { fullTime, relativeTime } from '../format/relative-time.ts'

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
