import { type ComponentType, Suspense } from 'react'
import type { Page } from '#shared/pages.ts'
import { normaliseTag } from '#shared/tag.ts'
import { documentTitle, useDocumentTitle } from '#web/app/document-title.ts'
import type { PageProps } from '#web/app/search-params.ts'
import { Frame, PagePending, RenderError } from '#web/chrome/Frame.tsx'
import type { Entries } from '#web/router/entries.ts'
import { RouterProvider } from '#web/router/Link.tsx'
import { createRouter, type Router, type Shown } from '#web/router/router.ts'
import { Awake, ErrorBoundary, lazyPart } from '#web/ui/LazyPart.tsx'

type Content = ComponentType<PageProps>

/**
 * The router of the site; it uses the browser's history when no other is given. A page whose code does not arrive says so
 * in its place, and offers another try.
 */
export function createSiteRouter(entries?: Entries): Router<Content> {
  return createRouter<Content>({
    content: contentOf,
    pending: PagePending,
    failed: (_error, page) => lazyPart(() => contentOf(page)),
    ...(entries && { entries }),
  })
}

/** Each page's source becomes a chunk of its own, which the browser fetches when the page is first opened. */
const sources = import.meta.glob<Record<string, Content>>('./pages/*/*Page.tsx')

async function contentOf({ module }: Page): Promise<Content> {
  const [name = ''] = /\w+(?=\.tsx$)/.exec(module ?? '') ?? []
  const content = (await sources[`./${module}`]?.())?.[name]
  if (content === undefined) throw new Error(`${module} does not export ${name}.`)
  return content
}

/** The site at the place that the router shows: the frame, and in it the page. */
export function Site({ router }: { router: Router<Content> }) {
  return (
    <RouterProvider router={router}>
      {(shown) => (
        <Frame>
          <ErrorBoundary of={shown.place.pathname} failed={(error) => <RenderError error={error} />}>
            <Suspense fallback={<PagePending />}>
              <ShownPage key={shown.page.path} {...shown} />
              <Awake id="root" />
            </Suspense>
          </ErrorBoundary>
        </Frame>
      )}
    </RouterProvider>
  )
}

function ShownPage({ page, written, place, content: Page }: Shown<Content>) {
  const given = { kind: page.kind, tag: normaliseTag(written) ?? written, raw: place.search } as PageProps
  return (
    <>
      <PageTitle title={page.title} />
      <Page {...given} />
    </>
  )
}

/** Sets the title of the table. It stands before the page, so that a title that the page sets itself wins. */
function PageTitle({ title }: { title: string }): null {
  useDocumentTitle(documentTitle(title))
  return null
}
