import { formatThousands } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import { Bar } from '#web/ui/Bar.tsx'
import { Unknown } from '#web/ui/StatGrid.tsx'

type Props = { threeVsThree: number | null; solo: number | null; duo: number | null }

/** Victories by mode: numbers, and bars in proportion to the largest. */
export function VictoryBars({ threeVsThree, solo, duo }: Props) {
  const shares = barShares([threeVsThree, solo, duo])
  const bars = [
    { label: t('chart.v3'), value: threeVsThree, colour: 'var(--c1)' },
    { label: t('chart.solo'), value: solo, colour: 'var(--c2)' },
    { label: t('chart.duo'), value: duo, colour: 'var(--c3)' },
  ]
  return (
    <dl className="grid gap-3">
      {bars.map(({ label, value, colour }, index) => (
        <div key={label} className="grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-x-3">
          <dt>{label}</dt>
          <dd className="col-start-3 min-w-16 text-end font-extrabold">
            {value === null ? <Unknown className="" /> : formatThousands(value)}
          </dd>
          <dd aria-hidden="true" className="col-start-2 row-start-1">
            <Bar share={shares[index] ?? 0} colour={colour} className="h-3" />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The length of each bar in percent of the largest value. An unknown value has no bar. */
export function barShares(values: readonly (number | null)[]): number[] {
  const most = Math.max(0, ...values.map((value) => value ?? 0))
  return values.map((value) => (value === null || value <= 0 || most === 0 ? 0 : (value / most) * 100))
}
