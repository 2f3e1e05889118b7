import type { Output } from '#shared/contract/endpoint.ts'
import type { getPlayerProgression } from '#shared/contract/players.ts'
import type { Sheet } from '../render-answer.ts'

/** The trophy line of a club or a player, a row a day. */
export function progressionSheet({ tag, days, progression_data }: Output<typeof getPlayerProgression>): Sheet {
  const head = ['date', 'trophies', 'trophy_change', 'reset', 'observed']
  const rows = progression_data.map((row) => [
    row.date,
    row.trophies,
    row.trophy_change,
    row.reset,
    row.observed ? 'yes' : 'no',
  ])
  return { name: `trophies-${tag}-${days}-days`, rows: [head, ...rows] }
}
