import { ChevronRight, ClipboardList, Compass, Star } from 'lucide-react'
import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { nameOrTag } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { useSite } from '#web/app/queries.ts'
import { useSession } from '#web/app/SessionProvider.tsx'
import { type SearchedName, searchedNames } from '#web/app/searched-names.ts'
import type { User } from '#web/app/session.ts'
import { followText, readText } from '#web/app/storage.ts'
import { ExampleTags } from '#web/chrome/ExampleTags.tsx'
import { Link, useDialogs } from '#web/router/Link.tsx'
import { Monogram } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { lazyPart } from '#web/ui/LazyPart.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Text } from '#web/ui/Text.tsx'

/** Newest searches that the dashboard shows. */
const DASHBOARD_SEARCHES = 3

/** With the room around a page this fills the window: the footer stays below it while the page loads, and afterwards. */
const ROOM = { minHeight: '90dvh' }

/** The dashboard of a signed-in user, or a welcome for guests, below the favourites of either. */
export function DashboardPage() {
  const { isLoading, token, user, searchHistory } = useSession()
  return (
    <div className="flex flex-col" style={ROOM}>
      {isLoading ? PENDING : <Dashboard user={user} isGuest={!(user || token)} history={searchHistory} />}
    </div>
  )
}

type DashboardProps = {
  /** Null for guests, and while it cannot be told who the visitor is. */
  user: User | null
  isGuest: boolean
  history: readonly string[]
}

function Dashboard({ user, isGuest, history }: DashboardProps) {
  const hasStars = useSyncExternalStore(followStars, readStars, () => false)
  const rest = <Rest user={user} history={history} />
  return (
    <>
      {!isGuest && (
        <h1 className="mb-4 text-hero font-extrabold">
          {user ? (
            <Text
              id="dashboard.welcome"
              values={{ name: <bdi className="inline-block max-w-full">{user.username}</bdi> }}
            />
          ) : (
            t('pages.dashboard')
          )}
        </h1>
      )}
      {/* Who the visitor is, what they lead, then what they follow. */}
      <div className="mb-4 empty:hidden">
        <Suspense>
          <MePanel />
        </Suspense>
      </div>
      {user && !hasStars ? (
        <NewUser history={history}>{rest}</NewUser>
      ) : (
        <>
          <div className="mb-6 grid gap-4 empty:hidden lg:grid-cols-[repeat(auto-fit,minmax(0,1fr))]">
            <Suspense>
              {user && <MyDesk />}
              <MyClubPanel />
            </Suspense>
          </div>
          {hasStars ? (
            <Suspense fallback={PENDING}>
              <Board pending={PENDING}>
                <div className="grid gap-4">{isGuest ? <ShortWelcome /> : rest}</div>
              </Board>
            </Suspense>
          ) : isGuest ? (
            <Welcome />
          ) : (
            rest
          )}
        </>
      )}
    </>
  )
}

/** As high as the window: what stands below it does not move into sight and out again. */
function Pending() {
  return (
    <>
      <noscript>
        <p className="mb-4 font-semibold">{t('dashboard.noScripts')}</p>
      </noscript>
      <Skeleton className="min-h-dvh rounded-lg" />
    </>
  )
}

const PENDING = <Pending />

const readStars = () => readText('delphin.favourites') !== null
const followStars = followText('delphin.favourites')

const MePanel = lazyPart(
  () => import('#web/chrome/Me.tsx').then((file) => file.MePanel),
  () => null,
)
const MyClubPanel = lazyPart(
  () => import('#web/chrome/MyClub.tsx').then((file) => file.MyClubPanel),
  () => null,
)

const MyDesk = lazyPart(
  () => import('./MyDesk.tsx').then((file) => file.MyDesk),
  () => null,
)

const ExamplePod = lazyPart(
  () => import('./ExamplePod.tsx').then((file) => file.ExamplePod),
  () => null,
)

const Board = lazyPart(() => import('./Board.tsx').then((file) => file.Board))

/** Below the favourites of a guest. */
function ShortWelcome() {
  return (
    <section className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-edge bg-raise p-3.5 sm:p-4.5">
      <h1 className="text-xl font-semibold">{t('dashboard.aboard')}</h1>
      <WaysIn />
      <ExampleTags />
    </section>
  )
}

/** In the middle of the room that is left. */
const WELCOME = { gridTemplateRows: 'auto 1fr', marginBlock: 'auto' }

/** Shows guests what one learns of a club, says what an account gives, and lets them try a tag. */
function Welcome() {
  return (
    <div className="grid gap-x-6 gap-y-5 lg:grid-cols-[2fr_3fr]" style={WELCOME}>
      <section>
        <p className="font-semibold text-acc">{t('dashboard.aboard')}</p>
        <h1 className="mt-1 mb-5 text-hero font-extrabold text-balance">{t('dashboard.know')}</h1>
        <WaysIn />
      </section>
      <Example rows={2} />
      <section className="grid content-start gap-5">
        <ul className="grid gap-5">
          {GIVES.map(([Icon, id]) => (
            <li key={id} className="flex items-center gap-4 text-lg font-semibold">
              <Icon size={28} aria-hidden="true" className="shrink-0 text-acc" />
              {t(id)}
            </li>
          ))}
        </ul>
        <ExampleTags />
      </section>
    </div>
  )
}

function WaysIn() {
  const open = useDialogs()
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => open('register')}>{t('ui.signUp')}</Button>
      <Button variant="outline" onClick={() => open('login')}>
        {t('ui.login')}
      </Button>
    </div>
  )
}

/** As high as the pod of a full club, and larger beside other parts. */
const POD_PENDING = <Skeleton className="min-h-96 rounded-lg lg:min-h-[60dvh]" />

/** What one gets of a club, where the site has an example; beside so many other rows of the page. */
function Example({ rows }: { rows: number }) {
  const { example_club_tag: tag } = useSite()
  return tag ? (
    <div className="grid empty:hidden" style={{ gridRow: `span ${rows}` }}>
      <Suspense fallback={POD_PENDING}>
        <ExamplePod tag={tag} pending={POD_PENDING} />
      </Suspense>
    </div>
  ) : null
}

/** What an account gives. */
const GIVES = [
  [Compass, 'dashboard.givesSearches'],
  [Star, 'dashboard.givesStars'],
  [ClipboardList, 'dashboard.givesDesk'],
] as const

/** For a user who follows nobody yet: the first steps, and an example of what they lead to until something was searched. */
function NewUser({ history, children }: { history: readonly string[]; children: ReactNode }) {
  const { example_club_tag: example } = useSite()
  const columns = example && history.length === 0 ? 'lg:grid-cols-[2fr_3fr]' : 'lg:grid-cols-2'
  return (
    <Suspense fallback={PENDING}>
      <div className={`grid gap-4 ${columns}`} style={{ gridTemplateRows: 'auto 1fr' }}>
        <MyDesk isNew>{history.length === 0 && <Example rows={3} />}</MyDesk>
        <div className="empty:hidden col-span-full">
          <MyClubPanel />
        </div>
        {children}
      </div>
    </Suspense>
  )
}

/** The latest searches with examples to try, and the account last. */
function Rest({ user, history }: Pick<DashboardProps, 'user' | 'history'>) {
  const names = searchedNames()
  const isEmpty = history.length === 0
  return (
    <>
      <Card
        title={t('dashboard.searches')}
        action={isEmpty && <span className="text-sm text-mut">{t('dashboard.noSearches')}</span>}
        className={isEmpty ? '' : 'col-span-full'}
      >
        {!isEmpty && (
          <ul className="mb-3 grid gap-2.5 lg:grid-cols-3">
            {history.slice(0, DASHBOARD_SEARCHES).map((tag) => (
              <LatestSearch key={tag} tag={tag} found={names.find((each) => each.tag === tag)} />
            ))}
          </ul>
        )}
        <ExampleTags />
      </Card>
      {user && <Account user={user} />}
    </>
  )
}

type LatestSearchProps = {
  tag: string
  /** What this browser found for the tag; absent if the search was made in another browser. */
  found?: SearchedName | undefined
}

const KIND = { club: 'ui.club', player: 'ui.player' } as const

/** A tag that was searched, with its name if that is known. It links to the search. */
export function LatestSearch({ tag, found }: LatestSearchProps) {
  const name = found ? nameOrTag(found.name, tag) : tag
  return (
    <li>
      <Link
        to="/search/$tag"
        params={{ tag: tagInPath(tag) }}
        className="flex min-h-16 items-center gap-3.5 rounded-md bg-raise px-4 py-2 no-underline hover:lift"
      >
        <Monogram seed={tag} name={found ? name : tagInPath(tag)} className="size-10 rounded-sm" />
        <span translate="no" className="min-w-0 flex-1">
          <PlayerName name={name} className="block font-semibold wrap-anywhere" />
          {found && (
            <span className="block text-sm text-mut">
              {t(KIND[found.type])} · {tag}
            </span>
          )}
        </span>
        <ChevronRight size={18} aria-hidden="true" className="shrink-0 text-mut rtl:rotate-180" />
      </Link>
    </li>
  )
}

/** Whose account it is, and a button that opens the profile with its facts. */
function Account({ user }: { user: User }) {
  const open = useDialogs()
  return (
    <section
      aria-label={t('dashboard.account')}
      className="flex items-center justify-between gap-4 border-t border-edge pt-4 text-sm text-mut col-span-full"
    >
      <bdi className="min-w-0 wrap-anywhere">{user.email}</bdi>
      <Button variant="outline" className="shrink-0" aria-haspopup="dialog" onClick={() => open('profile')}>
        {t('account.profile')}
      </Button>
    </section>
  )
}
