import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SectionFailure } from './SectionFailure.tsx'
import { Skeleton } from './Skeleton.tsx'

type Props<Data> = {
  result: UseQueryResult<Data, Error>
  /** What failed, as the product words it: `Failed to fetch member scores`. */
  failure: string
  /** What is awaited, for screen readers. */
  loading: string
  /** Shape of the content while it loads, as classes. */
  shape?: string
  children: (data: Data) => ReactNode
}

/** One call's part of a page in all its states; it waits for no other and breaks no other. */
export function QuerySection<Data>({ result, failure, loading, shape = 'h-48 rounded-md', children }: Props<Data>) {
  const { data, error, isFetching, isPlaceholderData, refetch } = result
  const retry = () => void refetch()
  if (data === undefined) {
    if (error) return <SectionFailure title={failure} message={error.message} onRetry={retry} retrying={isFetching} />
    return (
      <div role="status" aria-label={loading}>
        <Skeleton className={shape} />
      </div>
    )
  }
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60 transition-opacity' : ''}>
      {error && (
        <p role="status" className="mb-3 text-sm text-warn">
          Could not refresh: {error.message} This is the last answer.{' '}
          <button type="button" className="link" onClick={retry}>
            Try Again
          </button>
        </p>
      )}
      {children(data)}
    </div>
  )
}
