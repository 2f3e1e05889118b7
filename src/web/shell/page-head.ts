import { addDays, calendarDay } from '#shared/days.ts'
import type { PageHead } from '#shared/first-screen.ts'
import { weekCardPath } from '#shared/iso-week.ts'
import { languageQuery } from '#shared/languages.ts'
import { abbreviate, formatThousands, signed } from '#shared/number-format.ts'
import { entityAt, findPage } from '#shared/page-addresses.ts'
import { NOT_FOUND_PAGE, type Page, type PagePath, pageName, type SitemapPath } from '#shared/pages.ts'
import { nameOrTag, plainName } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import { type PlainTextId, pageLanguage, t } from '#shared/texts.ts'
import type { Answer, CallName } from '#web/app/api-client.ts'
import { type Answered, isRefused } from './render-page.tsx'

/** What search engines and link previews say of a page. A club's or player's page says their key figures instead. */
export const DESCRIPTIONS: Partial<Record<string, PlainTextId>> = {
  '/': 'pages.homeAbout',
  '/browse/clubs': 'pages.clubsAbout',
  '/browse/players': 'pages.playersAbout',
  '/analytics': 'pages.analyticsAbout',
  '/leaderboards': 'pages.leaderboardsAbout',
  '/compare': 'pages.compareAbout',
  '/meta': 'pages.metaAbout',
  '/meta/map/$id': 'pages.mapAbout',
  '/meta/brawler/$id': 'pages.brawlerAbout',
  '/find': 'pages.findAbout',
  '/scores': 'pages.scoresAbout',
  '/privacy': 'pages.privacyAbout',
} satisfies Partial<Record<PagePath, PlainTextId>> & Record<SitemapPath, PlainTextId>

/** What the head of a page says: from its canonical address, its title, and the answers to its calls. */
export function pageHead(address: string, title: string, answers: readonly Answered[]): PageHead {
  const { page, written } = findPage(address) ?? { page: NOT_FOUND_PAGE, written: '' }
  const [path = '/', query] = address.split('?')
  const name = title.replace(/ \| [^|]*$/, '')
  return {
    title,
    description: describeEntity(answers) ?? t(DESCRIPTIONS[page.path] ?? 'pages.siteAbout'),
    // A list cut by filters is a part of the list that search engines have already.
    robots: page.robots ?? (query === undefined ? null : 'noindex, follow'),
    path: page.namedByQuery ? address : path,
    picture:
      (weekPicture(answers) ?? reviewPicture(answers) ?? pictureOf(address, answers)) + languageQuery(pageLanguage()),
    trail: path === '/' ? [] : [...listParents(page, written), [name, path]],
    about: aboutEntity(page, answers),
  }
}

/** Whose own page this is. Feeds and frames are offered on these alone. */
function aboutEntity({ profile, kind }: Page, answers: readonly Answered[]): PageHead['about'] {
  const entity = profile && kind && findAnswer(answers, `GET /api/browse/${kind}/{tag}`)
  if (!entity) return null
  const name = nameOrTag(entity.name, entity.tag)
  return { type: kind, name, feed: t(kind === 'club' ? 'pages.feedOfClub' : 'pages.feedOfPlayer', { name }) }
}

/** The pages above a page in breadcrumbs, from the home page down. One about the same club or player is named by the tag. */
function listParents({ parent = '/' }: Page, written: string): [name: string, path: string][] {
  const page = findPage(parent)?.page
  if (page === undefined || page.path === '/') return page === undefined ? [] : [[pageName(page), '/']]
  const path = parent.replace('$tag', written)
  return [...listParents(page, written), [path === parent ? pageName(page) : `#${written}`, path]]
}

/** The picture of a club's week, where the page shows one that is published. */
function weekPicture(answers: readonly Answered[]): string | null {
  const week = findAnswer(answers, 'GET /api/browse/club/{tag}/weeks/{date}')
  return week === undefined ? null : weekCardPath('club', week.club_tag, addDays(calendarDay(week.date), -7))
}

/** The picture of all cards of a review, where the page shows one that is shared. */
function reviewPicture(answers: readonly Answered[]): string | null {
  const review =
    findAnswer(answers, 'GET /api/browse/player/{tag}/reviews/{period}') ??
    findAnswer(answers, 'GET /api/browse/club/{tag}/reviews/{period}')
  return review === undefined ? null : `/og/review/${review.type}/${tagInPath(review.tag)}/${review.period}.png`
}

/** The picture of the club or player, where one is known; else that of the site. */
function pictureOf(address: string, answers: readonly Answered[]): string {
  const entity = entityAt(address)
  const known = entity !== null && findAnswer(answers, `GET /api/browse/${entity.type}/{tag}`) !== undefined
  return known ? `/og/${entity.type}/${tagInPath(entity.tag)}.png` : '/og/site.png'
}

/** A club or player in its key figures, as far as they were answered; null where the page is about neither. */
export function describeEntity(answers: readonly Answered[]): string | null {
  const club = findAnswer(answers, 'GET /api/browse/club/{tag}')
  if (club) return describeClub(club, findAnswer(answers, 'GET /api/browse/club/{tag}/analytics'))
  const player = findAnswer(answers, 'GET /api/browse/player/{tag}')
  return player ? describePlayer(player, findAnswer(answers, 'GET /api/browse/player/{tag}/analytics')) : null
}

function describeClub(
  { name, tag, memberCount, trophies }: Answer<'GET /api/browse/club/{tag}'>,
  analytics: Answer<'GET /api/browse/club/{tag}/analytics'> | undefined,
): string {
  const { active_members: active = null } = analytics?.member_performance_summary ?? {}
  const { trophy_growth_7d: growth = null, trophy_growth_7d_played: played = null } =
    analytics?.club_health_metrics ?? {}
  const key = { name: plainName(name), tag, members: memberCount, trophies: abbreviate(trophies) }
  return sentences(
    t('pages.clubHead', key),
    active !== null && t('pages.clubActive', { active }),
    growth !== null && played === null && t('pages.clubGrowth', { growth: signed(growth, abbreviate) }),
    played !== null && t('pages.clubPlayed', { growth: signed(played, abbreviate) }),
  )
}

function describePlayer(
  { name, tag, trophies, highestTrophies, club }: Answer<'GET /api/browse/player/{tag}'>,
  analytics: Answer<'GET /api/browse/player/{tag}/analytics'> | undefined,
): string {
  const { trophy_change_30d: change = null, span_days = 30 } = analytics?.trophy_progression ?? {}
  const key = { name: plainName(name), tag, trophies: formatThousands(trophies) }
  return sentences(
    highestTrophies === null
      ? t('pages.playerHead', key)
      : t('pages.playerHeadBest', { ...key, best: formatThousands(highestTrophies) }),
    change !== null && t('pages.playerChange', { change: signed(change), days: span_days }),
    club !== null && t('pages.playerClub', { club: plainName(club.name) }),
  )
}

/** The sentences that have something to say, as one text. */
function sentences(...parts: (string | false)[]): string {
  return parts.filter(Boolean).join(' ')
}

function findAnswer<N extends CallName>(answers: readonly Answered[], name: N): Answer<N> | undefined {
  const answer = answers.find(({ call }) => call.name === name)
  return answer === undefined || isRefused(answer) ? undefined : (JSON.parse(answer.text) as Answer<N>)
}
