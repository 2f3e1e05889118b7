import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'

/** The dashboard while it loads, in its own shape. */
export function PlatformPending() {
  return (
    <div className="grid gap-4">
      <SkeletonGroup
        label="Loading the analytics dashboard"
        count={4}
        className="grid grid-cols-2 gap-3 lg:grid-cols-4"
        itemClassName="h-28 rounded-lg"
      />
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  )
}
