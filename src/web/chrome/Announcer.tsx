import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useThemeKey } from './use-theme-key.ts'

/** Says to screen readers which theme comes, and after a change of page its title, whose beginning takes the focus. */
export function Announcer() {
  const router = useRouter()
  const [said, say] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useThemeKey(say)
  useEffect(() => {
    const stop = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      focusPage()
      clearTimeout(timer.current)
      timer.current = setTimeout(() => say(document.title), TITLE_SETTLES_MS)
    })
    return () => {
      stop()
      clearTimeout(timer.current)
    }
  }, [router])
  return (
    <p aria-live="polite" className="sr-only">
      {said}
    </p>
  )
}

/** A lazy page sets its title a moment after it is shown. */
const TITLE_SETTLES_MS = 150

function focusPage(): void {
  if (document.querySelector('dialog[open]')) return
  document.getElementById('main')?.focus({ preventScroll: true })
}
