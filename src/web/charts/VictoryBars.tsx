import { formatThousands } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import { Unknown } from '#web/ui/StatGrid.tsx'

type Props = { threeVsThree: number | null; solo: number | null; duo: number | null }

/** Victories by mode: one bar in parts, and the number of each. Where a part is not known, the bar is striped. */
export function VictoryBars({ threeVsThree, solo, duo }: Props) {
  const shares = barShares([threeVsThree, solo, duo])
  const bars = [
    { label: t('chart.v3'), value: threeVsThree, colour: 'var(--c1)' },
    { label: t('chart.solo'), value: solo, colour: 'var(--c2)' },
    { label: t('chart.duo'), value: duo, colour: 'var(--c3)' },
  ]
  return (
    <>
      <span aria-hidden="true" className="flex h-3 gap-[2px] overflow-hidden rounded-full bg-raise">
        {shares === null ? (
          <span className="hatched flex-1 rounded-full" />
        ) : (
          bars.map(({ label, colour }, index) => (
            <span key={label} style={{ width: `${shares[index]}%`, backgroundColor: colour }} />
          ))
        )}
      </span>
      <dl className="mt-3 flex flex-wrap justify-between gap-x-4 gap-y-2">
        {bars.map(({ label, value, colour }) => (
          <div key={label} className="flex items-baseline gap-2">
            <dt className="flex items-center gap-1.5 text-sm text-mut">
              <span aria-hidden="true" className="size-2.5 rounded-full" style={{ backgroundColor: colour }} />
              {label}
            </dt>
            <dd className="font-extrabold">{value === null ? <Unknown className="" /> : formatThousands(value)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** The length of each part in percent of the whole; null while a part is not known, and with it the whole. */
export function barShares(values: readonly (number | null)[]): number[] | null {
  const all = values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0)
  return all === null ? null : values.map((value) => (100 * (value ?? 0)) / Math.max(1, all))
}
