import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import type { createSiteRouter } from '../routes.tsx'
import { SessionProvider } from '../session/SessionProvider.tsx'
import { createSessionStore } from '../session/session-store.ts'
import { takeRenderedTitle } from '../ui/use-document-title.ts'

/** A visitor of whom nothing is known yet, as every page sees them first. */
function nobody() {
  return createSessionStore({
    call: () => new Promise<never>(() => {}),
    stored: {
      readToken: () => null,
      writeToken: () => {},
      readHistory: () => [],
      writeHistory: () => {},
      readGuest: () => null,
      writeGuest: () => {},
    },
    defaultTag: async () => null,
  })
}

/** A loaded page as markup, with the title it gives itself. */
export function renderPage(
  router: ReturnType<typeof createSiteRouter>,
  queries: QueryClient,
): { html: string; title: string } {
  takeRenderedTitle()
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <SessionProvider store={nobody()}>
        <RouterProvider router={router} />
      </SessionProvider>
    </QueryClientProvider>,
  )
  return { html, title: takeRenderedTitle() }
}
