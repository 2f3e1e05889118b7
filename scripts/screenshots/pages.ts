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

/** The site with something open, failed or empty. */
export function statesToShow(clubTag: string): Shown[] {
  const club = `/club/${clubTag.replace('#', '')}`
  return [
    { name: 'menu', path: '/scores', act: (page) => press(page, 'Menu') },
    { name: 'login', path: '/dashboard', act: (page) => press(page, 'Login') },
    { name: 'sign-up', path: '/dashboard', act: (page) => press(page, 'Sign Up') },
    { name: 'profile', path: '/dashboard', signedIn: true, act: (page) => press(page, 'Profile') },
    { name: 'explained', path: club, act: (page) => press(page, /^What is Ghost members/) },
    { name: 'error-club', path: club, failing: '**/api/browse/club/**' },
    { name: 'error-parts', path: club, failing: '**/api/analytics/**' },
    { name: 'error-browse', path: '/browse/clubs', failing: '**/api/browse/entities*' },
    { name: 'error-analytics', path: '/analytics', failing: '**/api/browse/dashboard' },
    { name: 'no-session', path: '/scores', failing: '**/api/auth/guest-session' },
    { name: 'empty-browse', path: '/browse/players?search=nobody+is+called+this' },
    { name: 'missing-club', path: '/club/2PPPPPPPP' },
    { name: 'search-invalid', path: '/search/nonsense' },
  ]
}

/** Longer than any panel takes to open. */
const OPENED_MS = 900

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).filter({ visible: true }).first().click()
  await page.waitForTimeout(OPENED_MS)
}
