import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { HOME_FEATURED } from '#shared/limits.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SkeletonGroup } from '../../ui/Skeleton.tsx'

type Props = {
  title: string
  to: '/browse/clubs' | '/browse/players'
  empty: string
  loading: boolean
  children: ReactElement[] | undefined
}

const GRID = 'grid gap-3 sm:grid-cols-2 lg:grid-cols-3'

/** A few clubs or players, the most popular first, and the way to all of them. */
export function Featured({ title, to, empty, loading, children = [] }: Props) {
  return (
    <section aria-label={title} className="mt-10">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <div>
          <h2 className="text-xl font-semibold">{title}</h2>
          <p className="text-sm text-mut">Most looked at this week, then most trophies</p>
        </div>
        <Link to={to} className="link inline-flex min-h-6 shrink-0 items-center">
          View all<span className="sr-only"> {title}</span>
        </Link>
      </div>
      {loading && (
        <SkeletonGroup
          label={`Loading ${title}`}
          count={HOME_FEATURED}
          className={GRID}
          itemClassName="h-[78px] rounded-lg"
        />
      )}
      {!loading && children.length === 0 && (
        <EmptyState title={empty} hint="Search a tag above: what is searched is tracked from then on." />
      )}
      {children.length > 0 && <div className={GRID}>{children}</div>}
    </section>
  )
}
