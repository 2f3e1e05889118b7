import type { EntityType } from '#shared/tag.ts'

/** What the router gives to a page, from its address and its entry in the table of pages. A page takes what it needs. */
export type PageProps = {
  /** The canonical tag, with its `#`; where the address holds no valid tag, the text that stands there. */
  tag: string
  /** The kind of entity that the table names for the page. */
  kind: EntityType
  /** The query string by name, as it stands in the address. */
  raw: Record<string, unknown>
}

/** For `navigate` on the same page with another query string: the scroll position stays, and the page does not fade. */
export const IN_PLACE = { resetScroll: false, viewTransition: false } as const

/** The search part of an address as plain texts; when a name occurs twice, the last one counts. */
export function readSearchParams(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** The search part of an address with its `?`. Leaves out what is undefined, null or empty; does not quote texts. */
export function writeSearchParams(values: Record<string, unknown>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

/** A whole number of at most nine digits, `min` or more; undefined for any other text. */
export function wholeNumberOf(given: unknown, min = 0): number | undefined {
  const text = String(given)
  if (!/^\d{1,9}$/.test(text)) return undefined
  const value = Number(text)
  return value >= min ? value : undefined
}

/** The text when it is one of the choices; otherwise undefined. */
export function oneOf<Choice extends string>(choices: readonly Choice[], text: unknown): Choice | undefined {
  return choices.find((choice) => choice === text)
}
