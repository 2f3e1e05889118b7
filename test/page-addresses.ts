import { PAGES, type Page, type PagePath } from '#shared/pages.ts'
import { tagInPath } from '#shared/tag.ts'

/** What stands in the addresses of pages: the tags of a club and a player that are known, and a number of the game's. */
export type Examples = { club: string; player: string; id: string }

/** The address of a page. One that is about a club or player gets its tag; any other, like a search, gets no valid one. */
export function pageAddress({ path, kind }: Page, { id, ...tags }: Examples): string {
  const tag = path.startsWith('/desk/') || path.startsWith('/week/') ? tags.club : kind && tags[kind]
  return path.replace('$tag', tag === undefined ? 'nonsense' : tagInPath(tag)).replace('$id', id)
}

/** The addresses of all pages that show something, with what they need in their query to show it. */
export function filledAddresses(examples: Examples): { page: Page; address: string }[] {
  const player = tagInPath(examples.player)
  const queries: Partial<Record<string, string>> = {
    '/compare': `?type=player&a=${player}`,
    '/find': `?tag=${player}`,
  } satisfies Partial<Record<PagePath, string>>
  const shown = PAGES.filter(({ module, status }) => module !== null && status !== 404)
  return shown.map((page) => ({ page, address: pageAddress(page, examples) + (queries[page.path] ?? '') }))
}
