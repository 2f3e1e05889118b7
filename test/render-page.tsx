import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { createQueryClient } from '#web/app/queries.ts'

/** What the server says by path, without its query: a body, a promise of one, or the status of a refusal. */
export type Answers = Record<string, object | number>

/** Shows a page with a cache and an address of its own, before a server that says just this. Returns the asked URLs. */
export function renderPage(page: ReactNode, answers: Answers): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return reply(await (answers[new URL(url, 'http://site.test').pathname] ?? 404))
  })
  const router = createRouter({
    routeTree: createRootRoute({ component: () => page }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return asked
}

function reply(answer: object | number): Response {
  return typeof answer === 'number'
    ? Response.json({ error: `The server says ${answer}.`, code: `refused_${answer}` }, { status: answer })
    : Response.json(answer)
}
