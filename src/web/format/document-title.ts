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
