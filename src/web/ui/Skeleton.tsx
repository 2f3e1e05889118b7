import { type ComponentType, lazy, use, useDeferredValue } from 'react'

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

/** A component whose code is loaded after the first paint. On the server it stays suspended: its fallback is rendered. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return import.meta.env.SSR ? NeverLoaded : lazy(async () => ({ default: await load() }))
}

/** Waits for a new promise each time: a shared one would keep every rendered page in memory. */
function NeverLoaded(): null {
  use(new Promise<never>(() => {}))
  return null
}

/** About as many as a phone shows at once. */
const FEW = 10

/**
 * How many items of a long list to render: a few in its first paint, all of them right after it. The layout of fifty
 * rows, most of them out of sight, would delay the first paint.
 */
export function useItemsShown(): number {
  return useDeferredValue(Number.POSITIVE_INFINITY, FEW)
}

/** A page in a hidden tab does not paint: it waits no longer than this. */
const AT_MOST_MS = 100

/** Resolves when the last change has been painted. Slow work starts after it, so that a press has a visible effect first. */
export function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, AT_MOST_MS)
    requestAnimationFrame(() => {
      clearTimeout(late)
      setTimeout(resolve)
    })
  })
}
