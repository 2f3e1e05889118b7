import type { Page } from 'playwright-core'
import { DAY_MS } from '#shared/days.ts'
import { tagInPath } from '#shared/tag.ts'
import { filledAddresses } from '#test/page-addresses.ts'

export type Shown = {
  name: string
  path: string
  signedIn?: boolean
  /** A pattern of the calls that fail. */
  failing?: string
  /** Actions before the screenshot. */
  act?: (page: Page) => Promise<void>
}

/** Every page of the site, with the tags of a club and a player to show. */
export function pagesToShow(club: string, player: string): Shown[] {
  const pages = filledAddresses({ club, player, id: SHELLY })
  return [
    ...pages.map(({ page: { path }, address }) => ({
      name:
        NAMES[path] ??
        path
          .replaceAll(/\/\$\w+/g, '')
          .slice(1)
          .replaceAll('/', '-'),
      path: address,
      signedIn: path === '/dashboard',
    })),
    { name: 'browse-players-filtered', path: '/browse/players?activity=medium&sort=trophies' },
    { name: 'leaderboards-brawlers', path: '/leaderboards?type=brawlers' },
    { name: 'welcome', path: '/dashboard' },
    { name: 'not-found', path: '/no-such-page' },
  ]
}

/** Who is compared with the example's player, and a map that is known. */
type Filled = { rival: string; map: number | null }

/** Pages whose bare address shows little, with all that the demo can show on them. */
export function filledPages(club: string, player: string, { rival, map }: Filled): Shown[] {
  const [clubPath, a, b] = [club, player, rival].map(tagInPath)
  const season = new Date(Date.now() - 14 * DAY_MS).toISOString().slice(0, 7)
  return [
    { name: 'compare-two', path: `/compare?type=player&a=${a}&b=${b}` },
    { name: 'review-filled', path: `/club/${clubPath}/review?period=${season}` },
    ...(map === null ? [] : [{ name: 'meta-map-filled', path: `/meta/map/${map}` }]),
  ]
}

const SHELLY = '16000000'
const NAMES: Readonly<Record<string, string>> = { '/': 'home', '/desk': 'desks' }

/** Pages with something open, failed or empty. */
export function statesToShow(clubTag: string): Shown[] {
  const club = `/club/${tagInPath(clubTag)}`
  return [
    { name: 'desk-channels', path: `/desk/${tagInPath(clubTag)}?tab=channels` },
    {
      name: 'desk-channel-form',
      path: `/desk/${tagInPath(clubTag)}?tab=channels`,
      act: (page) => press(page, 'Connect a channel'),
    },
    { name: 'menu', path: '/scores', act: (page) => press(page, /^(Menu|More)$/) },
    { name: 'login', path: '/dashboard', act: (page) => press(page, 'Login') },
    { name: 'sign-up', path: '/dashboard', act: (page) => press(page, 'Sign Up') },
    { name: 'profile', path: '/dashboard', signedIn: true, act: (page) => press(page, 'Profile') },
    { name: 'explained', path: club, act: (page) => press(page, /^What is Ghost members/) },
    { name: 'error-club', path: club, failing: '**/api/browse/club/**' },
    { name: 'error-parts', path: club, failing: '**/api/analytics/**' },
    { name: 'error-browse', path: '/browse/clubs', failing: '**/api/browse/entities*' },
    { name: 'error-analytics', path: '/analytics', failing: '**/api/browse/dashboard' },
    { name: 'confirm-link', path: '/confirm#a-link' },
    { name: 'confirm-failed', path: '/confirm#a-link', act: (page) => press(page, 'Confirm') },
    { name: 'unsubscribe-link', path: '/unsubscribe#a-link' },
    { name: 'no-session', path: '/scores', failing: '**/api/auth/guest-session' },
    { name: 'empty-browse', path: '/browse/players?search=nobody+is+called+this' },
    { name: 'week-missing', path: `/week/${tagInPath(clubTag)}?date=2020-01-06` },
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
