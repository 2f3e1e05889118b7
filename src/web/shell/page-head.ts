import type { PageHead } from '#shared/first-screen.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import type { Answered } from './answers.ts'
import { describeEntity } from './describe-entity.ts'

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
