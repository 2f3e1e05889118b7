import type { ReactNode } from 'react'
import type { Answer } from '../../api/client.ts'
import { KnownNumber } from '../../ui/KnownNumber.tsx'

type Analytics = Answer<'GET /api/browse/player/{tag}/analytics'>

/** The four numbers that make the performance score. */
export function performanceInputs(analytics: Analytics): [label: string, value: ReactNode][] {
  const { activity_score, consistency_rating, improvement_trend } = analytics.activity_analysis
  const rows = [
    ['Trophy percentile', analytics.trophy_percentile],
    ['Activity', activity_score],
    ['Consistency', consistency_rating],
    ['Improvement trend', improvement_trend],
  ] as const
  return rows.map(([label, value]) => [
    label,
    <KnownNumber key={label} value={value} format={(number) => number.toFixed(1)} />,
  ])
}
