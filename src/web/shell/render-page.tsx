import { type Query, type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import type { FirstAnswer, FirstCall } from '#shared/first-screen.ts'
import { setPageTexts, type Translator } from '#shared/texts.ts'
import { takeRenderedTitle } from '#web/app/addresses.ts'
import { createQueryClient, type FirstAnswered, putAnswers } from '#web/app/queries.ts'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { createSessionStore } from '#web/app/session-store.ts'
import { Site } from '#web/routes.tsx'
import { setWrittenAt } from '#web/ui/RelativeTime.tsx'

export type Answered = { call: FirstCall } & FirstAnswer

/** True if the server refused the call. */
export function isRefused({ status }: FirstAnswer): boolean {
  return status !== 200
}

export function clientWith(answers: readonly Answered[]): QueryClient {
  const client = createQueryClient()
  putAnswers(client, answers.map(asWritten))
  return client
}

function asWritten(answered: Answered): FirstAnswered {
  const { call, status, text } = answered
  const body: unknown = JSON.parse(text)
  return isRefused(answered) ? [call.name, call.input, body, status] : [call.name, call.input, body]
}

/** The calls that the rendered page makes and the cache cannot answer. Searches are not among them: they are charged. */
export function wantedCalls(client: QueryClient): FirstCall[] {
  return client.getQueryCache().getAll().filter(isWanted).map(callOf)
}

function isWanted({ queryKey: [name], state, options }: Query): boolean {
  // The option `enabled` is on the query only where the page set it.
  const enabled = 'enabled' in options ? options.enabled : true
  return state.status === 'pending' && enabled !== false && typeof name === 'string' && name.startsWith('GET ')
}

function callOf({ queryKey: [name, input] }: Query): FirstCall {
  return { name: String(name), input: input as FirstCall['input'] }
}

/**
 * Stands in React's markup where a part of the page failed or waited for its code. The browser reports each as an error
 * (419).
 */
const NOT_RENDERED = '<!--$!-->'

/**
 * Renders the page at an address, whose code is loaded: its markup, and the title that it gives itself. Throws where a part
 * of it could not be rendered, which React itself would only tell the browser.
 */
export function renderPage(
  address: string,
  queries: QueryClient,
  texts: Translator,
): { html: string; title: string; at: number } {
  setPageTexts(texts)
  takeRenderedTitle()
  const at = Date.now()
  setWrittenAt(at)
  const html = renderToString(
    <QueryClientProvider client={queries}>
      <SessionProvider store={unknownVisitor()}>
        <Site at={address} />
      </SessionProvider>
    </QueryClientProvider>,
  )
  if (html.includes(NOT_RENDERED)) throw new Error(`a part of ${address} could not be rendered`)
  return { html, title: takeRenderedTitle(), at }
}

/** The session of a visitor of whom nothing is known yet. Every visitor sees this first. */
function unknownVisitor() {
  return createSessionStore({
    call: () => new Promise<never>(() => {}),
    stored: {
      readToken: () => null,
      writeToken: () => {},
      readLanguage: () => null,
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
