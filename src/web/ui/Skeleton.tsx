type Props = {
  /** Size and shape, as classes: `h-6 w-40`. */
  className?: string
}

/** A grey shape where content will stand; it has the content's size, so that nothing jumps. */
export function Skeleton({ className = 'h-4 w-full' }: Props) {
  return <span aria-hidden="true" className={`shimmer block rounded-sm ${className}`} />
}

type GroupProps = { label: string; count: number; className?: string; itemClassName?: string }

/** Many skeletons of one size, announced once as loading. */
export function SkeletonGroup({
  label,
  count,
  className = 'grid gap-3',
  itemClassName = 'h-24 rounded-lg',
}: GroupProps) {
  return (
    <div role="status" aria-label={label} className={className}>
      {Array.from({ length: count }, (_, position) => `place-${position}`).map((place) => (
        <Skeleton key={place} className={itemClassName} />
      ))}
    </div>
  )
}
