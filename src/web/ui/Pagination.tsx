import type { ReactNode } from 'react'
import { t } from '#shared/texts.ts'
import { Link } from '#web/router/Link.tsx'

type Props = { label: string; page: number; pages: number }

const PAGE_LINK =
  'inline-flex min-h-11 min-w-11 items-center justify-center rounded-md px-3 font-semibold no-underline hover:bg-raise aria-[current=page]:bg-acc aria-[current=page]:text-onacc'

/** Links to the pages of a list. They change `page` in the address and keep the rest of it. */
export function Pagination({ label, page, pages }: Props) {
  if (pages <= 1) return null
  // On a phone the neighbours fit beside one of the words Previous and Next, not beside both.
  const isBetween = page > 1 && page < pages
  return (
    <nav aria-label={label} className="mt-6">
      <ul className="flex flex-wrap items-center justify-center gap-1">
        <NeighbourLink page={page - 1} of={pages}>
          {t('ui.previous')}
        </NeighbourLink>
        {pageNumbers(page, pages).map((each, position) =>
          each === null ? (
            <li key={position === 1 ? 'before' : 'after'} aria-hidden="true" className="px-1 text-mut">
              …
            </li>
          ) : (
            <li key={each} className={isBetween && Math.abs(each - page) === 1 ? 'max-[399px]:hidden' : ''}>
              <Link
                to="."
                search={(before: object) => atPage(before, each)}
                aria-label={t('ui.page', { page: String(each) })}
                aria-current={each === page ? 'page' : undefined}
                className={PAGE_LINK}
              >
                {each}
              </Link>
            </li>
          ),
        )}
        <NeighbourLink page={page + 1} of={pages}>
          {t('ui.next')}
        </NeighbourLink>
      </ul>
    </nav>
  )
}

function NeighbourLink({ page, of: pages, children }: { page: number; of: number; children: ReactNode }) {
  if (page < 1 || page > pages) return null
  return (
    <li>
      <Link to="." search={(before: object) => atPage(before, page)} className={PAGE_LINK}>
        {children}
      </Link>
    </li>
  )
}

function atPage(search: object, page: number) {
  return { ...search, page: page === 1 ? undefined : page }
}

/** The page numbers to show: the first, the last, and those around the current one; null where some are left out. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((each) => each >= 1 && each <= pages)
  const numbers = [...new Set(wanted)].sort((a, b) => a - b)
  return numbers.flatMap((each, index) => {
    const missing = each - (numbers[index - 1] ?? 0) - 1
    if (missing === 1) return [each - 1, each]
    return missing > 1 ? [null, each] : [each]
  })
}
