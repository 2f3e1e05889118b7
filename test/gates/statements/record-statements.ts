import pg from 'pg'
import { vi } from 'vitest'

export type Recorder = { statements(): string[]; stop(): void }

/** Notes the text of every statement that this process sends from now on; the statements run as ever. */
export function recordStatements(): Recorder {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const texts = () => spy.mock.calls.map(([query]: unknown[]) => textOf(query)).filter((text) => text !== '')
  return { statements: () => [...new Set(texts())], stop: () => spy.mockRestore() }
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}
