import type { PageHead } from '#shared/first-screen.ts'
import { abbreviate, signed, thousands } from '#shared/number-format.ts'
import { plainName } from '#shared/plain-name.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import type { Answer, CallName } from '#web/app/api-client.ts'
import { type Answered, isRefused } from './answers.ts'

const GENERAL = 'Trophy history, activity and member form for clubs and players of Brawl Stars.'

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  '/': 'Trophy history, activity and member form for every club and player of Brawl Stars. Enter a tag, and tracking starts.',
  '/browse/clubs': 'All tracked clubs of Brawl Stars by region, activity and trophies, with their members and growth.',
  '/browse/players': 'All tracked players of Brawl Stars by region, activity and trophies, with their form.',
  '/leaderboards':
    'The best players and clubs of Brawl Stars, of the world and by country, and what moved since last time.',
  '/analytics': 'All tracked clubs and players of Brawl Stars at one look: who moves, where, and what stands out.',
  '/compare': 'Two players or two clubs of Brawl Stars side by side: trophy lines, form and key figures.',
  '/scores': 'How every score is made: its formula, its inputs and what it cannot say.',
  '/privacy': 'What is stored of players, for how long, and how to be hidden.',
}

/** Pages that are about the visitor or the moment, and lists cut by filters: nothing to be found by searching. */
const UNLISTED: readonly (readonly [RegExp, string])[] = [
  [/^\/(?:club|player|search)(?:\/|$)/, 'noindex'],
  [/^\/(?:dashboard|status)$/, 'noindex, follow'],
  [/\?/, 'noindex, follow'],
]

/** What the head of a page says, from its address, the title it has and what was answered to it. */
export function pageHead(address: string, title: string, answers: readonly Answered[]): PageHead {
  const path = address.split('?')[0] ?? '/'
  const name = title.replace(/ \| [^|]*$/, '')
  return {
    title,
    description: describeEntity(answers) ?? DESCRIPTIONS[path] ?? GENERAL,
    robots: UNLISTED.find(([pattern]) => pattern.test(address))?.[1] ?? null,
    path,
    picture: pictureOf(path),
    trail: path === '/' ? [] : [['Home', '/'], ...parentOf(path), [name, path]],
  }
}

function parentOf(path: string): [string, string][] {
  if (path.startsWith('/club/')) return [['Browse Clubs', '/browse/clubs']]
  return path.startsWith('/player/') ? [['Browse Players', '/browse/players']] : []
}

function pictureOf(path: string): string {
  const [, kind, written = ''] = /^\/(club|player)\/([^/]+)$/.exec(path) ?? []
  const tag = normaliseTag(written)
  return kind === undefined || tag === null ? '/og/site.png' : `/og/${kind}/${tagInPath(tag)}.png`
}

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

/** A club or player in its key figures, as far as they were answered; null where the page is about neither. */
export function describeEntity(answers: readonly Answered[]): string | null {
  const club = found(answers, 'GET /api/browse/club/{tag}')
  if (club) return describeClub(club, found(answers, 'GET /api/browse/club/{tag}/analytics'))
  const player = found(answers, 'GET /api/browse/player/{tag}')
  return player ? describePlayer(player, found(answers, 'GET /api/browse/player/{tag}/analytics')) : null
}

function describeClub(
  { name, tag, memberCount, trophies }: Answer<'GET /api/browse/club/{tag}'>,
  analytics: Answer<'GET /api/browse/club/{tag}/analytics'> | undefined,
): string {
  const { active_members: active = null } = analytics?.member_performance_summary ?? {}
  const { trophy_growth_7d: growth = null } = analytics?.club_health_metrics ?? {}
  const members = `${memberCount} ${memberCount === 1 ? 'member' : 'members'}`
  return [
    `${plainName(name)} (${tag}): ${members} with ${abbreviate(trophies)} trophies together.`,
    active !== null && `${active} active in the last 7 days.`,
    growth !== null && `${signed(growth, abbreviate)} trophies in 7 days.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function describePlayer(
  { name, tag, trophies, highestTrophies, club }: Answer<'GET /api/browse/player/{tag}'>,
  analytics: Answer<'GET /api/browse/player/{tag}/analytics'> | undefined,
): string {
  const change = analytics?.trophy_progression.trophy_change_30d ?? null
  const best = highestTrophies === null ? '' : `, at best ${thousands(highestTrophies)}`
  return [
    `${plainName(name)} (${tag}): ${thousands(trophies)} trophies${best}.`,
    change !== null && `${signed(change)} in 30 days.`,
    club && `Plays for ${plainName(club.name)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function found<N extends CallName>(answers: readonly Answered[], name: N): Answer<N> | undefined {
  const answer = answers.find(({ call }) => call.name === name)
  return answer === undefined || isRefused(answer) ? undefined : (JSON.parse(answer.text) as Answer<N>)
}
