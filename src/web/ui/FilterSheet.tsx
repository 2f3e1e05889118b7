import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Button } from './Button.tsx'
import { lazyPart } from './LazyPart.tsx'

const Dialog = lazyPart(() => import('./Dialog.tsx').then((file) => file.Dialog))

type Props = {
  /** How many filters are in force. */
  active: number
  /** Classes that say on which screens the button is shown. */
  className: string
  /** The filters. They act at once: the sheet has no more than a way back. */
  children: ReactNode
}

/** On narrow screens: a button that opens the filters in a sheet. */
export function FilterSheet({ active, className, children }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)} className={className}>
        <SlidersHorizontal size={17} aria-hidden="true" /> Filters{active > 0 && ` (${active})`}
      </Button>
      {open && (
        <Suspense>
          <Dialog title="Filters" onClose={() => setOpen(false)}>
            {children}
            <Button className="sticky bottom-0 mt-5 w-full" onClick={() => setOpen(false)}>
              Show results
            </Button>
          </Dialog>
        </Suspense>
      )}
    </>
  )
}
