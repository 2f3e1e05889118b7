// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { ApiError } from './api-client.ts'
import { createClientLog, listenToFailures, noteRenderError } from './client-log.ts'

function openPage() {
  const log = createClientLog({ send: async () => undefined, later: () => {}, now: () => new Date(0) })
  const page = new EventTarget()
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  listenToFailures(log, page as Window, queries)
  return { log, page, queries, said: () => log.entries().map(({ component, message }) => `${component}: ${message}`) }
}

test('a thrown error and a rejected promise are noted', () => {
  const { page, said } = openPage()
  page.dispatchEvent(Object.assign(new Event('error'), { error: new Error('broke'), filename: 'a.js', lineno: 3 }))
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'forgotten' }))
  expect(said()).toEqual(['page: broke', 'promise: forgotten'])
})

test('a page that fails to render is noted with its parts', () => {
  const { log } = openPage()
  noteRenderError(log, new Error('no such member'), 'at MemberTable')
  expect(log.entries()[0]).toMatchObject({ level: 'error', component: 'render', data: { parts: 'at MemberTable' } })
})

test('a server in trouble is noted as a warning, a refusal is not', async () => {
  const { queries, said } = openPage()
  const ask = (status: number) =>
    queries
      .fetchQuery({
        queryKey: ['GET /api/status', status],
        queryFn: () => {
          throw new ApiError(`status ${status}`, { kind: 'answer', status, code: 'x' })
        },
      })
      .catch(() => undefined)
  await ask(404)
  await ask(503)
  expect(said()).toEqual(['call: GET /api/status: status 503'])
})
