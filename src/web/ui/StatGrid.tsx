import type { ReactNode } from 'react'
import { Trend, type TrendProps } from './Trend.tsx'

export type Stat = {
  label: string
  value: ReactNode
  /** The change beside it: direction, text with its sign, and whether that is good. */
  trend?: TrendProps
  /** A line below where there is no trend. */
  note?: ReactNode
  /** A "?" that explains the number. */
  explain?: ReactNode
  /** A drawing below the number. */
  figure?: ReactNode
}

/** Key figures, two in a row on a phone, four on a desk. */
export function StatGrid({ stats, label, id }: { stats: readonly Stat[]; label?: string; id?: string }) {
  return (
    <dl
      id={id}
      aria-label={label}
      className="grid grid-cols-2 gap-3 lg:grid-cols-[repeat(auto-fit,minmax(0,1fr))] lg:grid-flow-col lg:auto-cols-fr"
    >
      {stats.map((stat) => (
        <div key={stat.label} className="relative min-w-0 rounded-lg border border-edge bg-card p-4 sm:px-4.5">
          <dt className="flex min-h-5 items-center justify-between gap-1 text-sm text-mut">
            <span>{stat.label}</span>
            {stat.explain}
          </dt>
          <dd className="mt-1 text-2xl font-extrabold max-[359px]:text-xl">{stat.value}</dd>
          {(stat.trend || stat.note) && (
            <dd className="mt-1 text-sm text-mut">{stat.trend ? <Trend {...stat.trend} /> : stat.note}</dd>
          )}
          {stat.figure && <dd className="mt-2">{stat.figure}</dd>}
        </div>
      ))}
    </dl>
  )
}
