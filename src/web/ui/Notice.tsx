import type { ReactNode } from 'react'

const TONE = { good: 'border-l-good', bad: 'border-l-bad', calm: 'border-l-acc' } as const

/** A sentence about what just happened, read out when it appears. */
export function Notice({ tone = 'calm', children }: { tone?: keyof typeof TONE; children: ReactNode }) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`rounded-md border-l-4 bg-raise px-4 py-3 text-base ${TONE[tone]}`}
    >
      {children}
    </div>
  )
}
