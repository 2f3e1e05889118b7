import { QueryClientProvider } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { vi } from 'vitest'
import { forgetFailures } from '#web/app/equal-failures.ts'
import { createQueryClient } from '#web/app/queries.ts'
import { FailuresNotice } from '#web/chrome/FailuresNotice.tsx'
import { RouterProvider } from '#web/router/Link.tsx'

// The code of lower parts comes later, on a busy machine much later. A wait ends as soon as what it waits for is there.
configure({ asyncUtilTimeout: 10_000 })

/** What the server says by path, without its query: a body, a promise of one, a text, or the status of a refusal. */
export type Answers = Record<string, object | number | string>

/** Answers all calls of the browser with just this. Returns the asked URLs. */
export function answerCalls(answers: Answers): string[] {
  const asked: string[] = []
  forgetFailures()
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return reply(await (answers[new URL(url, 'http://site.test').pathname] ?? 404))
  })
  return asked
}

/** Shows a page with a cache and an address of its own, before a server that says just this. Returns the asked URLs. */
export function renderPage(page: ReactNode, answers: Answers): string[] {
  const asked = answerCalls(answers)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterAt address="/">
        <div data-failures />
        {page}
        <FailuresNotice />
      </RouterAt>
    </QueryClientProvider>,
  )
  return asked
}

/** Where a card says something: in the row that it folds to, which is a button, or in its body. */
export function cardPart(said: HTMLElement): 'row' | 'body' {
  return said.closest('button') ? 'row' : 'body'
}

/** Shows something at an address of the browser. Its links change the address and load nothing. */
export function RouterAt({ address, children }: { address: string; children: ReactNode }) {
  useState(() => window.history.replaceState(null, '', address))
  return <RouterProvider load={async () => {}}>{children}</RouterProvider>
}

function reply(answer: object | number | string): Response {
  if (typeof answer === 'string') return new Response(answer)
  return typeof answer === 'number'
    ? Response.json({ error: `The server says ${answer}.`, code: `refused_${answer}` }, { status: answer })
    : Response.json(answer)
}
