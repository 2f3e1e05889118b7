import { ChartLine, ChevronRight, ClipboardList, Compass, type LucideIcon, Scale, Star } from 'lucide-react'
import type { ReactNode } from 'react'
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
import { BODY } from '#web/ui/Dolphin.tsx'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { saidOnly, Text } from '#web/ui/Text.tsx'

type Desk = Answer<'GET /api/desk/clubs'>['clubs'][number]
type Queue = Answer<'GET /api/desk/{tag}/queue'>

type Props = {
  /** The user follows nobody yet, and sees what else makes the page useful. */
  isNew?: boolean
  /** What stands between the first step and the others. */
  children?: ReactNode
}

/** The desks of a signed-in user with who waits for a decision; where there is none, how to open one. */
export function MyDesk({ isNew = false, children }: Props) {
  const desks = useQuery(query('GET /api/desk/clubs', undefined, 'moments'))
  return (
    <>
      <section aria-label={t('dashboard.myDesk')} className="grid">
        <QuerySection
          result={desks}
          failure={t('dashboard.deskFailed')}
          loading={t('dashboard.deskLoading')}
          shape={isNew ? 'h-32 rounded-lg' : 'h-24 rounded-lg'}
        >
          {({ clubs }) => <Desks own={clubs.filter(({ player_tag }) => player_tag !== null)} isNew={isNew} />}
        </QuerySection>
      </section>
      {children}
      {isNew && (
        <div className={`grid divide-y divide-edge ${PANEL}`}>
          <Step to="/browse/clubs" Icon={Star} title={t('dashboard.starClub')} gives={t('dashboard.starGives')} />
          <Step to="/find" Icon={Compass} title={t('pages.findHeader')} gives={t('dashboard.findGives')} />
          <Step to="/compare" Icon={Scale} title={t('pages.compare')} gives={t('compare.lead')} />
          <Step to="/analytics" Icon={ChartLine} title={t('pages.analytics')} gives={t('platform.lead')} />
        </div>
      )}
    </>
  )
}

const PANEL = 'rounded-lg border border-edge bg-card px-3.5'

type StepProps = {
  to: '/desk' | '/browse/clubs' | '/find' | '/compare' | '/analytics'
  Icon: LucideIcon
  title: string
  gives: string
}

/** What a user without a desk or favourites may do, and what it is for. */
function Step({ to, Icon, title, gives }: StepProps) {
  return (
    <Link to={to} className="group flex min-h-16 items-center gap-3.5 py-2 text-ink no-underline">
      <Icon size={28} aria-hidden="true" className="shrink-0 text-acc" />
      <span className="min-w-0 flex-1">
        <span className="block text-lg font-semibold group-hover:underline">{title}</span>
        <span className="block text-sm text-mut">{gives}</span>
      </span>
      <Onward />
    </Link>
  )
}

const Onward = () => <ChevronRight size={18} aria-hidden="true" className="shrink-0 rtl:rotate-180" />

/** The one step that a new user is led to. */
function FirstStep() {
  return (
    <Link
      to="/desk"
      style={{ minHeight: '8rem' }}
      className="group flex h-full items-center gap-3 rounded-lg bg-acc px-4 py-4 text-onacc no-underline sm:px-5"
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2 text-xl leading-tight font-extrabold group-hover:underline sm:text-2xl">
          {t('dashboard.linkPlayer')}
          <Onward />
        </span>
        <span className="mt-1 block">{t('dashboard.linkGives')}</span>
      </span>
      <svg viewBox="0 0 80 64" className="h-24 w-30 shrink-0" fill="none" aria-hidden="true">
        <path fill="currentColor" transform="translate(7 -13) scale(1.02)" d={BODY} />
        <g stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" opacity=".5">
          <path d="M3 53q8-6 17 0t17 0 17 0 17 0" />
          <path d="M18 61q6-5 12 0t12 0 12 0 12 0" />
        </g>
      </svg>
    </Link>
  )
}

function Desks({ own, isNew }: { own: readonly Desk[]; isNew: boolean }) {
  if (own.length === 0 && isNew) return <FirstStep />
  return (
    <div className={`grid h-full content-center gap-2.5 ${PANEL} ${own.length > 0 ? 'py-3.5' : 'py-1.5'}`}>
      {own.map((desk) => (
        <OneDesk key={desk.tag} desk={desk} />
      ))}
      {own.length === 0 && (
        <Step to="/desk" Icon={ClipboardList} title={t('dashboard.linkPlayer')} gives={t('dashboard.linkGives')} />
      )}
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
