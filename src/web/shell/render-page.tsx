import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { takeRenderedTitle } from '#web/app/document-title.ts'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { createSessionStore } from '#web/app/session-store.ts'
import type { createSiteRouter } from '#web/routes.tsx'

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

/** What React writes for a style: no quote stands in it as it is, nor anywhere in a text or another attribute. */
const STYLE = / style="([^"]*)"/g

/** A declaration that may stand in a style sheet as it is. */
const PLAIN = /^[\w\s:;%#().,+*/-]*$/

/**
 * Markup without style attributes, which the pages' content policy forbids, and the rules that do the same: one for
 * each style, found by an attribute of data.
 */
export function rulesOfStyles(markup: string): { html: string; css: string } {
  const styles = new Map<string, number>()
  const html = markup.replace(STYLE, (_, style: string) => {
    if (!PLAIN.test(style)) return ''
    const number = styles.get(style) ?? styles.size
    styles.set(style, number)
    return ` data-css="${number}"`
  })
  const css = [...styles].map(([style, number]) => `[data-css="${number}"]{${style}}`).join('')
  return { html, css }
}
