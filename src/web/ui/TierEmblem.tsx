import { emblemOf, tierShape } from './Emblem.tsx'

/** A family of tiers: its name, its first place of the Ranked mode (docs/game-api.md#ranked) and its colour. */
type Family = { name: string; first: number; colour: string }

/** In the order of their shapes, which emblems.svg draws in the same colours. */
const FAMILIES: readonly Family[] = [
  { name: 'Bronze', first: 1, colour: 'oklch(0.58 0.11 50)' },
  { name: 'Silver', first: 4, colour: 'oklch(0.62 0.03 250)' },
  { name: 'Gold', first: 7, colour: 'oklch(0.64 0.13 88)' },
  { name: 'Diamond', first: 10, colour: 'oklch(0.6 0.12 225)' },
  { name: 'Mythic', first: 13, colour: 'oklch(0.57 0.2 310)' },
  { name: 'Legendary', first: 16, colour: 'oklch(0.57 0.2 25)' },
  { name: 'Masters', first: 19, colour: 'oklch(0.64 0.16 60)' },
  { name: 'Pro', first: 22, colour: 'oklch(0.58 0.13 165)' },
]

/** The family of a place from 1 to 22; undefined for the unranked and for a tier that nobody knows. */
function familyOf(place: number | null): Family | undefined {
  return place === null || place < 1 ? undefined : FAMILIES.findLast(({ first }) => first <= place)
}

/** The colour of a place from 1 to 22, for the bands of a chart; their names stand beside them. */
export function tierColour(place: number): string {
  return familyOf(place)?.colour ?? 'var(--line)'
}

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
  const family = familyOf(place)
  const steps = !marked || family === undefined || family.name === 'Pro' ? 0 : (place ?? 0) - family.first + 1
  return (
    <svg viewBox="0 0 32 36" className={`shrink-0 ${className}`} aria-hidden="true" data-tier={family?.name ?? 'none'}>
      {family ? (
        <use href={emblemOf(tierShape(place ?? 0))} width="32" height="32" />
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
