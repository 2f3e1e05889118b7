import { useEffect } from 'react'
import { findPage, withCanonicalTag } from '#shared/page-addresses.ts'
import { NOT_FOUND_PAGE, type Page, type PagePath } from '#shared/pages.ts'
import { type EntityType, normaliseTag } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'

/** What the router gives to a page, from its address and its entry in the table of pages. A page takes what it needs. */
export type PageProps = {
  /** The canonical tag, with its `#`; where the address holds no valid tag, the text that stands there. */
  tag: string
  /** The number in the address of a page of a map or brawler; 0 elsewhere. */
  id: number
  /** The kind of entity that the table names for the page. */
  kind?: EntityType | undefined
  /** The query string by name, as it stands in the address. */
  raw: Record<string, unknown>
}

/** The same for a page for which the table names a kind. */
export type EntityPageProps = PageProps & { kind: EntityType }

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

/** Where a visitor is. `visit` names the entry of the browser's history: going back to an entry brings back its name. */
export type Place = {
  pathname: string
  /** The query string with its `?`. */
  searchStr: string
  /** With its `#`. */
  hash: string
  visit: string
}

type Search = Record<string, unknown> | ((before: Record<string, string>) => Record<string, unknown>)

/** A page of the table, or `.` for the page that is shown. A path with `$tag` needs the tag, without its `#`. */
type Target =
  | {
      [To in PagePath]: { to: To } & (To extends `${string}$tag${string}`
        ? { params: { tag: string } }
        : To extends `${string}$id`
          ? { params: { id: string } }
          : { params?: undefined })
    }[PagePath]
  | { to: '.'; params?: undefined }

/** What a link leads to. */
export type Destination = Target & { search?: Search; hash?: string }

/** The address of a destination, as seen from a place. */
export function addressOf({ to, params, search = {}, hash }: Destination, from: Place): string {
  const written = params && ('tag' in params ? params.tag : params.id)
  const path = to === '.' ? from.pathname : to.replace(/\$(tag|id)/, () => encodeURIComponent(written ?? ''))
  const values = typeof search === 'function' ? search(readSearchParams(from.searchStr)) : search
  return `${path}${writeSearchParams(values)}${hash ? `#${hash}` : ''}`
}

/** Where an address leads: another page, or the same one with its tag in canonical form. */
export function followRedirect(address: string): string {
  return findPage(address)?.page.redirectTo ?? withCanonicalTag(address) ?? address
}

/** The page at an address, and what it takes from the address. */
export function pageAt(address: string): { page: Page; given: PageProps } {
  const { page, written } = findPage(address) ?? { page: NOT_FOUND_PAGE, written: '' }
  const query = /\?[^#]*/.exec(address)?.[0] ?? ''
  const [tag, id] = [normaliseTag(written) ?? written, wholeNumberOf(written, 1) ?? 0]
  return { page, given: { kind: page.kind, tag, id, raw: readSearchParams(query) } }
}

/** The product's name, which ends every title. */
export const BRAND = 'Delphin'

/** A page's title followed by the brand; the brand alone by default (docs/decisions/0018-page-defaults.md). */
export function documentTitle(page?: string): string {
  return page ? `${page} | ${BRAND}` : BRAND
}

/** The title of a search, club or player page: `Tracker`, with the entity's name once it is known. */
export function trackerTitle(name?: string): string {
  return documentTitle(name ? t('pages.trackerOf', { name }) : t('pages.tracker'))
}

/** While a dialog is open, its title replaces the page's. */
type Layer = 'page' | 'dialog'
type Entry = { title: string; layer: Layer }

/** The titles of everything that is mounted, the newest last; on the server, the title of the last rendered page. */
const mounted: Entry[] = []
let rendered = documentTitle()

/** Sets the document's title while the component is mounted. Takes the whole title, brand included. */
export function useDocumentTitle(title: string, layer: Layer = 'page'): void {
  // On the server no effect runs; there a page is rendered without a pause.
  if (import.meta.env.SSR) rendered = title
  useEffect(() => {
    const entry = { title, layer }
    mounted.push(entry)
    showTitle()
    return () => {
      mounted.splice(mounted.indexOf(entry), 1)
      showTitle()
    }
  }, [title, layer])
}

function showTitle(): void {
  const top = mounted.findLast((entry) => entry.layer === 'dialog') ?? mounted.at(-1)
  document.title = top?.title ?? documentTitle()
}

/** On the server: the title that the last rendered page set. */
export function takeRenderedTitle(): string {
  const title = rendered
  rendered = documentTitle()
  return title
}
