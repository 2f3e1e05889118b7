import type { Route } from '../http/route.ts'
import { BRAWLER_NAMES, FIRST_BRAWLER_ID } from '../world/brawler-names.ts'
import { liveUntil } from '../world/live-day.ts'
import type { Seconds } from '../world/time.ts'
import type { Club, Player, World } from '../world/world.ts'
import { type Answer, NOT_FOUND } from './answer.ts'
import { battleLogAnswer } from './battle-log-answer.ts'
import { brawlerAnswer, brawlersAnswer, gameModesAnswer } from './catalogue-answer.ts'
import { clubAnswer, membersAnswer } from './club-answer.ts'
import type { Glitches } from './glitches.ts'
import { playerAnswer } from './player-answer.ts'
import { brawlerRankingAnswer, clubRankingAnswer, playerRankingAnswer } from './ranking-answer.ts'
import { rotationAnswer } from './rotation-answer.ts'

/** What a request is about, besides its path. */
export type Question = { at: Seconds; query: URLSearchParams; glitches: Glitches }

/** The world's answer to a route at an instant; before the epoch it is as at the epoch. Equal questions get equal bytes. */
export function answerRoute(world: World, route: Route, question: Question): Answer {
  const asked = { ...question, world, at: Math.max(world.epoch, question.at) }
  const { at, query, glitches } = asked
  liveUntil(world, at)
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
