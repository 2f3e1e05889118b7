import { type Answer, failure } from './answer.ts'
import { pageOf } from './paging.ts'

/** One page of rows that are JSON already. */
export function pageAnswer(rows: readonly string[], query: URLSearchParams, maxAge: number): Answer {
  const page = pageOf(query, rows.length)
  if (page === null) return failure(400, 'badRequest', 'Malformed paging parameter')
  const items = rows.slice(page.start, page.end).join(',')
  return { status: 200, body: `{"items":[${items}],"paging":{"cursors":${JSON.stringify(page.cursors)}}}`, maxAge }
}
