import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  useParams,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { Frame } from './chrome/Frame.tsx'
import { PagePending } from './chrome/PagePending.tsx'
import { RenderError } from './chrome/RenderError.tsx'
import { NotFoundPage } from './pages/not-found/NotFoundPage.tsx'
import { TagRequiredPage } from './pages/tag-required/TagRequiredPage.tsx'
import { validateBrowse } from './pages/browse/browse-search.ts'
import { validateLeaderboard } from './pages/leaderboards/leaderboard-search.ts'

const HomePage = lazyRouteComponent(() => import('./pages/home/HomePage.tsx'), 'HomePage')
const SearchPage = lazyRouteComponent(() => import('./pages/search/SearchPage.tsx'), 'SearchPage')
const ClubPage = lazyRouteComponent(() => import('./pages/club/ClubPage.tsx'), 'ClubPage')
const PlayerPage = lazyRouteComponent(() => import('./pages/player/PlayerPage.tsx'), 'PlayerPage')
const DashboardPage = lazyRouteComponent(() => import('./pages/dashboard/DashboardPage.tsx'), 'DashboardPage')
const BrowsePage = lazyRouteComponent(() => import('./pages/browse/BrowsePage.tsx'), 'BrowsePage')
const PlatformPage = lazyRouteComponent(() => import('./pages/platform/PlatformPage.tsx'), 'PlatformPage')
const StatusPage = lazyRouteComponent(() => import('./pages/status/StatusPage.tsx'), 'StatusPage')
const LeaderboardsPage = lazyRouteComponent(
  () => import('./pages/leaderboards/LeaderboardsPage.tsx'),
  'LeaderboardsPage',
)

const root = createRootRoute({
  component: () => (
    <Frame>
      <Outlet />
    </Frame>
  ),
  errorComponent: RenderError,
  notFoundComponent: NotFoundPage,
})

/** A page that needs nothing from its address. */
const plain = (path: string, component: ComponentType) => createRoute({ getParentRoute: () => root, path, component })
