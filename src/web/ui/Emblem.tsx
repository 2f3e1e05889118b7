import { MODE_NAMES } from '#shared/game-names.ts'
import emblems from './emblems.svg'
import modes from './modes.svg'

/** What the product itself names. Depth is its language: form leaps, quiet swims below the surface, silence sinks. */
type Named = 'silent' | 'quiet' | 'form' | 'new' | 'reset' | 'bots' | `tier${number}`

type Props = { of: Named; className?: string } | { mode: string; className?: string }

/** A drawing of ours in the colour of the text, known by its shape alone. Its name stands beside it or in a title. */
export function Emblem({ className = 'size-5', ...what }: Props) {
  return (
    <svg className={`shrink-0 fill-current ${className}`} aria-hidden="true">
      <use href={'mode' in what ? `${modes}#${symbolOfMode(what.mode)}` : emblemOf(what.of)} />
    </svg>
  )
}

/** Address of a drawing, for charts. */
export const emblemOf = (of: Named) => `${emblems}#${of}`

/** The family of a tier at a place from 1 (Bronze I) to 22 (Pro): 1 to 8, with three tiers in each but the last. */
export const tierFamily = (place: number) => Math.ceil(place / 3)

/** The drawing of its family. Each has more corners or points than the one below it: the order shows without colour. */
export const tierShape = (place: number) => `tier${tierFamily(place)}` as const

/** A mode with other sizes of teams, like `knockout5V5`, has the shape of its mode; an unknown one the neutral shape. */
export function symbolOfMode(mode: string): string {
  const word = mode.replace(/\d+V\d+$/, '')
  return MODE_NAMES.some((id) => id === `game.${word}`) ? word : 'mode'
}
