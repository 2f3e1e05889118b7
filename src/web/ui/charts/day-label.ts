/** A UTC calendar date or time in short, the same in every language of the browser: `12 Nov`. */
export function dayLabel(date: string): string {
  const shown = new Date(date)
  if (Number.isNaN(shown.getTime())) return 'Unknown'
  return shown.toUTCString().slice(5, 11).replace(/^0/, '')
}
