import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { readSearchParams, writeSearchParams } from '#web/app/search-params.ts'
import { Frame, PagePending, RenderError } from '#web/chrome/Frame.tsx'

const NotFoundPage = lazyRouteComponent(() => import('#web/pages/not-found/NotFoundPage.tsx'), 'NotFoundPage')
const HomePage = lazyRouteComponent(() => import('#web/pages/home/HomePage.tsx'), 'HomePage')
const DashboardPage = lazyRouteComponent(() => import('#web/pages/dashboard/DashboardPage.tsx'), 'DashboardPage')
const PlatformPage = lazyRouteComponent(() => import('#web/pages/platform/PlatformPage.tsx'), 'PlatformPage')
const StatusPage = lazyRouteComponent(() => import('#web/pages/status/StatusPage.tsx'), 'StatusPage')
const PrivacyPage = lazyRouteComponent(() => import('#web/pages/privacy/PrivacyPage.tsx'), 'PrivacyPage')
const ScoresPage = lazyRouteComponent(() => import('#web/pages/scores/ScoresPage.tsx'), 'ScoresPage')

const root = createRootRoute({ component: Site, errorComponent: RenderError, notFoundComponent: NotFoundPage })

function Site() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

const home = createRoute({ getParentRoute: () => root, path: '/', component: HomePage })

const search = createRoute({
  getParentRoute: () => root,
  path: '/search/$tag',
  beforeLoad: ({ params }) => canonical('/search/$tag', params.tag),
  component: lazyRouteComponent(async () => {
    const { SearchPage } = await import('#web/pages/search/SearchPage.tsx')
    return { Page: () => <SearchPage tag={search.useParams().tag} /> }
  }, 'Page'),
})

const club = createRoute({
  getParentRoute: () => root,
  path: '/club/$tag',
  beforeLoad: ({ params }) => canonical('/club/$tag', params.tag),
  component: lazyRouteComponent(async () => {
    const { ClubPage } = await import('#web/pages/club/ClubPage.tsx')
    return { Page: () => <ClubPage tag={wholeTag(club.useParams().tag)} /> }
  }, 'Page'),
})

const player = createRoute({
  getParentRoute: () => root,
  path: '/player/$tag',
  beforeLoad: ({ params }) => canonical('/player/$tag', params.tag),
  component: lazyRouteComponent(async () => {
    const { PlayerPage } = await import('#web/pages/player/PlayerPage.tsx')
    return { Page: () => <PlayerPage tag={wholeTag(player.useParams().tag)} /> }
  }, 'Page'),
})

const searchWithoutTag = createRoute({
  getParentRoute: () => root,
  path: '/search',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

const clubWithoutTag = createRoute({
  getParentRoute: () => root,
  path: '/club',
  component: lazyRouteComponent(async () => {
    const { TagRequiredPage } = await import('#web/pages/tag-required/TagRequiredPage.tsx')
    return { Page: () => <TagRequiredPage kind="club" /> }
  }, 'Page'),
})

const playerWithoutTag = createRoute({
  getParentRoute: () => root,
  path: '/player',
  component: lazyRouteComponent(async () => {
    const { TagRequiredPage } = await import('#web/pages/tag-required/TagRequiredPage.tsx')
    return { Page: () => <TagRequiredPage kind="player" /> }
  }, 'Page'),
})

const browseClubs = createRoute({
  getParentRoute: () => root,
  path: '/browse/clubs',
  component: lazyRouteComponent(async () => {
    const { BrowsePage } = await import('#web/pages/browse/BrowsePage.tsx')
    return { Page: () => <BrowsePage kind="club" raw={browseClubs.useSearch()} /> }
  }, 'Page'),
})

const browsePlayers = createRoute({
  getParentRoute: () => root,
  path: '/browse/players',
  component: lazyRouteComponent(async () => {
    const { BrowsePage } = await import('#web/pages/browse/BrowsePage.tsx')
    return { Page: () => <BrowsePage kind="player" raw={browsePlayers.useSearch()} /> }
  }, 'Page'),
})

const leaderboards = createRoute({
  getParentRoute: () => root,
  path: '/leaderboards',
  component: lazyRouteComponent(async () => {
    const { LeaderboardsPage } = await import('#web/pages/leaderboards/LeaderboardsPage.tsx')
    return { Page: () => <LeaderboardsPage raw={leaderboards.useSearch()} /> }
  }, 'Page'),
})

const compare = createRoute({
  getParentRoute: () => root,
  path: '/compare',
  component: lazyRouteComponent(async () => {
    const { ComparePage } = await import('#web/pages/compare/ComparePage.tsx')
    return { Page: () => <ComparePage raw={compare.useSearch()} /> }
  }, 'Page'),
})

const platform = createRoute({ getParentRoute: () => root, path: '/analytics', component: PlatformPage })
const dashboard = createRoute({ getParentRoute: () => root, path: '/dashboard', component: DashboardPage })
const scores = createRoute({ getParentRoute: () => root, path: '/scores', component: ScoresPage })
const status = createRoute({ getParentRoute: () => root, path: '/status', component: StatusPage })
const privacy = createRoute({ getParentRoute: () => root, path: '/privacy', component: PrivacyPage })

/** A tag has one address: upper case, without its `#`. What is no tag at all stays, for its page to say so. */
function canonical(to: '/search/$tag' | '/club/$tag' | '/player/$tag', tag: string): void {
  const right = normaliseTag(tag)
  if (right !== null && tagInPath(right) !== tag)
    throw redirect({ to, params: { tag: tagInPath(right) }, replace: true })
}

function wholeTag(tagInAddress: string): string {
  return normaliseTag(tagInAddress) ?? tagInAddress
}

const tree = root.addChildren([
  home,
  search,
  searchWithoutTag,
  club,
  clubWithoutTag,
  player,
  playerWithoutTag,
  browseClubs,
  browsePlayers,
  platform,
  leaderboards,
  compare,
  dashboard,
  scores,
  status,
  privacy,
])

/** Every page of the site and its address; the browser's own history when none is given. */
export function createSiteRouter(history?: RouterHistory) {
  return createRouter({
    routeTree: tree,
    ...(history && { history }),
    parseSearch: readSearchParams,
    stringifySearch: writeSearchParams,
    defaultPreload: 'intent',
    defaultPendingComponent: PagePending,
    defaultErrorComponent: RenderError,
    defaultViewTransition: true,
    // The server has no scroll to restore.
    scrollRestoration: !import.meta.env.SSR,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createSiteRouter>
  }
}
