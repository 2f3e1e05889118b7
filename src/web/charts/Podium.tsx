import type { ReactNode } from 'react'
import { PODIUM } from '#shared/limits.ts'

type PodiumPlace = { key: string; name: ReactNode; picture: ReactNode; score: ReactNode; detail: ReactNode }

const STEP = [
  { order: 'order-2', height: 'h-24', medal: 'bg-c2 text-[oklch(0.25_0.05_90)]' },
  { order: 'order-1', height: 'h-18', medal: 'bg-mut text-card' },
  { order: 'order-3', height: 'h-14', medal: 'bg-[oklch(0.72_0.1_55)] text-[oklch(0.2_0.04_55)]' },
] as const

/** The best three on steps. The first is in the middle of the picture, and first for screen readers. */
export function Podium({ label, places }: { label: string; places: readonly PodiumPlace[] }) {
  return (
    <ol aria-label={label} className="flex items-end justify-center gap-2 sm:gap-3">
      {places.slice(0, PODIUM).map((place, position) => (
        <li
          key={place.key}
          className={`flex w-32 min-w-0 flex-1 flex-col items-center sm:max-w-44 ${STEP[position]?.order}`}
        >
          {place.picture}
          <div className="mt-2 line-clamp-2 w-full text-center font-semibold">{place.name}</div>
          <div
            className={`mt-2 flex w-full flex-col items-center justify-start rounded-t-md bg-raise px-1 pt-2 ${STEP[position]?.height}`}
          >
            <Medal position={position} />
            <div className="mt-0.5 font-extrabold">{place.score}</div>
          </div>
          <div className="w-full rounded-b-sm bg-raise px-1 pb-2 text-center text-sm text-mut">{place.detail}</div>
        </li>
      ))}
    </ol>
  )
}

function Medal({ position }: { position: number }) {
  return (
    <span
      className={`inline-flex size-6 items-center justify-center rounded-full text-sm font-extrabold ${STEP[position]?.medal}`}
    >
      <span className="sr-only">Rank </span>
      {position + 1}
    </span>
  )
}
