import { Link } from '@tanstack/react-router'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { PlayerName } from './PlayerName.tsx'

type Props = { to: '/club/$tag' | '/player/$tag'; tag: string; name: string; className?: string }

/** A name that leads to its page. */
export function EntityLink({ to, tag, name, className = '' }: Props) {
  return (
    <Link to={to} params={{ tag: tagInPath(normaliseTag(tag) ?? tag) }} className={`link ${className}`}>
      <PlayerName name={name} />
    </Link>
  )
}
