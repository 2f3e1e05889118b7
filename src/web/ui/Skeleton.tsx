type Props = {
  /** Classes for size and shape: `h-6 w-40`. */
  className?: string
}

/** A grey shape in place of content that is loading. It has the content's size, so that nothing moves later. */
export function Skeleton({ className = 'h-4 w-full' }: Props) {
  return <span aria-hidden="true" className={`shimmer block rounded-sm ${className}`} />
}

type GroupProps = { label: string; count: number; className?: string; itemClassName?: string }

/** Several skeletons of one size. Screen readers are told once that something loads. */
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
