import { Link } from '@tanstack/react-router'
import { nameOrTag, plainName } from '#shared/plain-name.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'

type Props = { to: '/club/$tag' | '/player/$tag'; tag: string; name: string; className?: string; clipped?: boolean }

/**
 * A name that leads to its page, or nowhere for a hidden player, who has no tag; the tag where the name shows nothing.
 * `clipped` to one line, at its own end whichever way it is written, the whole of it in a title.
 */
export function EntityLink({ to, tag, name, className = '', clipped = false }: Props) {
  const canonical = normaliseTag(tag)
  if (canonical === null) return <PlayerName name={name} className={className} />
  const shown = nameOrTag(name, canonical)
  return (
    <Link
      to={to}
      params={{ tag: tagInPath(canonical) }}
      className={`link ${className}`}
      title={clipped ? shown : undefined}
    >
      <PlayerName name={shown} {...(clipped && { className: 'block truncate text-left' })} />
    </Link>
  )
}

/** A name of the game as text: its markup stripped, its direction kept from its neighbours. */
export function PlayerName({ name, className }: { name: string; className?: string }) {
  return <bdi className={className}>{plainName(name)}</bdi>
}
