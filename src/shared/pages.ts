import { type EntityType, normaliseTag, tagInPath } from './tag.ts'

/** What the site is about, for pages without a description of their own. */
export const SITE_DESCRIPTION = 'Trophy history, activity and member form for clubs and players of Brawl Stars.'

/** One page: all that the router, the server, the head, the sitemap and robots.txt need to know of it. */
export type Page = {
  /** The path; `$tag` stands for the tag of a club or player, without its `#`, and `$id` for a number of the game's. */
  path: string
  /** The source below src/web, which exports a component with the file's name; null for an address that redirects. */
  module: string | null
  /** Starts the document title and names the page in breadcrumbs. A club's or player's page adds the name. */
  title: string
  /** What the page shows, if it shows clubs only or players only. */
  kind?: EntityType
  /** Names of the query string that the page reads, in the order of its canonical address. The server drops others. */
  query?: readonly string[]
  /** The rule for search engines in the page's head; none by default. */
  robots?: 'noindex' | 'noindex, follow'
  /** True if sitemap.xml lists the page. */
  sitemap?: true
  /** False if robots.txt asks robots not to fetch the page. */
  crawl?: false
  /** The path of the page above it in breadcrumbs, whose tag is the same; the home page by default. */
  parent?: string
  /** 404 if the page stands where nothing is to be found. */
  status?: 404
  /** Where the address redirects to. */
  redirectTo?: string
}

/** Every page of the site. A new page is one entry here and one source. */
export const PAGES = [
  page('/', {
    module: 'pages/home/HomePage.tsx',
    title: 'Analytics Platform',
    sitemap: true,
  }),
  // A search is charged to the visitor.
  page('/search/$tag', { module: 'pages/search/SearchPage.tsx', title: 'Tracker', robots: 'noindex', crawl: false }),
  page('/search', { module: null, title: 'Tracker', robots: 'noindex', redirectTo: '/' }),
  // Nobody asked the players whether search engines may list them.
  page('/club/$tag', {
    module: 'pages/club/ClubPage.tsx',
    title: 'Tracker',
    kind: 'club',
    query: ['days'],
    robots: 'noindex',
    parent: '/browse/clubs',
  }),
  page('/club', {
    module: 'pages/tag-required/TagRequiredPage.tsx',
    title: 'Tracker',
    kind: 'club',
    robots: 'noindex',
    status: 404,
  }),
  page('/player/$tag', {
    module: 'pages/player/PlayerPage.tsx',
    title: 'Tracker',
    kind: 'player',
    query: ['days', 'family', 'lobby'],
    robots: 'noindex',
    parent: '/browse/players',
  }),
  page('/player/$tag/battles', {
    module: 'pages/player/BattlesPage.tsx',
    title: 'Battles',
    kind: 'player',
    robots: 'noindex',
    parent: '/player/$tag',
  }),
  // The period is part of the name: without one the page lists what is shared.
  page('/player/$tag/review', {
    module: 'pages/review/ReviewPage.tsx',
    title: 'Review',
    kind: 'player',
    query: ['period'],
    robots: 'noindex',
    parent: '/player/$tag',
  }),
  page('/club/$tag/review', {
    module: 'pages/review/ReviewPage.tsx',
    title: 'Review',
    kind: 'club',
    query: ['period'],
    robots: 'noindex',
    parent: '/club/$tag',
  }),
  page('/player', {
    module: 'pages/tag-required/TagRequiredPage.tsx',
    title: 'Tracker',
    kind: 'player',
    robots: 'noindex',
    status: 404,
  }),
  page('/browse/clubs', {
    module: 'pages/browse/BrowsePage.tsx',
    title: 'Browse Clubs',
    kind: 'club',
    query: [
      'sort',
      'region',
      'activity',
      'trophyMin',
      'trophyMax',
      'search',
      'entry',
      'seats',
      'bar',
      'country',
      'page',
    ],
    sitemap: true,
  }),
  page('/browse/players', {
    module: 'pages/browse/BrowsePage.tsx',
    title: 'Browse Players',
    kind: 'player',
    query: ['sort', 'region', 'activity', 'membership', 'trophyMin', 'trophyMax', 'search', 'page'],
    sitemap: true,
  }),
  page('/analytics', {
    module: 'pages/platform/PlatformPage.tsx',
    title: 'Analytics',
    sitemap: true,
  }),
  page('/leaderboards', {
    module: 'pages/leaderboards/LeaderboardsPage.tsx',
    title: 'Leaderboards',
    query: ['type', 'country', 'brawler'],
    sitemap: true,
  }),
  page('/meta', {
    module: 'pages/meta/MetaPage.tsx',
    title: 'Brawlers & Maps',
    query: ['tab', 'family', 'mode', 'bin', 'weeks'],
    sitemap: true,
  }),
  page('/meta/map/$id', {
    module: 'pages/meta/MapPage.tsx',
    title: 'Map',
    query: ['family', 'bin', 'weeks'],
    parent: '/meta',
  }),
  page('/meta/brawler/$id', {
    module: 'pages/meta/BrawlerPage.tsx',
    title: 'Brawler',
    query: ['family', 'bin', 'weeks'],
    parent: '/meta',
  }),
  page('/find', {
    module: 'pages/find/FindPage.tsx',
    title: 'Find a Club',
    query: ['tag', 'trophies', 'days', 'hours', 'modes', 'entry', 'seats', 'bar', 'country'],
    sitemap: true,
  }),
  page('/compare', {
    module: 'pages/compare/ComparePage.tsx',
    title: 'Compare',
    query: ['days', 'type', 'a', 'b'],
  }),
  page('/dashboard', {
    module: 'pages/dashboard/DashboardPage.tsx',
    title: 'Dashboard',
    robots: 'noindex, follow',
    crawl: false,
  }),
  // What only proven leaders may see is never part of the server's page.
  page('/desk/$tag', {
    module: 'pages/desk/DeskPage.tsx',
    title: "Leader's Desk",
    query: ['tab'],
    robots: 'noindex',
    crawl: false,
    parent: '/desk',
  }),
  page('/desk', { module: 'pages/desk/DeskPage.tsx', title: "Leader's Desk", robots: 'noindex', crawl: false }),
  page('/absence', { module: 'pages/desk/AbsencePage.tsx', title: 'Away', robots: 'noindex', crawl: false }),
  // A report names players, so search engines leave it out as they leave out their pages.
  page('/week/$tag', { module: 'pages/desk/WeekPage.tsx', title: 'Week', query: ['date'], robots: 'noindex' }),
  // The links in mails. Their secrets stand behind `#`, so that the server sees none.
  page('/password', { module: 'pages/mail/PasswordPage.tsx', title: 'New password', robots: 'noindex' }),
  page('/confirm', { module: 'pages/mail/MailLinkPage.tsx', title: 'Confirm', robots: 'noindex' }),
  page('/unsubscribe', {
    module: 'pages/mail/MailLinkPage.tsx',
    title: 'Unsubscribe',
    robots: 'noindex',
    crawl: false,
  }),
  page('/scores', {
    module: 'pages/scores/ScoresPage.tsx',
    title: 'How scores work',
    sitemap: true,
  }),
  page('/status', { module: 'pages/status/StatusPage.tsx', title: 'Status', robots: 'noindex, follow' }),
  page('/privacy', {
    module: 'pages/privacy/PrivacyPage.tsx',
    title: 'Privacy',
    sitemap: true,
  }),
] as const

/** What an address of no page shows. The server makes it once, for all of them. */
export const NOT_FOUND_PAGE = page('/not-found', {
  module: 'pages/not-found/NotFoundPage.tsx',
  title: 'Page Not Found',
  status: 404,
})

function page<const Path extends string>(path: Path, facts: Omit<Page, 'path'>): Page & { path: Path } {
  return { path, ...facts }
}

/** The page of an address, and what stands there in place of `$tag` (empty without one); null for an unknown address. */
export function findPage(address: string): { page: Page; written: string } | null {
  const path = pathOf(address)
  if (!isDecodable(path)) return null
  for (const each of PAGES) {
    const written = matchPath(each.path, path)
    if (written !== null) return { page: each, written }
  }
  return null
}

function pathOf(address: string): string {
  return (address.split(/[?#]/, 1)[0] ?? '').replace(/(?!^)\/$/, '')
}

/** False for an address, or a part of one, whose percent signs stand for no text. */
export function isDecodable(address: string): boolean {
  if (!address.includes('%')) return true
  try {
    decodeURIComponent(address)
    return true
  } catch {
    return false
  }
}

/** The address as the server's router can read it: that of the not-found page in place of one that stands for no text. */
export function readableAddress(address: string): string {
  if (!address.includes('%') || address.startsWith('/api/')) return address
  return isDecodable(pathOf(address)) ? address : NOT_FOUND_PAGE.path
}

const PARAMETER = '$tag'
/** Numbers of the game, like those of brawlers and events. */
const NUMBER = /^[1-9]\d{0,8}$/
const NUMBERED = /\$id$/

/** What stands in the path in place of the pattern's parameter; null if the path does not match. */
function matchPath(pattern: string, path: string): string | null {
  if (NUMBERED.test(pattern)) return matchNumber(pattern.replace(NUMBERED, ''), path)
  const [before = '', after] = pattern.split(PARAMETER)
  if (after === undefined) return path === pattern ? '' : null
  const written = path.slice(before.length, path.length - after.length)
  const matches = written !== '' && !written.includes('/') && path === before + written + after
  return matches ? written : null
}

function matchNumber(start: string, path: string): string | null {
  const written = path.startsWith(start) ? path.slice(start.length) : ''
  return NUMBER.test(written) ? written : null
}

/** The club or player that an address is about; null for any other page, and without a valid tag. */
export function entityAt(address: string): { type: EntityType; tag: string } | null {
  const { page, written } = findPage(address) ?? { written: '' }
  const tag = normaliseTag(written)
  return page?.kind === undefined || tag === null ? null : { type: page.kind, tag }
}

/** The address with only what its page reads, in one order and without a slash at its end. Equal pages have equal ones. */
export function canonicalAddress(address: string): string {
  const [path = '/', search = ''] = address.split('#')[0]?.split('?', 2) ?? []
  const given = new URLSearchParams(search)
  const names = findPage(path)?.page.query ?? []
  const text = new URLSearchParams(names.flatMap((name) => lastGiven(name, given))).toString()
  const trimmed = path.replace(/(?!^)\/+$/, '')
  return text === '' ? trimmed : `${trimmed}?${text}`
}

function lastGiven(name: string, given: URLSearchParams): [string, string][] {
  const value = given.getAll(name).at(-1)
  return value === undefined || value === '' ? [] : [[name, value]]
}

/** The address with its tag in canonical form; null if it has no valid tag or has it in that form already. */
export function withCanonicalTag(address: string): string | null {
  const { page, written } = findPage(address) ?? { written: '' }
  const tag = normaliseTag(written)
  if (!page?.path.includes(PARAMETER) || tag === null || written === tagInPath(tag)) return null
  const query = address.indexOf('?')
  return page.path.replace(PARAMETER, tagInPath(tag)) + (query === -1 ? '' : address.slice(query))
}
