import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { createQueryClient } from '#web/app/queries.ts'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { createSessionStore } from '#web/app/session-store.ts'
import { createStoredSession } from '#web/app/storage.ts'
import { loadFirstPage, Site } from '#web/routes.tsx'
import { type Answers, answerCalls } from './render-page.tsx'

/** Opens the whole site at an address, before a server that says just this. Returns the asked URLs. */
export async function renderSite(address: string, answers: Answers): Promise<string[]> {
  const asked = answerCalls(answers)
  const session = createSessionStore({
    call: () => new Promise<never>(() => {}),
    stored: createStoredSession(),
    defaultTag: async () => null,
  })
  await act(async () => {
    window.history.replaceState(null, '', await loadFirstPage(address))
    render(
      <QueryClientProvider client={createQueryClient()}>
        <SessionProvider store={session}>
          <Site />
        </SessionProvider>
      </QueryClientProvider>,
    )
  })
  return asked
}
