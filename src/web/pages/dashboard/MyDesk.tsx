import { ClipboardList } from 'lucide-react'
import { nameOrTag } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import type { Answer } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { Monogram, PlayerName } from '#web/ui/Avatar.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

type Desk = Answer<'GET /api/desk/clubs'>['clubs'][number]
type Queue = Answer<'GET /api/desk/{tag}/queue'>

/** The desks of a signed-in user with who waits for a decision; where there is none, how to open one. */
export function MyDesk() {
  const desks = useQuery(query('GET /api/desk/clubs', undefined, 'moments'))
  return (
    <section aria-label="My desk" className="rounded-lg border border-edge bg-card p-3.5">
      <QuerySection result={desks} failure="Failed to fetch my desk" loading="Loading my desk" shape="h-11 rounded-md">
        {({ clubs }) => <Desks own={clubs.filter(({ player_tag }) => player_tag !== null)} />}
      </QuerySection>
    </section>
  )
}

function Desks({ own }: { own: readonly Desk[] }) {
  if (own.length > 0) {
    return (
      <div className="grid gap-2.5">
        {own.map((desk) => (
          <OneDesk key={desk.tag} desk={desk} />
        ))}
      </div>
    )
  }
  return (
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
  )
}

function OneDesk({ desk: { tag, name, alerts, role } }: { desk: Desk }) {
  const shown = nameOrTag(name, tag)
  return (
    <div>
      <div className="flex items-center gap-3">
        <Monogram seed={tag} name={shown} className="size-11 rounded-md" />
        <div className="min-w-0 flex-1">
          <p className="text-sm text-mut">My desk</p>
          <PlayerName name={shown} className="block truncate text-lg leading-tight font-semibold" />
          {alerts > 0 && <p className="text-sm text-bad">{alerts} on the blacklist</p>}
        </div>
        <Link to="/desk/$tag" params={{ tag: tagInPath(tag) }} className={buttonStyle('outline', 'shrink-0')}>
          Open desk<span className="sr-only"> of {shown}</span>
        </Link>
      </div>
      {role !== 'member' && <QueueCounts tag={tag} />}
    </div>
  )
}

/** Who waits for a decision at a desk. The desk opens with the same answer. */
function QueueCounts({ tag }: { tag: string }) {
  const queue = useQuery(query('GET /api/desk/{tag}/queue', { params: { tag } }, 'moments'))
  return (
    <div className="mt-1.5 text-sm">
      <QuerySection
        result={queue}
        failure="Failed to fetch the queue"
        loading="Loading the queue"
        shape="h-5 rounded-sm"
      >
        {(answer) => (
          <p>
            {waiting(answer)}
            {answer.stale && (
              <span className="text-mut">
                {' '}
                · as of <RelativeTime within time={answer.last_updated} />
              </span>
            )}
          </p>
        )}
      </QuerySection>
    </div>
  )
}

/** Who is on the blacklist stands above already. */
const WAITING = [
  ['remove', 'to remove'],
  ['warn', 'to warn'],
  ['below_bar', 'below the bar'],
  ['promote', 'to promote'],
] as const

/** `2 to remove, 1 to promote`. */
function waiting({ entries, learning }: Pick<Queue, 'entries' | 'learning'>): string {
  const counts = WAITING.flatMap(([kind, words]) => {
    const those = entries.filter(({ suggestion }) => suggestion === kind)
    return those.length === 0 ? [] : `${those.length} ${words}`
  })
  if (counts.length > 0) return counts.join(', ')
  if (learning !== null) return 'Too few days are known for suggestions'
  return entries.length === 0 ? 'Nobody waits for a decision' : 'Nobody else waits for a decision'
}
