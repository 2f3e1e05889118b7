import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { nameOrTag } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import type { SearchedName } from '../../chrome/searched-names.ts'
import { Monogram } from '../../ui/Monogram.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'

type Props = {
  tag: string
  /** What this browser found under it; nothing when it was searched elsewhere. */
  found?: SearchedName | undefined
}

const KIND = { club: 'Club', player: 'Player' } as const

/** A tag that was searched, with the name behind it where that is known; leads to its view again. */
export function LatestSearch({ tag, found }: Props) {
  const name = found ? nameOrTag(found.name, tag) : tag
  return (
    <li>
      <Link
        to="/search/$tag"
        params={{ tag: tagInPath(tag) }}
        className="flex min-h-16 items-center gap-3.5 rounded-md bg-raise px-4 py-2 no-underline hover:brightness-112"
      >
        <Monogram seed={tag} name={found ? name : tagInPath(tag)} className="size-10 rounded-sm" />
        <span translate="no" className="min-w-0 flex-1">
          <PlayerName name={name} className="block font-semibold wrap-anywhere" />
          {found && (
            <span className="block text-sm text-mut">
              {KIND[found.type]} · {tag}
            </span>
          )}
        </span>
        <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-mut rtl:rotate-180" />
      </Link>
    </li>
  )
}
