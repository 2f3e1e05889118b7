import { addDays, calendarDay } from '#shared/days.ts'
import type { PageHead } from '#shared/first-screen.ts'
import { weekCardPath } from '#shared/iso-week.ts'
import { abbreviate, count, formatThousands, signed } from '#shared/number-format.ts'
import { entityAt, findPage } from '#shared/page-addresses.ts'
import { NOT_FOUND_PAGE, type Page, pageName, SITE_DESCRIPTION } from '#shared/pages.ts'
import { nameOrTag, plainName } from '#shared/plain-name.ts'
import { tagInPath } from '#shared/tag.ts'
import type { Answer, CallName } from '#web/app/api-client.ts'
import { type Answered, isRefused } from './render-page.tsx'

/** What the head of a page says: from its canonical address, its title, and the answers to its calls. */
export function pageHead(address: string, title: string, answers: readonly Answered[]): PageHead {
  const { page, written } = findPage(address) ?? { page: NOT_FOUND_PAGE, written: '' }
  const [path = '/', query] = address.split('?')
  const name = title.replace(/ \| [^|]*$/, '')
  return {
    title,
    description: describeEntity(answers) ?? page.description ?? SITE_DESCRIPTION,
    // A list cut by filters is a part of the list that search engines have already.
    robots: page.robots ?? (query === undefined ? null : 'noindex, follow'),
    path: page.namedByQuery ? address : path,
    picture: weekPicture(answers) ?? reviewPicture(answers) ?? pictureOf(address, answers),
    trail: path === '/' ? [] : [...listParents(page, written), [name, path]],
    about: aboutEntity(page, answers),
  }
}

/** Whose own page this is. Feeds and frames are offered on these alone. */
function aboutEntity({ profile, kind }: Page, answers: readonly Answered[]): PageHead['about'] {
  const entity = profile && kind && findAnswer(answers, `GET /api/browse/${kind}/{tag}`)
  return entity ? { type: kind, name: nameOrTag(entity.name, entity.tag) } : null
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
  const members = count(memberCount, 'member')
  return sentences(
    `${plainName(name)} (${tag}): ${members} with ${abbreviate(trophies)} trophies together.`,
    active !== null && `${active} active in the last 7 days.`,
    growth !== null && played === null && `${signed(growth, abbreviate)} trophies in 7 days.`,
    played !== null && `${signed(played, abbreviate)} trophies won by play in 7 days.`,
  )
}

function describePlayer(
  { name, tag, trophies, highestTrophies, club }: Answer<'GET /api/browse/player/{tag}'>,
  analytics: Answer<'GET /api/browse/player/{tag}/analytics'> | undefined,
): string {
  const { trophy_change_30d: change = null, span_days = 30 } = analytics?.trophy_progression ?? {}
  const best = highestTrophies === null ? '' : `, at best ${formatThousands(highestTrophies)}`
  return sentences(
    `${plainName(name)} (${tag}): ${formatThousands(trophies)} trophies${best}.`,
    change !== null && `${signed(change)} in ${count(span_days, 'day')}.`,
    club !== null && `Plays for ${plainName(club.name)}.`,
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
