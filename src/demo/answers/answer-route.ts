import { simulateClubs } from '#demo/world/create-world.ts'
import { BRAWLER_NAMES, FIRST_BRAWLER_ID } from '#demo/world/game-rules.ts'
import type { Seconds } from '#demo/world/time.ts'
import type { Club, Player, World } from '#demo/world/world.ts'
import { normaliseTag } from '#shared/tag.ts'
import { type Answer, type Glitches, NOT_FOUND } from './answer.ts'
import { battleLogAnswer } from './battle-log-answer.ts'
import { clubAnswer, membersAnswer, playerAnswer } from './entity-answers.ts'
import { brawlerAnswer, brawlersAnswer, gameModesAnswer, rotationAnswer } from './game-answers.ts'
import { brawlerRankingAnswer, clubRankingAnswer, playerRankingAnswer } from './ranking-answer.ts'

/** What a request asks besides its path; `at` is the moment that the answer is about. */
export type Question = { at: Seconds; query: URLSearchParams; glitches: Glitches }

/** The world's answer to a route. Moments before the epoch count as the epoch. Equal questions get equal bytes. */
export function answerRoute(world: World, route: Route, question: Question): Answer {
  const asked = { ...question, world, at: Math.max(world.epoch, question.at) }
  const { at, query, glitches } = asked
  simulateClubs(world, at)
  switch (route.kind) {
    case 'club':
      return withClub(world, route.tag, (club) => clubAnswer(world, club, at, glitches))
    case 'club_members':
      return withClub(world, route.tag, (club) => membersAnswer(world, club, at, query, glitches))
    case 'player':
      return withPlayer(world, route.tag, (player) => playerAnswer(world, player, at))
    case 'battlelog':
      return withPlayer(world, route.tag, (player) => battleLogAnswer(world, player, at))
    case 'ranking_players':
      return playerRankingAnswer({ ...asked, country: route.country })
    case 'ranking_clubs':
      return clubRankingAnswer({ ...asked, country: route.country })
    case 'ranking_brawlers':
      return withBrawler(route.brawler, (index) => brawlerRankingAnswer({ ...asked, country: route.country }, index))
    case 'brawlers':
      return brawlersAnswer(world, at, query)
    case 'brawler':
      return withBrawler(route.brawler, (index) => brawlerAnswer(world, at, index))
    case 'gamemodes':
      return gameModesAnswer(query)
    case 'rotation':
      return rotationAnswer(at)
    case 'unknown':
      return NOT_FOUND
  }
}

function withClub(world: World, tag: string, answer: (club: Club) => Answer): Answer {
  const club = world.clubByTag.get(tag)
  return club === undefined ? NOT_FOUND : answer(club)
}

function withPlayer(world: World, tag: string, answer: (player: Player) => Answer): Answer {
  const player = world.playerByTag.get(tag)
  return player === undefined ? NOT_FOUND : answer(player)
}

function withBrawler(id: string, answer: (index: number) => Answer): Answer {
  const index = /^\d{8}$/.test(id) ? Number(id) - FIRST_BRAWLER_ID : -1
  return BRAWLER_NAMES[index] ? answer(index) : NOT_FOUND
}

/** A path of the game's API. Calls are counted by its kind. */
export type Route =
  | { kind: 'club' | 'club_members' | 'player' | 'battlelog'; tag: string }
  | { kind: 'ranking_players' | 'ranking_clubs'; country: string }
  | { kind: 'ranking_brawlers'; country: string; brawler: string }
  | { kind: 'brawlers' | 'gamemodes' | 'rotation' | 'unknown' }
  | { kind: 'brawler'; brawler: string }

const UNKNOWN: Route = { kind: 'unknown' }
const BASE = '/v1/'

/** The route of a path without its query. A malformed tag makes it unknown, because the game answers 404 then. */
export function routeOf(path: string): Route {
  if (!path.startsWith(BASE)) return UNKNOWN
  const [first, second, third, fourth, ...more] = path.slice(BASE.length).split('/')
  if (more.length > 0 || first === undefined) return UNKNOWN
  if (first === 'clubs' && fourth === undefined)
    return matchTaggedRoute(second, third, { '': 'club', members: 'club_members' })
  if (first === 'players' && fourth === undefined)
    return matchTaggedRoute(second, third, { '': 'player', battlelog: 'battlelog' })
  if (first === 'rankings') return ranking(second, third, fourth)
  if (first === 'brawlers' && third === undefined)
    return second ? { kind: 'brawler', brawler: second } : { kind: 'brawlers' }
  if (first === 'gamemodes' && second === undefined) return { kind: 'gamemodes' }
  if (first === 'events' && second === 'rotation' && third === undefined) return { kind: 'rotation' }
  return UNKNOWN
}

type TaggedKind = 'club' | 'club_members' | 'player' | 'battlelog'

function matchTaggedRoute(
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
