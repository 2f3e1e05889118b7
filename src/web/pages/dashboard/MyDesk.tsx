import { ChevronRight, ClipboardList, Compass, type LucideIcon, Star } from 'lucide-react'
import { factsInWords } from '#shared/number-format.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import type { Answer } from '#web/app/api-client.ts'
import { query, useQuery } from '#web/app/queries.ts'
import { Link } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { buttonStyle } from '#web/ui/Button.tsx'
import { QuerySection } from '#web/ui/Card.tsx'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { saidOnly, Text } from '#web/ui/Text.tsx'

type Desk = Answer<'GET /api/desk/clubs'>['clubs'][number]
type Queue = Answer<'GET /api/desk/{tag}/queue'>

/**
 * The desks of a signed-in user with who waits for a decision; where there is none, how to open one. `isNew`: the user
 * follows nobody yet, and sees what else makes the page useful.
 */
export function MyDesk({ isNew = false }: { isNew?: boolean }) {
  const desks = useQuery(query('GET /api/desk/clubs', undefined, 'moments'))
  return (
    <>
      <section aria-label={t('dashboard.myDesk')} className={PANEL}>
        <QuerySection
          result={desks}
          failure={t('dashboard.deskFailed')}
          loading={t('dashboard.deskLoading')}
          shape="h-24 rounded-md"
        >
          {({ clubs }) => <Desks own={clubs.filter(({ player_tag }) => player_tag !== null)} />}
        </QuerySection>
      </section>
      {isNew && (
        <>
          <div className={PANEL}>
            <Step to="/browse/clubs" Icon={Star} title={t('dashboard.starClub')} gives={t('dashboard.starGives')} />
          </div>
          <div className={PANEL}>
            <Step to="/find" Icon={Compass} title={t('pages.findHeader')} gives={t('dashboard.findGives')} />
          </div>
        </>
      )}
    </>
  )
}

const PANEL = 'rounded-lg border border-edge bg-card p-3.5'

type StepProps = {
  to: '/desk' | '/browse/clubs' | '/find'
  Icon: LucideIcon
  title: string
  gives: string
  isFirst?: boolean
}

/** What a user without a desk or favourites may do first, and what it is for. */
function Step({ to, Icon, title, gives, isFirst = false }: StepProps) {
  const look = isFirst ? 'bg-acc text-onacc' : 'bg-raise text-acc'
  return (
    <Link to={to} className="group flex h-full items-center gap-3.5 text-ink no-underline">
      <span className={`flex size-12 shrink-0 items-center justify-center rounded-full ${look}`}>
        <Icon size={24} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-lg font-semibold group-hover:underline">{title}</span>
        <span className="block text-sm text-mut">{gives}</span>
      </span>
      <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-mut rtl:rotate-180" />
    </Link>
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
    <Step to="/desk" Icon={ClipboardList} title={t('dashboard.linkPlayer')} gives={t('dashboard.linkGives')} isFirst />
  )
}

function OneDesk({ desk: { tag, name, alerts, role } }: { desk: Desk }) {
  const shown = nameOrTag(name, tag)
  return (
    <div>
      <div className="flex items-center gap-3">
        <Monogram seed={tag} name={shown} className="size-11 rounded-md" />
        <div className="min-w-0 flex-1">
          <p className="text-sm text-mut">{t('dashboard.myDesk')}</p>
          <PlayerName name={shown} className="block truncate text-lg leading-tight font-semibold" />
          {alerts > 0 && <p className="text-sm text-bad">{t('dashboard.blacklist', { count: alerts })}</p>}
        </div>
        <Link to="/desk/$tag" params={{ tag: tagInPath(tag) }} className={buttonStyle('outline', 'shrink-0')}>
          <Text id="dashboard.openDesk" values={{ club: shown, said: saidOnly }} />
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
        failure={t('desk.queueFailed')}
        loading={t('desk.queueLoading')}
        shape="h-5 rounded-sm"
      >
        {(answer) => (
          <p>
            {answer.stale ? (
              <Text
                id="dashboard.queueOld"
                values={{
                  waiting: waiting(answer),
                  time: <RelativeTime within time={answer.last_updated} />,
                  quiet: (words) => <span className="text-mut">{words}</span>,
                }}
              />
            ) : (
              waiting(answer)
            )}
          </p>
        )}
      </QuerySection>
    </div>
  )
}

/** Who is on the blacklist stands above already. */
const WAITING = [
  ['remove', 'dashboard.toRemove'],
  ['warn', 'dashboard.toWarn'],
  ['below_bar', 'dashboard.belowBar'],
  ['promote', 'dashboard.toPromote'],
] as const

/** `2 to remove, 1 to promote`. */
function waiting({ entries, learning }: Pick<Queue, 'entries' | 'learning'>): string {
  const counts = WAITING.flatMap(([kind, id]) => {
    const those = entries.filter(({ suggestion }) => suggestion === kind)
    return those.length === 0 ? [] : t(id, { count: those.length })
  })
  if (counts.length > 0) return factsInWords(counts)
  if (learning !== null) return t('dashboard.tooFewDays')
  return t(entries.length === 0 ? 'dashboard.nobodyWaits' : 'dashboard.nobodyElse')
}
