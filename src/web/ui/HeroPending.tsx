import { Skeleton } from './Skeleton.tsx'

/** The top of a club's or player's page while it loads. */
export function HeroPending({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="flex min-h-24 items-center gap-4.5">
      <Skeleton className="size-18 shrink-0 rounded-lg" />
      <div className="grid min-w-0 gap-2">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-9 w-56 max-w-full" />
        <Skeleton className="h-4 w-64 max-w-full" />
      </div>
    </div>
  )
}
