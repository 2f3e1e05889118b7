import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { nameOrTag } from '#shared/plain-name.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { Monogram } from './Monogram.tsx'
import { PlayerName } from './PlayerName.tsx'

type Props = {
  to: '/club/$tag' | '/player/$tag'
  tag: string
  name: string
  /** A line below the name. */
  about: ReactNode
  /** The figure at the end, with the word that says what it is. */
  figure: string
  figureLabel: string
}

/** A club or player in a list; the whole card leads to its page. */
export function EntityCard({ to, tag, name, about, figure, figureLabel }: Props) {
  const shown = nameOrTag(name, tag)
  return (
    <Link
      to={to}
      params={{ tag: tagInPath(normaliseTag(tag) ?? tag) }}
      className="flex min-w-0 items-center gap-3.5 rounded-lg border border-edge bg-card p-3.5 no-underline transition-colors duration-120 ease-calm hover:border-line hover:bg-raise"
    >
      <Monogram seed={tag} name={shown} className="size-12 rounded-md" />
      <span className="min-w-0 flex-1">
        <span title={shown} className="block truncate font-semibold">
          <PlayerName name={shown} />
        </span>
        <span className="block truncate text-sm text-mut">{about}</span>
      </span>
      <span className="shrink-0 text-right">
        <span className="block text-lg font-extrabold">{figure}</span>
        <span className="block text-sm text-mut">{figureLabel}</span>
      </span>
    </Link>
  )
}
