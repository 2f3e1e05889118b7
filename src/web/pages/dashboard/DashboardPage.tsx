import { ChevronRight, ClipboardList, Compass, Star } from 'lucide-react'
import { Suspense, useSyncExternalStore } from 'react'
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
import { Dolphin } from '#web/ui/Dolphin.tsx'
import { PlayerName } from '#web/ui/EntityLink.tsx'
import { lazyPart } from '#web/ui/LazyPart.tsx'
import { EmptyState } from '#web/ui/Notice.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Text } from '#web/ui/Text.tsx'

/** Newest searches that the dashboard shows. */
const DASHBOARD_SEARCHES = 3

/** The dashboard of a signed-in user, or a welcome for guests, below the favourites of either. */
export function DashboardPage() {
  const { isLoading, isAuthenticated, user, searchHistory } = useSession()
  const hasStars = useSyncExternalStore(followStars, readStars, () => false)
  if (isLoading) return PENDING
  const signedIn = isAuthenticated ? user : null
  const rest = signedIn ? <UserDashboard user={signedIn} history={searchHistory} /> : <GuestSplash isShort={hasStars} />
  // As high as the window at least: the footer stays out of sight, as while the page loaded.
  return (
    <div className="min-h-dvh">
      {signedIn && (
        <h1 className="mb-4 text-hero font-extrabold">
          <Text
            id="dashboard.welcome"
            values={{ name: <bdi className="inline-block max-w-full">{signedIn.username}</bdi> }}
          />
        </h1>
      )}
      {/* Who the visitor is, what they lead, then what they follow. */}
      <div className="mb-4 empty:hidden">
        <Suspense>
          <MePanel />
        </Suspense>
      </div>
      <div className={`mb-6 grid gap-4 empty:hidden ${signedIn && !hasStars ? 'lg:grid-cols-3' : 'lg:grid-cols-2'}`}>
        <Suspense>
          {signedIn && <MyDesk isNew={!hasStars} />}
          <MyClubPanel />
        </Suspense>
      </div>
      {hasStars ? (
        <Suspense fallback={PENDING}>
          <Board pending={PENDING}>{rest}</Board>
        </Suspense>
      ) : (
        rest
      )}
    </div>
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

/** Welcomes guests, says what an account offers, and lets them try a tag; in short below their favourites. */
function GuestSplash({ isShort }: { isShort: boolean }) {
  const open = useDialogs()
  const ways = (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => open('register')}>{t('ui.signUp')}</Button>
      <Button variant="outline" onClick={() => open('login')}>
        {t('ui.login')}
      </Button>
    </div>
  )
  if (isShort) {
    return (
      <section className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-edge bg-raise p-3.5 sm:p-4.5">
        <h1 className="text-xl font-semibold">{t('dashboard.aboard')}</h1>
        {ways}
        <ExampleTags />
      </section>
    )
  }
  return (
    <div className="grid items-center gap-6 py-6 sm:py-14 lg:grid-cols-2">
      <section className="flex flex-col items-center gap-5 text-center lg:items-start lg:text-start">
        <Dolphin className="h-32 w-36" />
        <h1 className="text-hero font-extrabold text-balance">{t('dashboard.aboard')}</h1>
        <ul className="grid w-full max-w-md gap-3">
          {GIVES.map(([Icon, id]) => (
            <li key={id} className="flex items-center gap-3 text-start font-semibold">
              <Icon size={28} aria-hidden="true" className="shrink-0 text-acc" />
              {t(id)}
            </li>
          ))}
        </ul>
        {ways}
        <ExampleTags />
      </section>
      <Example />
    </div>
  )
}

/** What one gets of a club, where the site has an example. */
function Example() {
  const { example_club_tag: tag } = useSite()
  return tag ? (
    <Suspense fallback={<Skeleton className="h-80 rounded-lg" />}>
      <ExamplePod tag={tag} />
    </Suspense>
  ) : null
}

/** What an account gives. */
const GIVES = [
  [Compass, 'dashboard.givesSearches'],
  [Star, 'dashboard.givesStars'],
  [ClipboardList, 'dashboard.givesDesk'],
] as const

/** The latest searches with examples to try, the account, and an example club for who has searched nothing yet. */
function UserDashboard({ user, history }: { user: User; history: readonly string[] }) {
  const names = searchedNames()
  const { example_club_tag: example } = useSite()
  const isExampleShown = history.length === 0 && !!example
  return (
    <div className={`grid gap-4 ${isExampleShown ? 'lg:grid-cols-2' : 'lg:grid-cols-[2fr_1fr]'}`}>
      <div className={isExampleShown ? 'grid gap-4' : 'contents'}>
        <Card title={t('dashboard.searches')}>
          {history.length === 0 ? (
            <EmptyState title={t('dashboard.noSearches')} />
          ) : (
            <ul className="grid gap-2.5">
              {history.slice(0, DASHBOARD_SEARCHES).map((tag) => (
                <LatestSearch key={tag} tag={tag} found={names.find((each) => each.tag === tag)} />
              ))}
            </ul>
          )}
          <div className="mt-3">
            <ExampleTags />
          </div>
        </Card>
        <Account user={user} />
      </div>
      {isExampleShown && <Example />}
    </div>
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
        className="flex min-h-16 items-center gap-3.5 rounded-md bg-raise px-4 py-2 no-underline hover:brightness-112"
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
    <Card title={t('dashboard.account')}>
      <p className="mb-4 font-semibold wrap-anywhere">
        <bdi>{user.email}</bdi>
      </p>
      <Button variant="outline" className="w-full" aria-haspopup="dialog" onClick={() => open('profile')}>
        {t('account.profile')}
      </Button>
    </Card>
  )
}
