import { Link } from '@tanstack/react-router'
import { type AnimationEvent, useState } from 'react'
import { BRAND } from '../format/document-title.ts'
import { Dolphin } from './Dolphin.tsx'

/** Leads home at once; the dolphin swirls meanwhile. */
export function Logo() {
  const [swirls, setSwirls] = useState(false)
  const rest = (event: AnimationEvent) => {
    if (event.target === event.currentTarget) setSwirls(false)
  }
  return (
    <Link
      to="/"
      onClick={() => setSwirls(true)}
      aria-label={`${BRAND}, home`}
      className="flex min-h-11 shrink-0 items-center gap-2.5 rounded-md text-lg font-extrabold text-ink no-underline"
    >
      <span className="logo relative" data-swirl={swirls || undefined} onAnimationEnd={rest}>
        <Dolphin className="h-8 w-9" />
        {swirls && <Bubbles />}
      </span>
      <span className="max-[379px]:hidden">{BRAND}</span>
    </Link>
  )
}

function Bubbles() {
  return (
    <svg viewBox="0 0 36 32" className="logo-bubbles absolute inset-0 overflow-visible" aria-hidden="true">
      <circle cx="9" cy="26" r="2.4" />
      <circle cx="20" cy="29" r="1.7" />
      <circle cx="28" cy="25" r="2" />
    </svg>
  )
}
