import { Skeleton } from './Skeleton.tsx'

/** The lower part of a page while its code is on its way. */
export function BelowPending() {
  return (
    <div role="status" aria-label="Loading the rest of the page" className="grid gap-4">
      <Skeleton className="h-120 rounded-lg" />
      <Skeleton className="h-160 rounded-lg" />
    </div>
  )
}
