import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { DemoHistory as History } from '#web/app/queries.ts'

/** How far the demo's history is, in words and as a bar, while it is being filled; null once it is. */
export function DemoHistory({ history }: { history: History | null }) {
  useGrowingFigures(history)
  if (!history) return null
  return (
    <>
      <span className="whitespace-nowrap text-mut">
        History: {history.days_done} of {history.days_total} days
      </span>
      <Progress history={history} />
    </>
  )
}

function Progress({ history: { percent } }: { history: History }) {
  return (
    <span
      role="progressbar"
      aria-label="Demo history"
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      className="absolute inset-x-0 bottom-0 h-0.5"
    >
      <span
        className="block h-full origin-left bg-acc transition-transform duration-500 rtl:origin-right"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </span>
  )
}

/** The lists that fill while one looks on. */
const GROWING = new Set<unknown>(['GET /api/browse/stats', 'GET /api/browse/entities', 'GET /api/browse/dashboard'])

/** As the history grows, lists and statistics are asked for again; once it is complete, everything is. */
function useGrowingFigures(history: History | null): void {
  const client = useQueryClient()
  const before = useRef<number | null>(null)
  const days = history?.days_done ?? null
  useEffect(() => {
    const known = before.current
    before.current = days
    if (known === null || known === days) return
    void client.invalidateQueries({
      predicate: ({ queryKey: [name] }) => (days === null ? isRead(name) : GROWING.has(name)),
    })
  }, [client, days])
}

/** A search is charged, and is no reading. */
function isRead(name: unknown): boolean {
  return typeof name === 'string' && name.startsWith('GET ')
}
