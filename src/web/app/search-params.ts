/** The search part of an address as plain texts; of a name that stands twice the last one counts. */
export function readSearchParams(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Values as the search part of an address, with its `?`; what is not given is left out, and texts are not quoted. */
export function writeSearchParams(values: Record<string, unknown>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/** A whole number from `min` on; undefined for any other text. */
export function wholeNumberOf(given: unknown, min = 0): number | undefined {
  const text = String(given)
  if (!/^\d{1,9}$/.test(text)) return undefined
  const value = Number(text)
  return value >= min ? value : undefined
}

/** The text when it is one of the choices. */
export function oneOf<Choice extends string>(choices: readonly Choice[], text: unknown): Choice | undefined {
  return choices.find((choice) => choice === text)
}
