import type { Page } from 'playwright-core'

export type Shown = {
  name: string
  path: string
  signedIn?: boolean
  /** Calls that fail meanwhile, as a pattern of addresses. */
  failing?: string
  /** What is done before the picture. */
  act?: (page: Page) => Promise<void>
}

/** Every page of the site, with the tags of a club and a player to show. */
export function pagesToShow(clubTag: string, playerTag: string): Shown[] {
  const [club, player] = [clubTag, playerTag].map((tag) => tag.replace('#', ''))
  return [
    { name: 'home', path: '/' },
    { name: 'browse-clubs', path: '/browse/clubs' },
    { name: 'browse-players', path: '/browse/players?activity=medium&sort=trophies' },
    { name: 'analytics', path: '/analytics' },
    { name: 'leaderboards', path: '/leaderboards' },
    { name: 'leaderboards-brawlers', path: '/leaderboards?type=brawlers' },
    { name: 'club', path: `/club/${club}` },
    { name: 'player', path: `/player/${player}` },
    { name: 'search', path: `/search/${player}` },
    { name: 'compare', path: `/compare?type=player&a=${player}` },
    { name: 'dashboard', path: '/dashboard', signedIn: true },
    { name: 'welcome', path: '/dashboard' },
    { name: 'status', path: '/status' },
    { name: 'scores', path: '/scores' },
    { name: 'privacy', path: '/privacy' },
    { name: 'not-found', path: '/no-such-page' },
  ]
}
