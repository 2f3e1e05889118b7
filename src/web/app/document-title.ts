import { useEffect } from 'react'

/** The product's name, which ends every title. */
export const BRAND = 'Delphin'

/** A page's title followed by the brand; the brand alone by default (docs/decisions/0018-page-defaults.md). */
export function documentTitle(page?: string): string {
  return page ? `${page} | ${BRAND}` : BRAND
}

/** The title of a search, club or player page: `Tracker`, with the entity's name once it is known. */
export function trackerTitle(name?: string): string {
  return documentTitle(name ? `Tracker: ${name}` : 'Tracker')
}

/** While a dialog is open, its title replaces the page's. */
type Layer = 'page' | 'dialog'
type Entry = { title: string; layer: Layer }

/** The titles of everything that is mounted, the newest last. */
const mounted: Entry[] = []

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

let rendered = documentTitle()

/** On the server: the title that the last rendered page set. */
export function takeRenderedTitle(): string {
  const title = rendered
  rendered = documentTitle()
  return title
}
