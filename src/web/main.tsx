import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode, startTransition } from 'react'
import { forgetFailures } from '#web/app/equal-failures.ts'
import { createPageSession } from '#web/app/page-session.ts'
import { startTexts } from '#web/app/page-texts.ts'
import { createQueryClient, FirstAnswers, keepAnswers, takeFirstAnswers } from '#web/app/queries.ts'
import { reloadAfterDeploy } from '#web/app/reload-after-deploy.ts'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { watchOtherTabs } from '#web/app/storage.ts'
import { keepTranslatedPage } from '#web/app/translated-page.ts'
import { inLanguage, readAddress } from '#web/router/history.ts'
import { setWrittenAt } from '#web/ui/RelativeTime.tsx'
import { loadFirstPage, Site } from './routes.tsx'

startTexts(document)
const queries = createQueryClient()
reloadAfterDeploy(window)
keepTranslatedPage(document)

const session = createPageSession(queries)
const ignore = () => {}
for (const event of ['click', 'keydown', 'online']) window.addEventListener(event, forgetFailures, true)
watchOtherTabs('delphin.token', () => void session.followOtherTab())

const siteWith = (firstAnswers: QueryClient | null) => (
  <StrictMode>
    <QueryClientProvider client={queries}>
      <FirstAnswers value={firstAnswers}>
        <SessionProvider store={session}>
          <Site />
        </SessionProvider>
      </FirstAnswers>
    </QueryClientProvider>
  </StrictMode>
)

/** Lets the browser paint and listen. Without pauses all steps were one long task on a slow phone. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

async function start(page: HTMLElement): Promise<void> {
  await pause()
  takeFirstAnswers(queries, document)
  const firstAnswers = page.hasChildNodes() ? keepAnswers(queries) : null
  await pause()
  void session.start()
  await pause()
  await showSite(page, siteWith(firstAnswers))
}

/** Takes over the page that the server rendered, in slices, or makes it where the server rendered none. */
async function showSite(root: HTMLElement, site: ReactNode): Promise<void> {
  const asked = readAddress().replace(location.hash, '')
  const address = await loadFirstPage(asked)
  if (address !== asked) history.replaceState(history.state, '', inLanguage(address) + location.hash)
  // Its code comes after the page's.
  const log = import('#web/app/client-log.ts')
  log.then(({ logFailures, pageLog }) => logFailures(pageLog, window, queries), ignore)
  await pause()
  const { createRoot, hydrateRoot } = await import('react-dom/client')
  const onError = (error: unknown, { componentStack }: { componentStack?: string | undefined }) =>
    void log.then(({ logRenderError, pageLog }) => logRenderError(pageLog, error, componentStack), ignore)
  const options = { onCaughtError: onError, onUncaughtError: onError, onRecoverableError: reportUnlessTranslated }
  if (!root.hasChildNodes()) createRoot(root, options).render(site)
  // As a transition React takes over piece by piece, and the browser can paint and listen in between.
  else startTransition(() => void hydrateRoot(root, site, options))
}

/** A browser that translates the page changes its texts. React then renders that part anew, which is no error. */
function reportUnlessTranslated(error: unknown): void {
  if (!/\btranslated-/.test(document.documentElement.className)) reportError(error)
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
setWrittenAt(Number(root.dataset.at) || Date.now())
void start(root)
// No part of the page waits for it. The timer keeps it out of the long step in which the page begins.
const atRest = () =>
  void setTimeout(() => import('#web/app/offline.ts').then(({ workOffline }) => workOffline(window), ignore))
if (document.readyState === 'complete') atRest()
else window.addEventListener('load', atRest, { once: true })
