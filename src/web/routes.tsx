import { type ComponentType, Fragment, Suspense } from 'react'
import type { Page } from '#shared/pages.ts'
import { t } from '#shared/texts.ts'
import { documentTitle, followRedirect, type PageProps, pageAt, useDocumentTitle } from '#web/app/addresses.ts'
import { loadPageTexts } from '#web/app/page-texts.ts'
import { Frame, PagePending, RenderError } from '#web/chrome/Frame.tsx'
import { RouterProvider, useLocation } from '#web/router/Link.tsx'
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx'
import { Awake, lazyPart } from '#web/ui/LazyPart.tsx'

type Content = ComponentType<PageProps>

/** Each page's source becomes a chunk of its own, which the browser fetches when the page is first opened. */
const sources = import.meta.glob<Record<string, Content>>('./pages/*/*Page.tsx')

async function contentOf(page: Page): Promise<Content> {
  const [name = ''] = /\w+(?=\.tsx$)/.exec(page.module ?? '') ?? []
  const [source] = await Promise.all([sources[`./${page.module}`]?.(), loadPageTexts(page)])
  const content = source?.[name]
  if (content === undefined) throw new Error(`${page.module} does not export ${name}.`)
  return content
}

/** The pages whose code is here, and those that show themselves when it arrives, by source. */
const contents = new Map<string | null, Content>()

/**
 * Loads the code of the page at an address, so that it shows at once. Code that does not arrive is asked for again
 * there.
 */
async function loadPage(address: string): Promise<void> {
  const { page } = pageAt(followRedirect(address))
  const content = await contentOf(page).catch((error: unknown) => {
    // The server renders no page in part: it serves this one without a first screen, and tries again for the next visitor.
    if (import.meta.env.SSR) throw error
    return null
  })
  if (content && !contents.has(page.module)) contents.set(page.module, content)
}

/** Loads the first page. Returns its address: an address may lead to another page, or to a tag in canonical form. */
export async function loadFirstPage(address: string): Promise<string> {
  await loadPage(address)
  return followRedirect(address)
}

/** The content of a page. Where its code does not arrive, it says so in its place and offers another try. */
function shownContent(page: Page): Content {
  const content = contents.get(page.module) ?? lazyPart(() => contentOf(page))
  if (!import.meta.env.SSR) contents.set(page.module, content)
  return content
}

/** The site at the browser's address, or at the given one: the frame, and in it the page. */
export function Site({ at }: { at?: string }) {
  return (
    <RouterProvider at={at} load={loadPage}>
      <Frame>
        <ShownPage />
      </Frame>
    </RouterProvider>
  )
}

function ShownPage() {
  const { pathname, searchStr } = useLocation({ select: (place) => place })
  const { page, given } = pageAt(pathname + searchStr)
  const Content = shownContent(page)
  return (
    <ErrorBoundary of={pathname} failed={(error) => <RenderError error={error} />}>
      <Suspense fallback={<PagePending />}>
        <Fragment key={page.path}>
          <PageTitle title={t(page.title)} />
          <Content {...given} />
        </Fragment>
        <Awake id="root" />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Sets the title of the table. It stands before the page, so that a title that the page sets itself wins. */
function PageTitle({ title }: { title: string }): null {
  useDocumentTitle(documentTitle(title))
  return null
}
