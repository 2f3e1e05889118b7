// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { isRoute } from '#server/site/pages/serve-pages.ts'
import { createSiteRouter } from '#web/routes.tsx'
import { moduleOf, PAGE_MODULES } from './page-head.ts'

/** Pages that only lead on. */
const WITHOUT_PAGE = ['__root__', '/search']
const routes = Object.keys(createSiteRouter().routesById).filter((id) => !WITHOUT_PAGE.includes(id))

it('names the source of every page', () => {
  expect(routes.toSorted()).toEqual(Object.keys(PAGE_MODULES).toSorted())
  const sources = Object.keys(import.meta.glob('../pages/*/*Page.tsx')).map((path) => path.slice('../'.length))
  for (const routeId of routes) expect(sources).toContain(moduleOf([{ routeId: '__root__' }, { routeId }]))
  expect([moduleOf([{ routeId: '__root__' }]), moduleOf([])]).toEqual(['pages/not-found/NotFoundPage.tsx', null])
})

it('and the server knows every page but those that lack a tag', () => {
  const unknown = routes.filter((id) => !isRoute(id.replace('$tag', '2PYL')))
  expect(unknown.toSorted()).toEqual(['/club', '/player'])
})
