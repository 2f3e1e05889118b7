import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Dolphin } from '#web/chrome/Dolphin.tsx'
import { Button, buttonStyle } from '#web/ui/Button.tsx'

/** Seconds until the page goes home. */
const NOT_FOUND_SECONDS = 5

/** Goes home after a countdown that can be stopped. */
export function NotFoundPage() {
  const { left, stopped, stop } = useCountdown(NOT_FOUND_SECONDS)
  const navigate = useNavigate()
  useEffect(() => {
    if (left === 0) void navigate({ to: '/', replace: true })
  }, [left, navigate])
  return (
    <div className="flex flex-col items-center gap-4 py-14 text-center">
      <Dolphin className="h-24 w-28 rotate-12 opacity-60" />
      <h1 className="text-2xl font-extrabold">Page Not Found</h1>
      <p className="text-mut">There is only open water here.</p>
      <p role="timer" aria-live="off" className="text-lg">
        {stopped ? 'Take your time.' : `Going home in ${left} ${left === 1 ? 'second' : 'seconds'}`}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Link to="/" className={buttonStyle()}>
          Go Home Now
        </Link>
        {!stopped && (
          <Button variant="outline" onClick={stop}>
            Stay Here
          </Button>
        )}
      </div>
    </div>
  )
}

function useCountdown(seconds: number) {
  const [left, setLeft] = useState(seconds)
  const [stopped, setStopped] = useState(false)
  useEffect(() => {
    if (stopped) return
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000)
    return () => clearInterval(timer)
  }, [stopped])
  return { left, stopped, stop: () => setStopped(true) }
}
