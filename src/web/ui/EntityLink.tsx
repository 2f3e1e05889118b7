import { nameOrTag, plainName } from '#shared/plain-name.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { Link } from '#web/router/Link.tsx'

type LinkProps = { to: '/club/$tag' | '/player/$tag'; tag: string; name: string; className?: string; clipped?: boolean }

/**
 * The name of a club or player as a link to its page; a hidden player has no tag and no link. Where nothing of the name
 * is visible, the tag replaces it. `clipped` cuts the name to one line; its title then is the whole name.
 */
export function EntityLink({ to, tag, name, className = '', clipped = false }: LinkProps) {
  const canonical = normaliseTag(tag)
  if (canonical === null) return <PlayerName name={name} className={className} />
  const shown = nameOrTag(name, canonical)
  return (
    <Link
      to={to}
      params={{ tag: tagInPath(canonical) }}
      className={`link tap ${className}`}
      title={clipped ? shown : undefined}
    >
      <PlayerName name={shown} {...(clipped && { className: 'block truncate' })} />
    </Link>
  )
}

/** Characters of a name that a page shows. The game allows 15, so only a fault can bring more. */
const NAME_MAX = 60

/** A name from the game as text, without the game's colour markup. `bdi` isolates its direction from the text around. */
export function PlayerName({ name, className }: { name: string; className?: string }) {
  const plain = plainName(name)
  return <bdi className={className}>{plain.length > NAME_MAX ? `${plain.slice(0, NAME_MAX)}…` : plain}</bdi>
}

/** The colour of a name in the game, `0xffff9727`, for styles: `#ff9727`; null for none and for white, the usual one. */
export function nameColour(code: string | null): string | null {
  const [, colour] = /^0x[0-9a-f]{2}([0-9a-f]{6})$/i.exec(code ?? '') ?? []
  return colour === undefined || colour.toLowerCase() === 'ffffff' ? null : `#${colour.toLowerCase()}`
}
