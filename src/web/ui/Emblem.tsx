import emblems from './emblems.svg'

/** What the product itself names. Depth is its language: form leaps, quiet swims below the surface, silence sinks. */
type Named = 'silent' | 'quiet' | 'form' | 'new' | 'reset' | 'bots' | `tier${number}`

type Props = { of: Named; className?: string } | { mode: string; className?: string }

/** A drawing of ours in the colour of the text, known by its shape alone. Its name stands beside it or in a title. */
export function Emblem({ className = 'size-5', ...what }: Props) {
  return (
    <svg className={`shrink-0 fill-current ${className}`} aria-hidden="true">
      <use href={'mode' in what ? addressOf(symbolOfMode(what.mode)) : emblemOf(what.of)} />
    </svg>
  )
}

const addressOf = (symbol: string) => `${emblems}#${symbol}`

/** Address of a drawing, for charts. */
export const emblemOf = (of: Named) => addressOf(of)

/**
 * The drawing of a place from 1 (Bronze I) to 22 (Pro). The three tiers of a family share one. Each has more corners or
 * points than the one below it, so that the order shows without colour.
 */
export const tierShape = (place: number) => `tier${Math.ceil(place / 3)}` as const

/** Modes with a shape of their own. */
const MODES = new Set(
  'gemGrab heist bounty brawlBall soloShowdown duoShowdown trioShowdown hotZone knockout duels wipeout brawlHockey basketBrawl volleyBrawl payload holdTheTrophy presentPlunder takedown bossFight roboRumble bigGame hunters paintBrawl tokenRun brawlArena soulCollector'.split(
    ' ',
  ),
)

/** A mode with other sizes of teams, like `knockout5V5`, has the shape of its mode; an unknown one the neutral shape. */
export function symbolOfMode(mode: string): string {
  const word = mode.replace(/\d+V\d+$/, '')
  return MODES.has(word) ? word : 'mode'
}
