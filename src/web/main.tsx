import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { call, identifyBy } from '#web/app/api-client.ts'
import { logFailures, logRenderError, pageLog } from '#web/app/client-log.ts'
import { createQueryClient, siteQuery, takeFirstAnswers } from '#web/app/queries.ts'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { createSessionStore } from '#web/app/session-store.ts'
import { createStoredSession } from '#web/app/storage.ts'
import { createSiteRouter } from './routes.tsx'

const queries = createQueryClient()
takeFirstAnswers(queries, document)
logFailures(pageLog, window, queries)

const session = createSessionStore({
  call,
  stored: createStoredSession(),
  defaultTag: async () => (await queries.ensureQueryData(siteQuery)).default_player_tag,
})
identifyBy(session.credentials)
void session.start()

const router = createSiteRouter()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
const noted = (error: unknown, { componentStack }: { componentStack?: string | undefined }) =>
  logRenderError(pageLog, error, componentStack)
const site = (
  <StrictMode>
    <QueryClientProvider client={queries}>
      <SessionProvider store={session}>
        <RouterProvider router={router} />
      </SessionProvider>
    </QueryClientProvider>
  </StrictMode>
)
/** The first screen that the server wrote stands until the page's own code is there to replace it, in one go. */
async function show(place: HTMLElement): Promise<void> {
  await router.load()
  const early = window.early?.length ? await import('#web/app/early-input.ts').catch(() => null) : null
  const again = early?.rememberInput(place, window.early ?? [])
  window.early = undefined
  const shown = createRoot(place, { onCaughtError: noted, onUncaughtError: noted })
  flushSync(() => shown.render(site))
  again?.()
}
void show(root)
