import { type ComponentType, Suspense, useEffect } from 'react'
import { nameOrTag } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import { documentTitle, IN_PLACE, oneOf, useDocumentTitle } from '#web/app/addresses.ts'
import { ApiError } from '#web/app/api-client.ts'
import { useQuery } from '#web/app/queries.ts'
import { useSession } from '#web/app/SessionProvider.tsx'
import { Link, useDialogs, useNavigate } from '#web/router/Link.tsx'
import { Monogram, PlayerName } from '#web/ui/Avatar.tsx'
import { Button, buttonStyle } from '#web/ui/Button.tsx'
import { momentOf } from '#web/ui/date-words.ts'
import { lazyPart } from '#web/ui/LazyPart.tsx'
import { ErrorState, Notice } from '#web/ui/Notice.tsx'
import { LastSeen, useNow } from '#web/ui/RelativeTime.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { type DeskClub, DeskProvider, queueQuery } from './desk-changes.tsx'

const TABS = [
  ['queue', 'Queue'],
  ['members', 'Members'],
  ['former', 'Former'],
  ['applicants', 'Applicants'],
  ['weeks', 'Weeks'],
  ['rules', 'Rules'],
  ['log', 'Log'],
  ['staff', 'Staff'],
  ['channels', 'Channels'],
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
  const { data, error, isFetching, refetch } = useQuery(queueQuery(tag))
  const navigate = useNavigate()
  useDocumentTitle(documentTitle(data ? `Desk: ${nameOrTag(data.club_name, tag)}` : "Leader's desk"))
  const shown = oneOf(TAB_NAMES, tab) ?? 'queue'
  const isOpen = data !== undefined
  useEffect(() => {
    // On a phone the tabs are wider than the window.
    const tabs = isOpen ? document.querySelectorAll('[role=tab]') : []
    tabs[TAB_NAMES.indexOf(shown)]?.scrollIntoView?.({ inline: 'center', block: 'nearest' })
  }, [isOpen, shown])
  if (data === undefined) {
    if (error) return <DeskFailure tag={tag} error={error} retrying={isFetching} onRetry={() => void refetch()} />
    return <PanelPending />
  }
  const Panel = PANELS[shown]
  return (
    <DeskProvider desk={data.desk}>
      <DeskHeader desk={data.desk} />
      <LastSeen seen={data} className="mb-3" />
      <Tabs
        label="Parts of the desk"
        value={shown}
        tabs={TABS}
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
            {player_tag === null ? 'Example desk' : ROLE_WORDS[role]} ·{' '}
            <Link to="/club/$tag" params={{ tag: tagInPath(tag) }} className="link">
              Club page
            </Link>
          </p>
        </div>
      </div>
      <div className="grid gap-2 empty:hidden">
        {trial && <Notice>Try everything: only you see it, for a day.</Notice>}
        {reads_until !== null && (
          <Notice tone="bad">
            You no longer lead this club, or the game does not tell your role. You can read until{' '}
            {momentOf(reads_until, now)}.
          </Notice>
        )}
        {alerts > 0 && (
          <Notice tone="bad">
            {alerts === 1
              ? 'Somebody on your blacklist is in the club.'
              : `${alerts} on your blacklist are in the club.`}
          </Notice>
        )}
      </div>
    </header>
  )
}

const ROLE_WORDS: Record<DeskClub['role'], string> = {
  owner: 'You are the president',
  editor: 'You are a vice president',
  viewer: 'You may read',
  member: 'You are a member',
}

type FailureProps = { tag: string; error: Error; retrying: boolean; onRetry: () => void }

/** Why the desk does not open. To strangers the server says the same of every club. */
function DeskFailure({ tag, error, retrying, onRetry }: FailureProps) {
  const { isAuthenticated } = useSession()
  const open = useDialogs()
  const status = error instanceof ApiError ? error.status : 0
  if (status === 404 || status === 401 || status === 403) {
    return (
      <ErrorState
        wholePage
        title={isAuthenticated ? 'This desk is not open to you' : 'Log in to open the desk'}
        message={
          isAuthenticated
            ? 'It opens to the president, vice presidents, and seniors whom they invite. Link your player.'
            : 'The desk is private to the leaders of the club.'
        }
      >
        {isAuthenticated ? (
          <Link to="/desk" className={buttonStyle()}>
            Link a player
          </Link>
        ) : (
          <Button onClick={() => open('login')}>Login</Button>
        )}
        <Link to="/club/$tag" params={{ tag: tagInPath(tag) }} className={buttonStyle('outline')}>
          Club page
        </Link>
      </ErrorState>
    )
  }
  return (
    <ErrorState wholePage title="The desk did not open" message={error.message} onRetry={onRetry} retrying={retrying} />
  )
}

function PanelPending() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-3">
      <Skeleton className="h-36 rounded-lg" />
      <Skeleton className="h-36 rounded-lg" />
      <Skeleton className="h-36 rounded-lg" />
    </div>
  )
}
