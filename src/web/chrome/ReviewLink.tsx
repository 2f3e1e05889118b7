import { ChevronRight } from 'lucide-react'
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
      className="mt-4 flex min-h-16 items-center gap-3.5 rounded-lg border border-edge bg-linear-to-r from-raise to-transparent px-3.5 py-2.5 no-underline hover:bg-raise rtl:bg-linear-to-l"
    >
      <Fan />
      <span className="min-w-0 flex-1">
        {children ?? <span className="font-semibold">{t('forecast.review', { period: periodWords(period) })}</span>}
      </span>
      <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-mut rtl:rotate-180" />
    </Link>
  )
}

/** Three cards, as a hand holds them. */
function Fan() {
  return (
    <svg viewBox="0 0 64 48" className="h-12 w-16 shrink-0" aria-hidden="true">
      {FANNED.map(([colour, turn]) => (
        <rect
          key={turn}
          x="21"
          y="6"
          width="24"
          height="34"
          rx="4"
          fill={colour}
          stroke="var(--card)"
          strokeWidth="2"
          transform={`rotate(${turn} 33 52)`}
        />
      ))}
    </svg>
  )
}

const FANNED = [
  ['var(--c1)', -24],
  ['var(--h2)', 0],
  ['var(--acc)', 24],
] as const
