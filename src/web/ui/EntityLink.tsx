import { nameOrTag, plainName } from '#shared/plain-name.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { Link } from '#web/router/Link.tsx'

type Props = { to: '/club/$tag' | '/player/$tag'; tag: string; name: string; className?: string; clipped?: boolean }

/**
 * The name of a club or player as a link to its page; a hidden player has no tag and no link. Where nothing of the name
 * is visible, the tag replaces it. `clipped` cuts the name to one line; its title then is the whole name.
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

/** A name from the game as text, without the game's colour markup. `bdi` isolates its direction from the text around. */
export function PlayerName({ name, className }: { name: string; className?: string }) {
  return <bdi className={className}>{plainName(name)}</bdi>
}
