import { ArrowDown, ArrowUp, LogIn, LogOut, Pencil, Settings, Undo2 } from 'lucide-react'
import type { Answer } from '../../api/client.ts'
import { fullTime } from '../../format/relative-time.ts'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { rosterWords } from './roster-words.ts'

type Event = Answer<'GET /api/browse/club/{tag}/events'>['events'][number]

const ICONS = {
  joined: { Icon: LogIn, tone: 'text-good' },
  left: { Icon: LogOut, tone: 'text-bad' },
  returned: { Icon: Undo2, tone: 'text-good' },
  promoted: { Icon: ArrowUp, tone: 'text-good' },
  demoted: { Icon: ArrowDown, tone: 'text-warn' },
  renamed: { Icon: Pencil, tone: 'text-mut' },
  settings_changed: { Icon: Settings, tone: 'text-mut' },
} as const

/** One event; between which two scans it happened is its title. */
export function RosterEvent({ event }: { event: Event }) {
  const { Icon, tone } = ICONS[event.kind]
  const words = rosterWords(event)
  const between = event.observed_after
    ? `Between ${fullTime(event.observed_after)} and ${fullTime(event.observed_at)}`
    : undefined
  return (
    <li className="flex items-baseline gap-3 border-t border-edge py-2 first:border-t-0">
      <Icon aria-hidden="true" className={`size-4 shrink-0 translate-y-0.5 ${tone}`} />
      <p className="line-clamp-2 min-w-0 flex-1">
        {event.player_tag ? (
          <EntityLink to="/player/$tag" tag={event.player_tag} name={event.player_name ?? event.player_tag} />
        ) : (
          'The club'
        )}{' '}
        <bdi>{words}</bdi>
      </p>
      <span className="shrink-0 text-sm text-mut" title={between}>
        <RelativeTime time={event.observed_at} />
      </span>
    </li>
  )
}
