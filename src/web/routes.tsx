import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
  redirect,
  useParams,
  useSearch,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { NOT_FOUND_PAGE, PAGES, type Page } from '#shared/pages.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { documentTitle, useDocumentTitle } from '#web/app/document-title.ts'
import { type PageProps, readSearchParams, writeSearchParams } from '#web/app/search-params.ts'
import { Frame, PagePending, RenderError } from '#web/chrome/Frame.tsx'

/** The router of the site, made from the table of pages; it uses the browser's history when none is given. */
export function createSiteRouter(history?: RouterHistory) {
  return createRouter({
    routeTree: tree,
    ...(history && { history }),
    parseSearch: readSearchParams,
    stringifySearch: writeSearchParams,
    defaultPreload: 'intent',
    defaultPendingComponent: PagePending,
    defaultErrorComponent: RenderError,
    defaultViewTransition: true,
    // The server has no scroll position to restore.
    scrollRestoration: !import.meta.env.SSR,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createSiteRouter>
  }
}

/** Each page's source becomes a chunk of its own, which the browser fetches when the page is first opened. */
const sources = import.meta.glob<Record<string, ComponentType<PageProps>>>('./pages/*/*Page.tsx')

const root = createRootRoute({
  component: () => (
    <Frame>
      <Outlet />
    </Frame>
  ),
  errorComponent: RenderError,
  notFoundComponent: componentOf(NOT_FOUND_PAGE),
})

/** Each route keeps its own path as a type, so that the compiler checks every link. */
type RoutesOf<Pages extends readonly Page[]> = { [Place in keyof Pages]: RouteAt<Pages[Place]['path']> }
type RouteAt<Path extends string> = ReturnType<typeof routeAt<Path>>

const tree = root.addChildren(PAGES.map((page) => routeAt(page)) as unknown as RoutesOf<typeof PAGES>)

function routeAt<Path extends string>(page: Page & { path: Path }) {
  return createRoute({
    getParentRoute: () => root,
    path: page.path,
    beforeLoad: ({ params }) => redirectIfNeeded(page, params),
    ...(page.module !== null && { component: componentOf(page) }),
  })
}

/** A tag has one address: in upper case and without its `#`. A text that is not a tag stays, and its page says so. */
function redirectIfNeeded({ path, redirectTo }: Page, { tag }: { tag?: string }): void {
  if (redirectTo !== undefined) throw redirect({ to: redirectTo, replace: true })
  const canonical = tag === undefined ? null : normaliseTag(tag)
  if (canonical !== null && tagInPath(canonical) !== tag)
    throw redirect({ to: path, params: { tag: tagInPath(canonical) }, replace: true })
}

function componentOf({ module, title, kind }: Page) {
  return lazyRouteComponent(async () => {
    const Content = await contentOf(module)
    const Shown = () => {
      const { tag = '' } = useParams({ strict: false })
      const given = { kind, tag: normaliseTag(tag) ?? tag, raw: useSearch({ strict: false }) } as PageProps
      return (
        <>
          <PageTitle title={title} />
          <Content {...given} />
        </>
      )
    }
    return { Shown }
  }, 'Shown')
}

async function contentOf(module: string | null): Promise<ComponentType<PageProps>> {
  const [name = ''] = /\w+(?=\.tsx$)/.exec(module ?? '') ?? []
  const content = (await sources[`./${module}`]?.())?.[name]
  if (content === undefined) throw new Error(`${module} does not export ${name}.`)
  return content
}

/** Sets the title of the table. It stands before the page, so that a title that the page sets itself wins. */
function PageTitle({ title }: { title: string }): null {
  useDocumentTitle(documentTitle(title))
  return null
}
