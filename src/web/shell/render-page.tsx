import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { takeRenderedTitle } from '#web/app/document-title.ts'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { createSessionStore } from '#web/app/session-store.ts'
import type { createSiteRouter } from '#web/routes.tsx'

/** Renders the page that the router has loaded: its markup, and the title that it gives itself. */
export function renderPage(
  router: ReturnType<typeof createSiteRouter>,
  queries: QueryClient,
): { html: string; title: string } {
  takeRenderedTitle()
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <SessionProvider store={unknownVisitor()}>
        <RouterProvider router={router} />
      </SessionProvider>
    </QueryClientProvider>,
  )
  return { html, title: takeRenderedTitle() }
}

/** The session of a visitor of whom nothing is known yet. Every visitor sees this first. */
function unknownVisitor() {
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

/** A style attribute as React writes it. React escapes quotes in texts and in other attributes, so nothing else matches. */
const STYLE = / style="([^"]*)"/g

/** Declarations that are safe in a style sheet: no quote, brace, escape or bracket. */
const PLAIN = /^[\w\s:;%#().,+*/-]*$/

/**
 * Replaces style attributes, which the content policy of the pages forbids, by rules with the same effect: one for each
 * different style, selected by a data attribute.
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
