import { useQuery } from '@tanstack/react-query'
import { nameOrTag } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import type { Answer } from '#web/app/api-client.ts'
import { clubAnalyticsQuery, clubQueueQuery } from '#web/app/entity-queries.ts'
import { useMyClub } from '#web/app/my-club.ts'
import { Link } from '#web/router/Link.tsx'
import { Monogram, PlayerName } from '#web/ui/Avatar.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'

/** The crest of the visitor's club, which leads to its page. */
export function MyClubCrest() {
  const club = useMyClub()
  if (club === null) return null
  const name = nameOrTag(club.name, club.tag)
  return (
    <Link
      to="/club/$tag"
      params={{ tag: tagInPath(club.tag) }}
      title={name}
      className="flex size-[44px] items-center justify-center rounded-md"
    >
      <Monogram seed={club.tag} name={name} className="size-[36px] rounded-sm" />
      <span className="sr-only">My club: {name}</span>
    </Link>
  )
}

/** The visitor's club at the top of a page: its week in one sentence, and whom to look at. */
export function MyClubPanel() {
  const club = useMyClub()
  return club === null ? null : <Panel key={club.tag} tag={club.tag} name={nameOrTag(club.name, club.tag)} />
}

function Panel({ tag, name }: { tag: string; name: string }) {
  const analytics = useQuery(clubAnalyticsQuery(tag))
  const queue = useQuery(clubQueueQuery(tag))
  return (
    <section
      aria-label="My club"
      className="flex min-h-48 flex-col gap-2.5 rounded-lg border border-edge bg-card p-3.5 sm:min-h-40"
    >
      <div className="flex items-center gap-3">
        <Monogram seed={tag} name={name} className="size-11 rounded-md" />
        <div className="min-w-0 flex-1">
          <p className="text-sm text-mut">My club</p>
          <PlayerName name={name} className="block truncate text-lg leading-tight font-semibold" />
        </div>
        <Link to="/club/$tag" params={{ tag: tagInPath(tag) }} className={buttonStyle('primary', 'shrink-0')}>
          Open<span className="sr-only"> {name}</span>
        </Link>
      </div>
      <p dir="auto" className="line-clamp-3">
        {analytics.data?.summary ?? (analytics.error ? 'Nothing could be read of it just now.' : '')}
      </p>
      {queue.data && <p className="text-sm text-mut">{lookWords(queue.data)}</p>}
    </section>
  )
}

/** `Kick? 2 · Promote? 3 · Watch 4 · New 1`; says so where nobody needs a look. */
export function lookWords({ learning, ...queue }: Answer<'GET /api/browse/club/{tag}/queue'>): string {
  if (learning) return `Learning: ${learning.observed_days} of ${learning.needed} days`
  const parts = [
    ['Kick?', queue.kick],
    ['Promote?', queue.promote],
    ['Watch', queue.watch],
    ['New', queue.new],
  ] as const
  const shown = parts.filter(([, people]) => people.length > 0)
  if (shown.length === 0) return 'Nobody needs a look.'
  return shown.map(([title, people]) => `${title} ${people.length}`).join(' · ')
}
