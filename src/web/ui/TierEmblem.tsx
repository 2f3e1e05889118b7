import { RANKED_TIERS } from '#shared/ranked-tiers.ts'
import { emblemOf, tierFamily, tierShape } from './Emblem.tsx'

/** Of the families of tiers, in the order of their shapes, which emblems.svg draws in the same colours. */
const COLOURS = [
  'oklch(0.58 0.11 50)',
  'oklch(0.62 0.03 250)',
  'oklch(0.64 0.13 88)',
  'oklch(0.6 0.12 225)',
  'oklch(0.57 0.2 310)',
  'oklch(0.57 0.2 25)',
  'oklch(0.64 0.16 60)',
  'oklch(0.58 0.13 165)',
]

/** The colour of a place from 1 to 22, for the bands of a chart; their names stand beside them. */
export function tierColour(place: number): string {
  return COLOURS[tierFamily(place) - 1] ?? 'var(--line)'
}

/** The step of a tier in its family: 14, Mythic II, is 2. The highest tier has none. */
const stepOf = (place: number) => (place === RANKED_TIERS.length ? 0 : ((place - 1) % 3) + 1)

const STEPS = [1, 2, 3]

type Props = {
  /** 1 (Bronze I) to 22 (Pro), 0 for unranked; null for a tier that nobody knows. */
  place: number | null
  /** False where it stands for the whole family, without steps. */
  steps?: boolean
  className?: string
}

/**
 * The emblem of a tier of the Ranked mode: a shape and a colour for each family, and one to three marks below it for its
 * steps. The unranked have an empty ring, a tier that nobody knows a dashed one. The name stands beside it.
 */
export function TierEmblem({ place, steps: marked = true, className = 'size-12' }: Props) {
  const shape = place ? tierShape(place) : null
  const steps = place && marked ? stepOf(place) : 0
  return (
    <svg viewBox="0 0 32 36" className={`shrink-0 ${className}`} aria-hidden="true" data-tier={shape ?? 'none'}>
      {shape ? (
        <use href={emblemOf(shape)} width="32" height="32" />
      ) : (
        <circle
          cx="16"
          cy="15"
          r="10"
          fill="none"
          stroke="var(--mut)"
          strokeWidth="2.5"
          {...(place === null && { strokeDasharray: '3 4' })}
        />
      )}
      {STEPS.slice(0, steps).map((step) => (
        <circle key={step} cx={16 + 7 * (step - (steps + 1) / 2)} cy="33" r="2.4" fill="currentColor" />
      ))}
    </svg>
  )
}
