import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

type Props = {
  title: string
  /** What went wrong, as a sentence. */
  message?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  retryLabel?: string
  /** The way back: links or buttons. */
  children?: ReactNode
}

/** Says what failed, and offers another try and a way back. */
export function ErrorState({ title, message, onRetry, retrying = false, retryLabel = 'Try Again', children }: Props) {
  return (
    <div role="alert" className="rounded-lg border border-edge border-l-4 border-l-bad bg-card px-5 py-4.5">
      <p className="text-lg font-semibold">{title}</p>
      {message && <p className="mt-1 text-mut">{message}</p>}
      {(onRetry || children) && (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          {onRetry && (
            <Button variant="quiet" onClick={onRetry} busy={retrying}>
              {retryLabel}
            </Button>
          )}
          {children}
        </div>
      )}
    </div>
  )
}
