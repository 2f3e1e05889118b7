/** Which source holds the page of a route, so that the browser can fetch its code with the page's frame. */
export const PAGE_MODULES: Readonly<Record<string, string>> = {
  '/': 'pages/home/HomePage.tsx',
  '/search/$tag': 'pages/search/SearchPage.tsx',
  '/club/$tag': 'pages/club/ClubPage.tsx',
  '/player/$tag': 'pages/player/PlayerPage.tsx',
  '/club': 'pages/tag-required/TagRequiredPage.tsx',
  '/player': 'pages/tag-required/TagRequiredPage.tsx',
  '/browse/clubs': 'pages/browse/BrowsePage.tsx',
  '/browse/players': 'pages/browse/BrowsePage.tsx',
  '/leaderboards': 'pages/leaderboards/LeaderboardsPage.tsx',
  '/compare': 'pages/compare/ComparePage.tsx',
  '/analytics': 'pages/platform/PlatformPage.tsx',
  '/dashboard': 'pages/dashboard/DashboardPage.tsx',
  '/scores': 'pages/scores/ScoresPage.tsx',
  '/status': 'pages/status/StatusPage.tsx',
  '/privacy': 'pages/privacy/PrivacyPage.tsx',
}

const NOT_FOUND = 'pages/not-found/NotFoundPage.tsx'

/** The source of the page that the router found, by the route that matched last. */
export function moduleOf(matches: readonly { routeId: string }[]): string | null {
  const route = matches.at(-1)?.routeId
  return route === '__root__' ? NOT_FOUND : (PAGE_MODULES[route ?? ''] ?? null)
}
