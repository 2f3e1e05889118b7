import { thousands } from '#web/format/abbreviate.ts'

const UNITS = [
  { size: 1_000_000, sign: 'M' },
  { size: 1000, sign: 'k' },
] as const
const MOST_DIGITS = 3

/** Labels of an axis, all in one unit and with as many decimals as tell them apart (`1.24M`, `1.26M`); in full beyond three. */
export function tickLabels(ticks: readonly number[]): string[] {
  const most = Math.max(0, ...ticks.map(Math.abs))
  const { size, sign } = UNITS.find((unit) => most >= unit.size) ?? { size: 1, sign: '' }
  const written = (digits: number) => ticks.map((tick) => (tick / size).toFixed(digits))
  const exact = [0, 1, 2, MOST_DIGITS].find((digits) =>
    written(digits).every((text, index) => Math.abs(Number(text) * size - (ticks[index] ?? 0)) < 1e-6 * size),
  )
  if (exact === undefined) return ticks.map((tick) => thousands(tick))
  return written(exact).map((text, index) => (ticks[index] === 0 ? '0' : `${text.replace('-', '−')}${sign}`))
}
