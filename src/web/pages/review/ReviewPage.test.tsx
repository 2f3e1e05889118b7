// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { createSessionStore } from '#web/app/session-store.ts'
import { createStoredSession } from '#web/app/storage.ts'
import { ReviewPage } from './ReviewPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const GUEST = { session_id: 'g', searches_remaining: 5, search_limit: 5, search_history: [] }
const SHARED = '/api/browse/club/2PYL/reviews'
const OWN = '/api/desk/2PYL/reviews'

test("a guest of the demo asks the example's desk with a session, never before it, and no other desk", async () => {
  const session = createSessionStore({
    call: (async () => GUEST) as never,
    stored: createStoredSession(),
    defaultTag: async () => null,
  })
  const asked = renderPage(
    <SessionProvider store={session}>
      <ReviewPage kind="club" tag="2PYL" raw={{}} />
      <ReviewPage kind="club" tag="2PYLQ" raw={{}} />
    </SessionProvider>,
    {
      '/api/site': { demo: true, example_club_tag: '#2PYL', art_base: null },
      [SHARED]: { reviews: [] },
      '/api/browse/club/2PYLQ/reviews': { reviews: [] },
      [OWN]: { periods: [] },
    },
  )
  await screen.findAllByText('Nothing is shared here')
  await vi.waitFor(() => expect(asked).toContain('/api/site'))
  expect(asked.filter((path) => path.startsWith('/api/desk/'))).toEqual([])
  await act(() => session.start())
  await vi.waitFor(() => expect(asked).toContain(OWN))
  expect(asked.filter((path) => path.startsWith('/api/desk/'))).toEqual([OWN])
})
