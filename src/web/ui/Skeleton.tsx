import { type ComponentType, startTransition, use, useReducer } from 'react'
import { SectionFailure } from './Notice.tsx'

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

type Failed<Props> = ComponentType<Props & { onRetry: () => void }>

/**
 * A component whose code is loaded after the first paint. On the server it stays suspended: its fallback is rendered.
 * When the code does not arrive, `Failure` takes its place and nothing else of the page fails.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failure: Failed<Props> = PartFailure,
): ComponentType<Props> {
  if (import.meta.env.SSR) return NeverLoaded
  let Content: ComponentType<Props> | null = null
  let loading: Promise<void> | null = null
  const settle = async () => {
    Content = await load().catch(() => null)
  }
  return function Part(props) {
    const [, rerender] = useReducer((times: number) => times + 1, 0)
    if (Content === null) {
      loading ??= settle()
      use(loading)
    }
    if (Content !== null) return <Content {...props} />
    const again = () => {
      loading = null
      startTransition(rerender)
    }
    return <Failure {...props} onRetry={again} />
  }
}

/** In place of a part of the page whose code did not arrive. */
function PartFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <SectionFailure title="This part did not load" message="You may be offline." onRetry={onRetry} retrying={false} />
  )
}

/** Waits for a new promise each time: a shared one would keep every rendered page in memory. */
function NeverLoaded(): null {
  use(new Promise<never>(() => {}))
  return null
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
