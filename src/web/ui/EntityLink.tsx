import { Link } from '@tanstack/react-router'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { PlayerName } from './PlayerName.tsx'

type Props = { to: '/club/$tag' | '/player/$tag'; tag: string; name: string; className?: string; clipped?: boolean }

/**
 * A name that leads to its page, or nowhere for a hidden player, who has no tag; `clipped` to one line, at its own end
 * whichever way it is written.
 */
export function EntityLink({ to, tag, name, className = '', clipped = false }: Props) {
  const canonical = normaliseTag(tag)
  if (canonical === null) return <PlayerName name={name} className={className} />
  return (
    <Link to={to} params={{ tag: tagInPath(canonical) }} className={`link ${className}`}>
      <PlayerName name={name} {...(clipped && { className: 'block truncate text-left' })} />
    </Link>
  )
}
