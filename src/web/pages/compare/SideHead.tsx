import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type EntityType, tagInPath } from '#shared/tag.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Monogram } from '../../ui/Monogram.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { SectionFailure } from '../../ui/SectionFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { SideResult } from './use-side.ts'

type Props = {
  type: EntityType
  tag: string
  result: SideResult
  /** The sample of its line in the chart. */
  mark: ReactNode
  onRetry: () => void
}

/** Who stands on one side, or why nobody does. */
export function SideHead({ type, tag, result: { side, error }, mark, onRetry }: Props) {
  if (error) return <Missing tag={tag} error={error} onRetry={onRetry} />
  if (!side) return <Skeleton className="h-20 rounded-lg" />
  return (
    <div className="flex min-w-0 items-center gap-3 rounded-lg border border-edge bg-card p-3.5 max-sm:flex-col max-sm:items-start">
      <Monogram seed={tag} name={side.name} className="size-12 rounded-md" />
      <div className="w-full min-w-0 flex-1">
        <EntityLink
          to={type === 'club' ? '/club/$tag' : '/player/$tag'}
          tag={tag}
          name={side.name}
          className="block text-lg font-semibold"
          clipped
        />
        <p className="truncate text-sm text-mut">
          {side.about ? <PlayerName name={side.about} /> : <span translate="no">{tag}</span>}
        </p>
      </div>
      {mark}
    </div>
  )
}

function Missing({ tag, error, onRetry }: { tag: string; error: Error; onRetry: () => void }) {
  return (
    <div className="grid content-start gap-2">
      <SectionFailure title={`${tag} cannot be compared`} message={error.message} onRetry={onRetry} retrying={false} />
      <Link to="/search/$tag" params={{ tag: tagInPath(tag) }} className={buttonStyle('outline')}>
        Search for {tag}
      </Link>
    </div>
  )
}
