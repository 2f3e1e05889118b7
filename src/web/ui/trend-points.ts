import type { TrendPoint } from './charts/observed-runs.ts'

type Progression = {
  progression_data: readonly {
    date: string
    trophies: number | null
    trophy_change: number | null
    reset: number
    observed: boolean
  }[]
  summary: { total_gain: number | null }
}

/** A trophy progression as the charts take it; what was gained is counted back from the total. */
export function trendPoints({ progression_data, summary }: Progression): TrendPoint[] {
  let gained = summary.total_gain ?? 0
  return progression_data
    .toReversed()
    .map(({ date, trophies: value, trophy_change: change, reset, observed }) => {
      const point = { date, value, observed, change, reset, gained }
      gained -= (change ?? 0) - reset
      return point
    })
    .reverse()
}
