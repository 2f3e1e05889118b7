import { Skeleton } from '../ui/Skeleton.tsx'

/** While a page's code is on its way. */
export function PagePending() {
  return (
    <div role="status" aria-label="Loading the page" className="space-y-4">
      <Skeleton className="h-10 w-72 max-w-full" />
      <Skeleton className="h-40 rounded-lg" />
      <Skeleton className="h-40 rounded-lg" />
    </div>
  )
}
