import { ChevronRight, GalleryHorizontalEnd } from 'lucide-react'
import type { ReactNode } from 'react'
import { periodWords } from '#shared/review.ts'
import { type EntityType, tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { Link } from '#web/router/Link.tsx'

type Props = {
  kind: EntityType
  tag: string
  period: string | null | undefined
  /** In place of the period: what the review is an example of. */
  children?: ReactNode
}

/** The way back: the newest season or year in review that was shared. Nothing where none is. */
export function ReviewLink({ kind, tag, period, children }: Props) {
  if (!period) return null
  return (
    <Link
      to={kind === 'club' ? '/club/$tag/review' : '/player/$tag/review'}
      params={{ tag: tagInPath(tag) }}
      search={{ period }}
      className="mt-4 flex min-h-16 items-center gap-3.5 rounded-lg border border-edge bg-card px-3.5 py-2.5 no-underline hover:bg-raise"
    >
      <GalleryHorizontalEnd size={28} aria-hidden="true" className="shrink-0 text-acc" />
      <span className="min-w-0 flex-1">
        {children ?? <span className="font-semibold">{t('forecast.review', { period: periodWords(period) })}</span>}
      </span>
      <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-mut rtl:rotate-180" />
    </Link>
  )
}
