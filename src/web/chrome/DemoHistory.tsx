import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { t } from '#shared/texts.ts'
import type { DemoProgress } from '#web/app/queries.ts'

type Props = {
  /** Null when the history is complete. */
  history: DemoProgress | null
}

/** How much of the demo's history is filled, in words and as a bar. */
export function DemoHistory({ history }: Props) {
  useRefreshedFigures(history)
  // A filled one says nothing: what remains to be done takes a moment.
  if (!history || history.days_done >= history.days_total) return null
  return (
    <>
      <span className="whitespace-nowrap text-mut">
        {t('frame.demoHistory', { done: String(history.days_done), total: history.days_total })}
      </span>
      <Progress history={history} />
    </>
  )
}

function Progress({ history: { percent } }: { history: DemoProgress }) {
  return (
    <span
      role="progressbar"
      aria-label={t('frame.demoProgress')}
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

/** Reads whose answers grow with the history. */
const GROWING = new Set<unknown>(['GET /api/browse/stats', 'GET /api/browse/entities', 'GET /api/browse/dashboard'])

/** Makes lists and statistics current again whenever the history grows, and everything once it is complete. */
function useRefreshedFigures(history: DemoProgress | null): void {
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

/** A search is no read: it costs one of the visitor's searches. */
function isRead(name: unknown): boolean {
  return typeof name === 'string' && name.startsWith('GET ')
}
