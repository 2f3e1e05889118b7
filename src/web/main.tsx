import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { call, identifyBy } from '#web/app/api-client.ts'
import { logFailures, logRenderError, pageLog } from '#web/app/client-log.ts'
import { createQueryClient, siteQuery, takeFirstAnswers } from '#web/app/queries.ts'
import { reloadAfterDeploy } from '#web/app/reload-after-deploy.ts'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { createSessionStore } from '#web/app/session-store.ts'
import { createStoredSession, watchOtherTabs } from '#web/app/storage.ts'
import { createSiteRouter, Site } from './routes.tsx'

const queries = createQueryClient()
takeFirstAnswers(queries, document)
logFailures(pageLog, window, queries)
reloadAfterDeploy(window)

const session = createSessionStore({
  call,
  stored: createStoredSession(),
  defaultTag: async () => (await queries.ensureQueryData(siteQuery)).default_player_tag,
})
identifyBy(session)
watchOtherTabs('delphin.token', () => void session.followOtherTab())
void session.start()

const router = createSiteRouter()
const site = (
  <StrictMode>
    <QueryClientProvider client={queries}>
      <SessionProvider store={session}>
        <Site router={router} />
      </SessionProvider>
    </QueryClientProvider>
  </StrictMode>
)

/** Replaces the first screen that the server rendered, in one step, once the code of the page has loaded. */
async function showSite(root: HTMLElement): Promise<void> {
  await router.load()
  const earlyInput = window.early?.length ? await import('#web/app/early-input.ts').catch(() => null) : null
  const repeatInput = earlyInput?.rememberInput(root, window.early ?? [])
  window.early = undefined
  const onError = (error: unknown, { componentStack }: { componentStack?: string | undefined }) =>
    logRenderError(pageLog, error, componentStack)
  const rendered = createRoot(root, { onCaughtError: onError, onUncaughtError: onError })
  flushSync(() => rendered.render(site))
  repeatInput?.()
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
void showSite(root)
