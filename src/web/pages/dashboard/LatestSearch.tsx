import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { tagInPath } from '#shared/tag.ts'
import { Monogram } from '../../ui/Monogram.tsx'

/** A tag that was searched, which leads to its view again. */
export function LatestSearch({ tag }: { tag: string }) {
  return (
    <li>
      <Link
        to="/search/$tag"
        params={{ tag: tagInPath(tag) }}
        className="flex min-h-16 items-center gap-3.5 rounded-md bg-raise px-4 font-semibold no-underline hover:brightness-112"
      >
        <Monogram seed={tag} name={tagInPath(tag)} className="size-10 rounded-sm" />
        <span translate="no" className="min-w-0 flex-1">
          {tag}
        </span>
        <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-mut rtl:rotate-180" />
      </Link>
    </li>
  )
}
