import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { EntityType } from '#shared/tag.ts'
import { Button } from '../../ui/Button.tsx'
import type { BrowseSearch } from './browse-search.ts'
import { FilterPanel } from './FilterPanel.tsx'
import { activeFilters } from './filters.ts'

const Dialog = lazy(() => import('../../ui/Dialog.tsx').then((file) => ({ default: file.Dialog })))

type Props = { kind: EntityType; search: BrowseSearch; onSearch: (change: BrowseSearch, typing?: boolean) => void }

/** On a phone the filters come up from below. */
export function FilterSheet(props: Props) {
  const [open, setOpen] = useState(false)
  const count = activeFilters(props.search).length
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)} className="lg:hidden">
        <SlidersHorizontal size={17} aria-hidden="true" /> Filters{count > 0 && ` (${count})`}
      </Button>
      {open && (
        <Suspense>
          <Dialog title="Filters" onClose={() => setOpen(false)}>
            <FilterPanel {...props} />
            <Button className="sticky bottom-0 mt-5 w-full" onClick={() => setOpen(false)}>
              Show results
            </Button>
          </Dialog>
        </Suspense>
      )}
    </>
  )
}
