import { ordinal } from '#shared/number-format.ts'

type Outcome = { result: 'win' | 'loss' | 'draw' | null; place: number | null }
const RESULTS = { win: 'won', loss: 'lost', draw: 'draw' } as const

/** How a battle ended: `won`, `lost`, `draw`, `3rd of 10`, or that it is not known. */
export function resultText({ result, place }: Outcome, teams: number | null): string {
  if (result !== null) return RESULTS[result]
  if (place === null) return 'result not known'
  return teams === null ? ordinal(place) : `${ordinal(place)} of ${teams}`
}

/** Whether a battle counts as won: a win, or a place in the better half; null for a draw, and where it is not known. */
export function isWon({ result, place }: Outcome, teams: number | null): boolean | null {
  if (result !== null) return result === 'draw' ? null : result === 'win'
  return place === null || teams === null ? null : place <= Math.floor(teams / 2)
}
