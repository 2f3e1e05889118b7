const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** A country's English name by its ISO 3166 code: `DE` is `Germany`. What is no code stays as it is. */
export function countryName(code: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? (names.of(code.toUpperCase()) ?? code) : code
}
