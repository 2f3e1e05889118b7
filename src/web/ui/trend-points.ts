import type { TrendPoint } from './charts/observed-runs.ts'

type Progression = {
  progression_data: readonly {
    date: string
    trophies: number | null
    trophy_change: number | null
    reset: number
    observed: boolean
  }[]
}

/** A trophy progression as the charts take it. */
export function trendPoints({ progression_data }: Progression): TrendPoint[] {
  return progression_data.map(({ date, trophies, trophy_change, reset, observed }) => ({
    date,
    value: trophies,
    observed,
    change: trophy_change,
    reset,
  }))
}
