import { useEffect } from 'react'

/** The product's name, which ends every title. */
export const BRAND = 'Delphin'

/** The page's title followed by the brand; the brand alone by default (decision D18). */
export function documentTitle(page?: string): string {
  return page ? `${page} | ${BRAND}` : BRAND
}

/** The title of a search, club or player page: `Tracker` with the entity's name once it is known. */
export function trackerTitle(name?: string): string {
  return documentTitle(name ? `Tracker: ${name}` : 'Tracker')
}

/** A dialog's title covers the page's while it is open. */
type Layer = 'page' | 'dialog'
type Entry = { title: string; layer: Layer }

const shown: Entry[] = []
let rendered = documentTitle()

function refresh(): void {
  const top = shown.findLast((entry) => entry.layer === 'dialog') ?? shown.at(-1)
  document.title = top?.title ?? documentTitle()
}

/** Sets the document's title while the component stands; give the whole title, brand included. */
export function useDocumentTitle(title: string, layer: Layer = 'page'): void {
  // On the server no effect runs; a page is rendered in one go there.
  if (import.meta.env.SSR) rendered = title
  useEffect(() => {
    const entry = { title, layer }
    shown.push(entry)
    refresh()
    return () => {
      shown.splice(shown.indexOf(entry), 1)
      refresh()
    }
  }, [title, layer])
}

/** On the server: the title that the page rendered last has given itself. */
export function takeRenderedTitle(): string {
  const title = rendered
  rendered = documentTitle()
  return title
}
