import { abbreviate, thousands } from '#web/format/abbreviate.ts'

/** Labels of an axis: in short, or in full where the short ones would repeat themselves (`1.26M`, `1.26M`). */
export function tickLabels(ticks: readonly number[]): string[] {
  const short = ticks.map((tick) => abbreviate(tick))
  return new Set(short).size === short.length ? short : ticks.map((tick) => thousands(tick))
}
