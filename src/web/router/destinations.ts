import { findPage, NOT_FOUND_PAGE, type PAGES, type Page, withCanonicalTag } from '#shared/pages.ts'
import { normaliseTag } from '#shared/tag.ts'
import type { PageProps } from '#web/app/search-params.ts'
import { readSearchParams, writeSearchParams } from '#web/app/search-params.ts'

/** Where a visitor is. `visit` names the entry of the browser's history: going back to an entry brings back its name. */
export type Place = {
  pathname: string
  /** The query string with its `?`. */
  searchStr: string
  /** With its `#`. */
  hash: string
  visit: string
}

type Path = (typeof PAGES)[number]['path']
type Search = Record<string, unknown> | ((before: Record<string, string>) => Record<string, unknown>)

/** A page of the table, or `.` for the page that is shown. A path with `$tag` needs the tag, without its `#`. */
type Target =
  | {
      [To in Path]: { to: To } & (To extends `${string}$tag` ? { params: { tag: string } } : { params?: undefined })
    }[Path]
  | { to: '.'; params?: undefined }

/** What a link leads to. */
export type Destination = Target & { search?: Search; hash?: string }

/** The address of a destination, as seen from a place. */
export function addressOf({ to, params, search = {}, hash }: Destination, from: Place): string {
  const path = to === '.' ? from.pathname : to.replace('$tag', () => encodeURIComponent(params?.tag ?? ''))
  const values = typeof search === 'function' ? search(readSearchParams(from.searchStr)) : search
  return `${path}${writeSearchParams(values)}${hash ? `#${hash}` : ''}`
}

/** Where an address leads: another page, or the same one with its tag in canonical form. */
export function redirected(address: string): string {
  return findPage(address)?.page.redirectTo ?? withCanonicalTag(address) ?? address
}

/** The page at an address, and what it takes from the address. */
export function pageAt(address: string): { page: Page; given: PageProps } {
  const { page, written } = findPage(address) ?? { page: NOT_FOUND_PAGE as Page, written: '' }
  const query = /\?[^#]*/.exec(address)?.[0] ?? ''
  const given = { kind: page.kind, tag: normaliseTag(written) ?? written, raw: readSearchParams(query) } as PageProps
  return { page, given }
}
