import { type ComponentType, Suspense, useEffect } from 'react'
import { nameOrTag } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import { type PlainTextId, t } from '#shared/texts.ts'
import { documentTitle, oneOf, useDocumentTitle } from '#web/app/addresses.ts'
import { ApiError } from '#web/app/api-client.ts'
import { useQuery } from '#web/app/queries.ts'
import { useSession } from '#web/app/SessionProvider.tsx'
import { IN_PLACE, Link, useDialogs, useNavigate } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Button, buttonStyle } from '#web/ui/Button.tsx'
import { momentOf } from '#web/ui/date-words.ts'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { lazyPart } from '#web/ui/LazyPart.tsx'
import { ErrorState, Notice } from '#web/ui/Notice.tsx'
import { LastSeen, useNow } from '#web/ui/RelativeTime.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { type DeskClub, DeskProvider, queueQuery } from './desk-changes.tsx'

const TABS = [
  ['queue', 'desk.queue'],
  ['members', 'ui.members'],
  ['former', 'desk.former'],
  ['applicants', 'desk.applicants'],
  ['weeks', 'desk.weeks'],
  ['rules', 'desk.rules'],
  ['log', 'desk.log'],
  ['staff', 'desk.staff'],
  ['channels', 'desk.channels'],
] as const
type Tab = (typeof TABS)[number][0]
const TAB_NAMES = TABS.map(([name]) => name)

/** The code of a tab comes when it is first opened. */
const PANELS: Record<Tab, ComponentType> = {
  queue: lazyPart(() => import('./Queue.tsx').then((file) => file.Queue)),
  members: lazyPart(() => import('./People.tsx').then((file) => file.Members)),
  former: lazyPart(() => import('./People.tsx').then((file) => file.FormerMembers)),
  applicants: lazyPart(() => import('./Applicants.tsx').then((file) => file.Applicants)),
  weeks: lazyPart(() => import('./Weeks.tsx').then((file) => file.Weeks)),
  rules: lazyPart(() => import('./Rules.tsx').then((file) => file.Rules)),
  log: lazyPart(() => import('./Records.tsx').then((file) => file.Log)),
  staff: lazyPart(() => import('./Records.tsx').then((file) => file.Staff)),
  channels: lazyPart(() => import('./Channels.tsx').then((file) => file.Channels)),
}

/** The desk of one club: who may do what here, and its tabs. */
export function Desk({ tag, tab }: { tag: string; tab: string }) {
  const { data, error, refetch } = useQuery(queueQuery(tag))
  const navigate = useNavigate()
  useDocumentTitle(documentTitle(data ? t('desk.of', { club: nameOrTag(data.club_name, tag) }) : t('desk.title')))
  const shown = oneOf(TAB_NAMES, tab) ?? 'queue'
  const isOpen = data !== undefined
  useEffect(() => {
    // On a phone the tabs are wider than the window.
    const tabs = isOpen ? document.querySelectorAll('[role=tab]') : []
    tabs[TAB_NAMES.indexOf(shown)]?.scrollIntoView?.({ inline: 'center', block: 'nearest' })
  }, [isOpen, shown])
  if (data === undefined) {
    if (error) return <DeskFailure tag={tag} error={error} onRetry={() => void refetch()} />
    return <PanelPending />
  }
  const Panel = PANELS[shown]
  return (
    <DeskProvider desk={data.desk}>
      <DeskHeader desk={data.desk} />
      <LastSeen seen={data} className="mb-3" />
      <Tabs
        label={t('desk.parts')}
        value={shown}
        tabs={TABS.map(([name, label]) => [name, t(label)] as const)}
        onChange={(next) => navigate({ to: '.', search: { tab: next === 'queue' ? undefined : next }, ...IN_PLACE })}
      >
        <Suspense fallback={<PanelPending />}>
          <Panel />
        </Suspense>
      </Tabs>
    </DeskProvider>
  )
}

/** Whose desk it is, in which role it is open, and what is special about that. */
function DeskHeader({ desk }: { desk: DeskClub }) {
  const { tag, name, role, player_tag, reads_until, trial, alerts } = desk
  const now = useNow()
  return (
    <header className="mb-4">
      <div className="mb-3 flex items-center gap-3.5">
        <Monogram seed={tag} name={nameOrTag(name, tag)} className="size-14 rounded-md" />
        <div className="min-w-0">
          <h1 className="text-2xl font-extrabold">
            <PlayerName name={nameOrTag(name, tag)} />
          </h1>
          <p className="text-sm text-mut">
            {player_tag === null ? t('desk.example') : t(ROLE_WORDS[role])} ·{' '}
            <Link to="/club/$tag" params={{ tag: tagInPath(tag) }} className="link">
              {t('desk.clubPage')}
            </Link>
          </p>
        </div>
      </div>
      <div className="grid gap-2 empty:hidden">
        {trial && <Notice>{t('desk.trial')}</Notice>}
        {reads_until !== null && (
          <Notice tone="bad">{t('desk.readUntil', { time: momentOf(reads_until, now) })}</Notice>
        )}
        {alerts > 0 && <Notice tone="bad">{t('desk.alerts', { people: alerts })}</Notice>}
      </div>
    </header>
  )
}

const ROLE_WORDS: Record<DeskClub['role'], PlainTextId> = {
  owner: 'desk.owner',
  editor: 'desk.editor',
  viewer: 'desk.viewer',
  member: 'desk.member',
}

type FailureProps = { tag: string; error: Error; onRetry: () => void }

/** Why the desk does not open. To strangers the server says the same of every club. */
function DeskFailure({ tag, error, onRetry }: FailureProps) {
  const { isAuthenticated } = useSession()
  const open = useDialogs()
  const status = error instanceof ApiError ? error.status : 0
  if (status === 404 || status === 401 || status === 403) {
    return (
      <ErrorState
        wholePage
        title={isAuthenticated ? t('desk.notOpen') : t('desk.logInTitle')}
        message={isAuthenticated ? t('desk.notOpenHelp') : t('desk.logInHelp')}
      >
        {isAuthenticated ? (
          <Link to="/desk" className={buttonStyle()}>
            {t('desk.linkAPlayer')}
          </Link>
        ) : (
          <Button onClick={() => open('login')}>{t('account.login')}</Button>
        )}
        <Link to="/club/$tag" params={{ tag: tagInPath(tag) }} className={buttonStyle('outline')}>
          {t('desk.clubPage')}
        </Link>
      </ErrorState>
    )
  }
  return <ErrorState wholePage title={t('desk.didNotOpen')} message={error.message} onRetry={onRetry} />
}

function PanelPending() {
  return (
    <div role="status" aria-label={t('desk.loading')} className="grid gap-3">
      <Skeleton className="h-36 rounded-lg" />
      <Skeleton className="h-36 rounded-lg" />
      <Skeleton className="h-36 rounded-lg" />
    </div>
  )
}
