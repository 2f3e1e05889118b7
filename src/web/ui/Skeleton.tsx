import { type ComponentType, lazy, use, useDeferredValue } from 'react'

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

/** A part whose code comes after the first paint. On the server, what stands in its place meanwhile is all there is. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return import.meta.env.SSR ? Later : lazy(async () => ({ default: await load() }))
}

/** Each waits for a promise of its own: one for all would hold on to every page that was ever made. */
function Later(): null {
  use(new Promise<never>(() => {}))
  return null
}

/** About what a phone shows at once. */
const FEW = 10

/**
 * How many items of a long list are shown: in its first paint a few, right after it all of them. Laying out fifty rows
 * that nobody sees yet would hold that paint back.
 */
export function useItemsShown(): number {
  return useDeferredValue(Number.POSITIVE_INFINITY, FEW)
}

/** A page that is not in sight paints nothing: it waits no longer than this. */
const AT_MOST_MS = 100

/**
 * Resolves when what was just changed has been painted. What takes long starts after it, so that a press shows its
 * effect at once.
 */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, AT_MOST_MS)
    requestAnimationFrame(() => {
      clearTimeout(late)
      setTimeout(resolve)
    })
  })
}
