import { expect, it } from 'vitest'
import { PAGES } from './pages.ts'

it('has each path once, and every parent and redirect is a page', () => {
  const paths = PAGES.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  const named = PAGES.flatMap(({ parent, redirectTo }) => [parent ?? [], redirectTo ?? []].flat())
  expect(named.filter((path) => !paths.includes(path))).toEqual([])
})

it('puts no page into the sitemap that search engines may not index or fetch', () => {
  const listed = PAGES.filter(({ sitemap }) => sitemap)
  expect(listed.filter(({ path, robots, crawl }) => path.includes('$') || robots || crawl === false)).toEqual([])
})
