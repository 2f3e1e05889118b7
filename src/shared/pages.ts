import type { EntityType } from './tag.ts'
import { type PlainTextId, t } from './texts.ts'

/** One page: all that the router, the server, the head, the menu, the sitemap, robots.txt and scripts need to know of it. */
export type Page = {
  /** The path; `$tag` stands for the tag of a club or player, without its `#`, and `$id` for a number of the game's. */
  path: string
  /** The source below src/web, which exports a component with the file's name; null for an address that redirects. */
  module: string | null
  /** Starts the document title and names the page in breadcrumbs. A club's or player's page adds the name. */
  title: PlainTextId
  /** What links call the page where that is not its title. */
  name?: PlainTextId
  /** What the page shows, if it shows clubs only or players only. */
  kind?: EntityType
  /** True for the page of a club or player itself: its views are counted, and it offers their feed and frame. */
  profile?: true
  /** Names of the query string that the page reads, in the order of its canonical address. The server drops others. */
  query?: readonly string[]
  /** True if it is another page with another query: its links keep the query. */
  namedByQuery?: true
  /** What it shows beside its club or player. When that is stored anew, the server makes the page anew. */
  shows?: 'meta' | 'rankings'
  /** True if the menu lists the page, in the order of the table. */
  menu?: true
  /** What the header of wide screens calls the page, where it lists it: left of the search, or right of it. */
  header?: { side: 'left' | 'right'; name: PlainTextId }
  /** True if the footer lists the page. */
  footer?: true
  /** True if browsers keep the page for times without a network. Pages of accounts and desks are not kept. */
  offline?: true
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

/**
 * Every page of the site. A new page is one entry here, one source, and what search engines say of it in
 * web/shell/page-head.ts.
 */
const TABLE = [
  {
    path: '/',
    module: 'pages/home/HomePage.tsx',
    title: 'pages.homeTitle',
    name: 'pages.home',
    menu: true,
    offline: true,
    sitemap: true,
  },
  // A search is charged to the visitor.
  {
    path: '/search/$tag',
    module: 'pages/search/SearchPage.tsx',
    title: 'pages.tracker',
    robots: 'noindex',
    crawl: false,
  },
  { path: '/search', module: null, title: 'pages.tracker', robots: 'noindex', redirectTo: '/' },
  // Nobody asked the players whether search engines may list them.
  {
    path: '/club/$tag',
    module: 'pages/club/ClubPage.tsx',
    title: 'pages.tracker',
    profile: true,
    offline: true,
    kind: 'club',
    query: ['days'],
    robots: 'noindex',
    parent: '/browse/clubs',
  },
  {
    path: '/club',
    module: 'pages/tag-required/TagRequiredPage.tsx',
    title: 'pages.tracker',
    kind: 'club',
    robots: 'noindex',
    status: 404,
  },
  {
    path: '/player/$tag',
    module: 'pages/player/PlayerPage.tsx',
    title: 'pages.tracker',
    profile: true,
    offline: true,
    kind: 'player',
    query: ['days', 'family', 'lobby'],
    robots: 'noindex',
    parent: '/browse/players',
  },
  {
    path: '/player/$tag/battles',
    module: 'pages/player/BattlesPage.tsx',
    title: 'pages.battles',
    offline: true,
    kind: 'player',
    robots: 'noindex',
    parent: '/player/$tag',
  },
  // The period is part of the name: without one the page lists what is shared.
  {
    path: '/player/$tag/review',
    module: 'pages/review/ReviewPage.tsx',
    title: 'pages.review',
    namedByQuery: true,
    offline: true,
    kind: 'player',
    query: ['period'],
    robots: 'noindex',
    parent: '/player/$tag',
  },
  {
    path: '/club/$tag/review',
    module: 'pages/review/ReviewPage.tsx',
    title: 'pages.review',
    namedByQuery: true,
    offline: true,
    kind: 'club',
    query: ['period'],
    robots: 'noindex',
    parent: '/club/$tag',
  },
  {
    path: '/player',
    module: 'pages/tag-required/TagRequiredPage.tsx',
    title: 'pages.tracker',
    kind: 'player',
    robots: 'noindex',
    status: 404,
  },
  {
    path: '/browse/clubs',
    module: 'pages/browse/BrowsePage.tsx',
    title: 'pages.clubs',
    header: { side: 'left', name: 'pages.clubsHeader' },
    menu: true,
    offline: true,
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
  },
  {
    path: '/browse/players',
    module: 'pages/browse/BrowsePage.tsx',
    title: 'pages.players',
    header: { side: 'left', name: 'pages.playersHeader' },
    menu: true,
    offline: true,
    kind: 'player',
    query: ['sort', 'region', 'activity', 'membership', 'trophyMin', 'trophyMax', 'search', 'page'],
    sitemap: true,
  },
  {
    path: '/analytics',
    module: 'pages/platform/PlatformPage.tsx',
    title: 'pages.analytics',
    menu: true,
    offline: true,
    sitemap: true,
  },
  {
    path: '/leaderboards',
    module: 'pages/leaderboards/LeaderboardsPage.tsx',
    title: 'pages.leaderboards',
    header: { side: 'left', name: 'pages.leaderboards' },
    shows: 'rankings',
    footer: true,
    offline: true,
    query: ['type', 'country', 'brawler'],
    sitemap: true,
  },
  {
    path: '/meta',
    module: 'pages/meta/MetaPage.tsx',
    title: 'pages.meta',
    header: { side: 'left', name: 'pages.meta' },
    shows: 'meta',
    menu: true,
    offline: true,
    query: ['tab', 'family', 'mode', 'bin', 'weeks'],
    sitemap: true,
  },
  {
    path: '/meta/map/$id',
    module: 'pages/meta/MapPage.tsx',
    title: 'pages.map',
    shows: 'meta',
    offline: true,
    query: ['family', 'bin', 'weeks'],
    parent: '/meta',
  },
  {
    path: '/meta/brawler/$id',
    module: 'pages/meta/BrawlerPage.tsx',
    title: 'pages.brawler',
    shows: 'meta',
    offline: true,
    query: ['family', 'bin', 'weeks'],
    parent: '/meta',
  },
  {
    path: '/compare',
    module: 'pages/compare/ComparePage.tsx',
    title: 'pages.compare',
    menu: true,
    offline: true,
    query: ['days', 'type', 'a', 'b'],
  },
  {
    path: '/find',
    module: 'pages/find/FindPage.tsx',
    title: 'pages.find',
    header: { side: 'right', name: 'pages.findHeader' },
    menu: true,
    offline: true,
    query: ['tag', 'trophies', 'days', 'hours', 'modes', 'entry', 'seats', 'bar', 'country'],
    sitemap: true,
  },
  {
    path: '/dashboard',
    module: 'pages/dashboard/DashboardPage.tsx',
    title: 'pages.dashboard',
    header: { side: 'right', name: 'pages.dashboard' },
    menu: true,
    footer: true,
    offline: true,
    robots: 'noindex, follow',
    crawl: false,
  },
  // What only proven leaders may see is never part of the server's page.
  {
    path: '/desk/$tag',
    module: 'pages/desk/DeskPage.tsx',
    title: 'pages.desk',
    query: ['tab'],
    robots: 'noindex',
    crawl: false,
    parent: '/desk',
  },
  {
    path: '/desk',
    module: 'pages/desk/DeskPage.tsx',
    title: 'pages.desk',
    header: { side: 'right', name: 'pages.deskHeader' },
    menu: true,
    footer: true,
    robots: 'noindex',
    crawl: false,
  },
  { path: '/absence', module: 'pages/desk/AbsencePage.tsx', title: 'pages.absence', robots: 'noindex', crawl: false },
  // A report names players, so search engines leave it out as they leave out their pages.
  {
    path: '/week/$tag',
    module: 'pages/desk/WeekPage.tsx',
    title: 'pages.week',
    namedByQuery: true,
    offline: true,
    query: ['date'],
    robots: 'noindex',
  },
  // The links in mails. Their secrets stand behind `#`, so that the server sees none.
  { path: '/password', module: 'pages/mail/PasswordPage.tsx', title: 'pages.password', robots: 'noindex' },
  { path: '/confirm', module: 'pages/mail/MailLinkPage.tsx', title: 'pages.confirm', robots: 'noindex' },
  {
    path: '/unsubscribe',
    module: 'pages/mail/MailLinkPage.tsx',
    title: 'pages.unsubscribe',
    robots: 'noindex',
    crawl: false,
  },
  {
    path: '/scores',
    module: 'pages/scores/ScoresPage.tsx',
    title: 'pages.scores',
    footer: true,
    offline: true,
    sitemap: true,
  },
  {
    path: '/status',
    module: 'pages/status/StatusPage.tsx',
    title: 'pages.status',
    footer: true,
    robots: 'noindex, follow',
  },
  {
    path: '/privacy',
    module: 'pages/privacy/PrivacyPage.tsx',
    title: 'pages.privacy',
    footer: true,
    offline: true,
    sitemap: true,
  },
] as const satisfies readonly Page[]

export const PAGES: readonly Page[] = TABLE

type Entry = (typeof TABLE)[number]
/** The path of a page that search engines are sent to. */
export type SitemapPath = Extract<Entry, { sitemap: true }>['path']

export type PagePath = Entry['path']
export type MenuPage = Extract<Entry, { menu: true }>
export type FooterPage = Extract<Entry, { footer: true }>
export type HeaderPage = Extract<Entry, { header: object }>

/** The pages that the menu lists, those that the header lists, and those that the footer lists. */
export const MENU_PAGES = TABLE.filter((page): page is MenuPage => 'menu' in page)
export const HEADER_PAGES = TABLE.filter((page): page is HeaderPage => 'header' in page)
export const FOOTER_PAGES = TABLE.filter((page): page is FooterPage => 'footer' in page)

/** What links call a page. */
export function pageName({ name, title }: Page): string {
  return t(name ?? title)
}

/** What an address of no page shows. The server makes it once, for all of them. */
export const NOT_FOUND_PAGE: Page = {
  path: '/not-found',
  module: 'pages/not-found/NotFoundPage.tsx',
  title: 'notFound.title',
  status: 404,
}
