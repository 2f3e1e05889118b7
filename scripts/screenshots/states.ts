import type { Page } from 'playwright-core'
import type { Shown } from './pages.ts'

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
