/** A family of tiers: its name, its first place of the Ranked mode (docs/game-api.md#ranked), its shape and its colour. */
type Family = { name: string; first: number; shape: string; colour: string }

/** Each shape has more corners or points than the one below it, so that the order shows without colour. */
const FAMILIES: readonly Family[] = [
  { name: 'Bronze', first: 1, shape: 'M16 4a11 11 0 1 0 0 22 11 11 0 0 0 0-22Z', colour: 'oklch(0.58 0.11 50)' },
  { name: 'Silver', first: 4, shape: 'M16 3l11.5 21.5h-23Z', colour: 'oklch(0.62 0.03 250)' },
  { name: 'Gold', first: 7, shape: 'M6 5h20v20H6Z', colour: 'oklch(0.64 0.13 88)' },
  { name: 'Diamond', first: 10, shape: 'M16 2l7 3.5 6 9.5-13 12L3 15l6-9.5Z', colour: 'oklch(0.6 0.12 225)' },
  { name: 'Mythic', first: 13, shape: 'M16 1l4 10 10 4-10 4-4 10-4-10-10-4 10-4Z', colour: 'oklch(0.57 0.2 310)' },
  {
    name: 'Legendary',
    first: 16,
    shape: 'M16 2l4.1 8.4 9.2 1.3-6.6 6.5 1.5 9.2-8.2-4.3-8.2 4.3 1.5-9.2-6.6-6.5 9.2-1.3Z',
    colour: 'oklch(0.57 0.2 25)',
  },
  { name: 'Masters', first: 19, shape: 'M3 25V7l7 6 6-11 6 11 7-6v18Z', colour: 'oklch(0.64 0.16 60)' },
  {
    name: 'Pro',
    first: 22,
    shape:
      'M16 1l3 5.6 5.6-2.8-.8 6.2 6.2.8-4.3 4.5 4.3 4.5-6.2.8.8 6.2-5.6-2.8-3 5.6-3-5.6-5.6 2.8.8-6.2-6.2-.8 4.3-4.5-4.3-4.5 6.2-.8-.8-6.2 5.6 2.8Z',
    colour: 'oklch(0.58 0.13 165)',
  },
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
        <path d={family.shape} fill={family.colour} stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
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
