// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { createQueryClient, FirstAnswers, keepAnswers, query, useQuery } from './queries.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const STATUS = query('GET /api/health/live', undefined, 'always')

function Status() {
  const { data, isPending } = useQuery(STATUS)
  return <p>{isPending ? 'not known' : JSON.stringify(data)}</p>
}

it.each([
  ['a newer answer', 'one'],
  ['an answer that the server did not have in time', null],
])('a part takes over its markup although %s has come, and then shows that', async (_case, first) => {
  const queries = createQueryClient()
  if (first) queries.setQueryData<unknown>(STATUS.queryKey, first)
  const kept = keepAnswers(queries)
  const site = (
    <QueryClientProvider client={queries}>
      <FirstAnswers value={kept}>
        <Status />
      </FirstAnswers>
    </QueryClientProvider>
  )
  const root = document.createElement('div')
  root.innerHTML = renderToString(site)
  const served = root.firstElementChild
  queries.setQueryData<unknown>(STATUS.queryKey, 'two')
  const complaints: unknown[] = []
  await act(async () => hydrateRoot(root, site, { onRecoverableError: (error) => complaints.push(error) }))
  expect([complaints, root.textContent, root.firstElementChild === served]).toEqual([[], '"two"', true])
})
