import { Link } from '@tanstack/react-router'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { PlayerName } from './PlayerName.tsx'

type Props = { to: '/club/$tag' | '/player/$tag'; tag: string; name: string; className?: string; clipped?: boolean }

/** A name that leads to its page; `clipped` to one line, at its own end whichever way it is written. */
export function EntityLink({ to, tag, name, className = '', clipped = false }: Props) {
  return (
    <Link to={to} params={{ tag: tagInPath(normaliseTag(tag) ?? tag) }} className={`link ${className}`}>
      <PlayerName name={name} {...(clipped && { className: 'block truncate text-left' })} />
    </Link>
  )
}
