import { ClipboardList } from 'lucide-react'
import { nameOrTag } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { Monogram, PlayerName } from '#web/ui/Avatar.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'

/** The desks of a signed-in user; where there is none, how to open one. */
export function MyDesk() {
  const desks = useQuery(query('GET /api/desk/clubs', undefined, 'moments'))
  if (!desks.data) return null
  const own = desks.data.clubs.filter(({ player_tag }) => player_tag !== null)
  return (
    <section aria-label="My desk" className="grid gap-2.5 rounded-lg border border-edge bg-card p-3.5">
      {own.map(({ tag, name, alerts }) => (
        <div key={tag} className="flex items-center gap-3">
          <Monogram seed={tag} name={nameOrTag(name, tag)} className="size-11 rounded-md" />
          <div className="min-w-0 flex-1">
            <p className="text-sm text-mut">My desk</p>
            <PlayerName name={nameOrTag(name, tag)} className="block truncate text-lg leading-tight font-semibold" />
            {alerts > 0 && <p className="text-sm text-bad">{alerts} on the blacklist</p>}
          </div>
          <Link to="/desk/$tag" params={{ tag: tagInPath(tag) }} className={buttonStyle('outline', 'shrink-0')}>
            Open desk<span className="sr-only"> of {nameOrTag(name, tag)}</span>
          </Link>
        </div>
      ))}
      {own.length === 0 && (
        <div className="flex items-center gap-3">
          <ClipboardList size={28} aria-hidden="true" className="shrink-0 text-mut" />
          <p className="min-w-0 flex-1">
            <span className="block text-sm text-mut">My desk</span>
            For club leaders
          </p>
          <Link to="/desk" className={buttonStyle('outline', 'shrink-0')}>
            Link my player
          </Link>
        </div>
      )}
    </section>
  )
}
