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
