import { CircleAlert } from 'lucide-react'
import { Button } from './Button.tsx'

type Props = { title: string; message: string; onRetry: () => void; retrying: boolean }

/** A part of a page that failed while the rest stands: said calmly, with another try. */
export function SectionFailure({ title, message, onRetry, retrying }: Props) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-md bg-raise/60 px-4 py-3">
      <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-bad" />
      <div className="min-w-0 flex-[1_1_10rem]">
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-mut">{message}</p>
      </div>
      <Button variant="outline" onClick={onRetry} busy={retrying}>
        Try Again
      </Button>
    </div>
  )
}
