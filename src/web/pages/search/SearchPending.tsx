import { trackerTitle } from '../../format/document-title.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'

const FIGURES = ['first', 'second', 'third', 'fourth']

/** The shape of the page to come, while the tag is looked up. */
export function SearchPending({ tag }: { tag: string }) {
  useDocumentTitle(trackerTitle(tag))
  return (
    <div role="status">
      <p className="sr-only">Looking up {tag}</p>
      <div className="flex items-center gap-4.5">
        <Skeleton className="size-18 rounded-lg" />
        <div className="min-w-0 flex-1 space-y-2">
          <p className="text-mut">Looking up {tag}</p>
          <Skeleton className="h-9 w-56 max-w-full" />
          <Skeleton className="h-4 w-72 max-w-full" />
        </div>
      </div>
      <Skeleton className="mt-7 h-12 w-full" />
      <div className="mt-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {FIGURES.map((figure) => (
          <Skeleton key={figure} className="h-30 rounded-lg" />
        ))}
      </div>
      <div className="mt-4 grid gap-3 lg:grid-cols-3">
        <Skeleton className="h-80 rounded-lg lg:col-span-2" />
        <Skeleton className="h-80 rounded-lg" />
      </div>
    </div>
  )
}
