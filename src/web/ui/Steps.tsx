import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { type PlainTextId, t } from '#shared/texts.ts'
import { Card } from './Card.tsx'

type Props = {
  title: string
  steps: readonly PlainTextId[]
  /** The step that the visitor has reached: those before it are done. */
  at?: number | undefined
  /** The way on, where this page has one. */
  children?: ReactNode
}

/** How something is done, step by step. */
export function Steps({ title, steps, at, children }: Props) {
  return (
    <Card title={title}>
      <StepList steps={steps} at={at} />
      {children && <div className="mt-4 grid">{children}</div>}
    </Card>
  )
}

export function StepList({ steps, at }: Pick<Props, 'steps' | 'at'>) {
  return (
    <ol className="grid gap-3">
      {steps.map((step, place) => {
        const isDone = at !== undefined && place < at
        return (
          <li
            key={step}
            aria-current={place === at ? 'step' : undefined}
            className={`flex items-center gap-3 ${isDone ? 'text-mut' : ''}`}
          >
            <span
              aria-hidden="true"
              className={`grid size-9 shrink-0 place-items-center rounded-full border font-semibold ${place === at ? 'border-acc bg-acc text-onacc' : 'border-line text-acc'}`}
            >
              {isDone ? <Check className="size-5 text-good" /> : place + 1}
            </span>
            <span>
              {t(step)} {isDone && <span className="sr-only">{t('account.stepDone')}</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
