import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** After a change of page, says its title to screen readers and takes the focus to the page's beginning. */
export function RouteAnnouncer() {
  const router = useRouter()
  const [title, setTitle] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const stop = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      focusPage()
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setTitle(document.title), TITLE_SETTLES_MS)
    })
    return () => {
      stop()
      clearTimeout(timer.current)
    }
  }, [router])
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  )
}

/** A lazy page sets its title a moment after it is shown. */
const TITLE_SETTLES_MS = 150

function focusPage(): void {
  if (document.querySelector('dialog[open]')) return
  document.getElementById('main')?.focus({ preventScroll: true })
}
