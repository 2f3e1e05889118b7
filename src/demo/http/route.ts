import { normaliseTag } from '#shared/tag.ts'

/** A path of the game's API, by kind; the kinds are also what calls are counted by. */
export type Route =
  | { kind: 'club' | 'club_members' | 'player' | 'battlelog'; tag: string }
  | { kind: 'ranking_players' | 'ranking_clubs'; country: string }
  | { kind: 'ranking_brawlers'; country: string; brawler: string }
  | { kind: 'brawlers' | 'gamemodes' | 'rotation' | 'unknown' }
  | { kind: 'brawler'; brawler: string }

const UNKNOWN: Route = { kind: 'unknown' }
const BASE = '/v1/'

/** What a path without its query asks for. Malformed tags are unknown, as the game answers 404 for them. */
export function routeOf(path: string): Route {
  if (!path.startsWith(BASE)) return UNKNOWN
  const [first, second, third, fourth, ...more] = path.slice(BASE.length).split('/')
  if (more.length > 0 || first === undefined) return UNKNOWN
  if (first === 'clubs' && fourth === undefined) return tagged(second, third, { '': 'club', members: 'club_members' })
  if (first === 'players' && fourth === undefined)
    return tagged(second, third, { '': 'player', battlelog: 'battlelog' })
  if (first === 'rankings') return ranking(second, third, fourth)
  if (first === 'brawlers' && third === undefined)
    return second ? { kind: 'brawler', brawler: second } : { kind: 'brawlers' }
  if (first === 'gamemodes' && second === undefined) return { kind: 'gamemodes' }
  if (first === 'events' && second === 'rotation' && third === undefined) return { kind: 'rotation' }
  return UNKNOWN
}

type TaggedKind = 'club' | 'club_members' | 'player' | 'battlelog'

function tagged(
  segment: string | undefined,
  part: string | undefined,
  kinds: Readonly<Record<string, TaggedKind>>,
): Route {
  const kind = Object.hasOwn(kinds, part ?? '') ? kinds[part ?? ''] : undefined
  const tag = segment === undefined ? null : readTag(segment)
  return kind === undefined || tag === null ? UNKNOWN : { kind, tag }
}

function readTag(segment: string): string | null {
  try {
    return normaliseTag(decodeURIComponent(segment))
  } catch {
    return null
  }
}

function ranking(country: string | undefined, list: string | undefined, brawler: string | undefined): Route {
  if (country === undefined || !/^([a-z]{2}|global)$/i.test(country)) return UNKNOWN
  const place = country.toUpperCase()
  if (list === 'players' && brawler === undefined) return { kind: 'ranking_players', country: place }
  if (list === 'clubs' && brawler === undefined) return { kind: 'ranking_clubs', country: place }
  if (list === 'brawlers' && brawler) return { kind: 'ranking_brawlers', country: place, brawler }
  return UNKNOWN
}
