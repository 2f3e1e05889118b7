import { normaliseTag } from '#shared/tag.ts'
import type { Glitch, ObservedAnswer, Parsed } from '../answers.ts'
import { parseBattleLog } from './battle-log.ts'
import { type ModeWords, parseBrawlers, parseGameModes, parseRotation } from './catalogue.ts'
import { parseClub } from './club.ts'
import { UnusableAnswer } from './parsing.ts'
import { parsePlayer } from './player.ts'
import { parseBrawlerRanking, parseClubRanking, parsePlayerRanking } from './rankings.ts'

type Unobserved<Answer> = Answer extends unknown ? Omit<Answer, 'observedAt'> : never

/** A recorded answer, recognised by the path of its call. `country` is `global` or two capital letters. */
export type Recorded = Unobserved<ObservedAnswer> & { glitches: Glitch[] }

/** `global`, or the two letters of a country in capitals; null for anything else. */
export function canonicalCountry(country: string): string | null {
  if (country.toLowerCase() === 'global') return 'global'
  return /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : null
}

/** Returns an answer that is about the tag. @throws UnusableAnswer `malformed` when it is about another one */
export function requireAboutTag<T extends { tag: string }>(tag: string, parsed: Parsed<T>): Parsed<T> {
  if (parsed.body.tag === tag) return parsed
  throw new UnusableAnswer('malformed', 'answer is about another tag')
}

/** What an answer is read from: the parts of its path after the name, the answer, and the words for modes. */
type Kept = { rest: string[]; raw: unknown; words: ModeWords }

function parseTagged(collection: string, tag: string, { rest, raw, words }: Kept): Recorded | null {
  const path = [collection, ...rest].join('/')
  if (path === 'clubs') return { kind: 'club', ...requireAboutTag(tag, parseClub(raw)) }
  if (path === 'players') return { kind: 'player', ...requireAboutTag(tag, parsePlayer(raw)) }
  if (path === 'players/battlelog') return { kind: 'battle-log', tag, ...parseBattleLog(raw, tag, words) }
  return null
}

function parseRanking(country: string, { rest, raw }: Kept): Recorded | null {
  const path = rest.join('/')
  if (path === 'players') return { kind: 'player-ranking', country, ...parsePlayerRanking(raw) }
  if (path === 'clubs') return { kind: 'club-ranking', country, ...parseClubRanking(raw) }
  const brawlerId = Number(/^brawlers\/(\d{1,9})$/.exec(path)?.[1] ?? Number.NaN)
  return Number.isNaN(brawlerId) ? null : { kind: 'brawler-ranking', country, brawlerId, ...parseBrawlerRanking(raw) }
}

/**
 * Reads an answer that somebody kept, by the path of its call: `/clubs/%23TAG`, `/players/%23TAG`,
 * `/players/%23TAG/battlelog`, `/rankings/{country}/players`, `/rankings/{country}/clubs`,
 * `/rankings/{country}/brawlers/{id}`, `/brawlers`, `/gamemodes` or `/events/rotation`. A leading `/v1` and a query
 * are ignored. Null for any other path. `words` are those that the game gave to modes.
 * @throws UnusableAnswer `malformed` or `glitched`, as the single parsers do
 */
export function parseRecorded(path: string, raw: unknown, words: ModeWords): Recorded | null {
  const [pathname = ''] = path.split('?')
  const [collection, name, ...rest] = pathname
    .replace(/^\/v1(?=\/)/, '')
    .split('/')
    .filter(Boolean)
  if (collection === 'brawlers' && name === undefined) return { kind: 'brawlers', ...parseBrawlers(raw) }
  if (collection === 'gamemodes' && name === undefined) return { kind: 'gamemodes', ...parseGameModes(raw) }
  if (collection === undefined || name === undefined) return null
  if (collection === 'events') {
    return name === 'rotation' && rest.length === 0 ? { kind: 'rotation', ...parseRotation(raw, words) } : null
  }
  if (collection === 'rankings') {
    const country = canonicalCountry(name)
    return country === null ? null : parseRanking(country, { rest, raw, words })
  }
  const tag = normaliseTag(name)
  return tag === null ? null : parseTagged(collection, tag, { rest, raw, words })
}
