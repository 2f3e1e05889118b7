import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { call, identifyBy } from './api/client.ts'
import { createQueryClient } from './api/query.ts'
import { readInjectedSite, siteQuery } from './api/site.ts'
import { listenToFailures, noteRenderError } from './client-log/listen-to-failures.ts'
import { pageLog } from './client-log/page-log.ts'
import { createSiteRouter } from './routes.tsx'
import { SessionProvider } from './session/SessionProvider.tsx'
import { createSessionStore } from './session/session-store.ts'
import { createStored } from './session/storage.ts'

const queries = createQueryClient()
readInjectedSite(queries, document)
listenToFailures(pageLog, window, queries)

const session = createSessionStore({
  call,
  stored: createStored(
    () => localStorage,
    () => sessionStorage,
  ),
  defaultTag: async () => (await queries.ensureQueryData(siteQuery)).default_player_tag,
})
identifyBy(session.credentials)
void session.start()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
const noted = (error: unknown, { componentStack }: { componentStack?: string | undefined }) =>
  noteRenderError(pageLog, error, componentStack)
createRoot(root, { onCaughtError: noted, onUncaughtError: noted }).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <SessionProvider store={session}>
        <RouterProvider router={createSiteRouter()} />
      </SessionProvider>
    </QueryClientProvider>
  </StrictMode>,
)
