const MINUS = '−'

/** A number with thousands separators and a typographic minus: `48,214`, `−1,200`. */
export function thousands(value: number): string {
  return withMinus(value, Math.round(Math.abs(value)).toLocaleString('en-US'))
}

/** Trophies in short, at most three digits and one decimal: `950`, `12.4k`, `126k`, `1.26M`. */
export function abbreviate(value: number): string {
  return withMinus(value, short(Math.abs(value)))
}

function short(size: number): string {
  if (size < 999.95) return trimmed(size, Number.isInteger(size) ? 0 : 1)
  if (size < 999_500) return `${trimmed(size / 1000, size < 99_950 ? 1 : 0)}k`
  return `${trimmed(size / 1_000_000, size < 9_995_000 ? 2 : 1)}M`
}

function trimmed(value: number, digits: number): string {
  return value.toFixed(digits).replace(/\.0+$|(\.\d*[1-9])0+$/, '$1')
}

function withMinus(value: number, text: string): string {
  return value < 0 && /[1-9]/.test(text) ? MINUS + text : text
}

/** A change with its sign, written by `format`: `+1,820`, `−12`, `±0`. */
export function signed(change: number, format: (value: number) => string = thousands): string {
  const text = format(change)
  if (!/[1-9]/.test(text)) return `±${text}`
  return change > 0 ? `+${text}` : text
}

/** A share from 0 to 100 with a percent sign, one decimal under 10: `83%`, `4.5%`. */
export function percent(value: number): string {
  return `${withMinus(value, trimmed(Math.abs(value), Math.abs(value) < 9.95 ? 1 : 0))}%`
}
