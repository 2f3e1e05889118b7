const MOST = 100_000_000
const UNITS = { '': 1, k: 1000, m: 1_000_000 } as const

/** The number of trophies in a text: `100000`, `100,000`, `100.000`, `100 000`, `100k`, `1.2M`, `1,2M`; else null. */
export function trophiesIn(text: string): number | null {
  const written = text.trim().replace(/,(?=\d{1,2}\s?[km]$)/i, '.')
  const whole = /^\d{1,3}(?:\.\d{3})+$/.test(written) ? written.replaceAll('.', '') : written
  const found = /^(\d{1,9}(?:\.\d{1,6})?)([km]?)$/i.exec(whole.replaceAll(/[\s,'’_]/g, ''))
  if (!found) return null
  const [, digits, unit = ''] = found
  const trophies = Number(digits) * UNITS[unit.toLowerCase() as keyof typeof UNITS]
  return Number.isInteger(trophies) && trophies >= 1 && trophies <= MOST ? trophies : null
}
