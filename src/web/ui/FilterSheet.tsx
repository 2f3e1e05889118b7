import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { t } from '#shared/texts.ts'
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
        <SlidersHorizontal size={17} aria-hidden="true" />{' '}
        {active > 0 ? t('ui.filtersActive', { active: String(active) }) : t('ui.filters')}
      </Button>
      {open && (
        <Suspense>
          <Dialog title={t('ui.filters')} onClose={() => setOpen(false)}>
            {children}
            <Button className="sticky bottom-0 mt-5 w-full" onClick={() => setOpen(false)}>
              {t('ui.showResults')}
            </Button>
          </Dialog>
        </Suspense>
      )}
    </>
  )
}
