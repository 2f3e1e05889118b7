import type { Country } from '#demo/world/countries.ts'
import { brawlerTrophiesAt, clubAt, clubTrophiesAt, trophiesAt } from '#demo/world/state-at.ts'
import { type Seconds, versionAt } from '#demo/world/time.ts'
import type { Club, Player, World } from '#demo/world/world.ts'
import { type Answer, type Glitches, glitchHappens, pageAnswer } from './answer.ts'

const MAX_AGE = 300

/** Rows in a ranking, at most. */
const PLACES = 200

const EVERYWHERE = 'GLOBAL'

/** `country` is in upper case, or GLOBAL. */
type RankingRequest = { world: World; country: string; at: Seconds; query: URLSearchParams; glitches: Glitches }

type Ranked<T> = { item: T; trophies: number }

export function playerRankingAnswer(request: RankingRequest): Answer {
  const { world, country, at, query, glitches } = request
  const broken = glitchHappens(glitches.rankingTrophiesOne, at, hashOf(country))
  const ranked = top(residents(world.players, country), (player) => trophiesAt(world, player, at))
  const rows = ranked.map(({ item, trophies }, index) => playerRow(item, broken ? 1 : trophies, index + 1, request))
  return pageAnswer(rows, query, MAX_AGE)
}

export function brawlerRankingAnswer(request: RankingRequest, brawler: number): Answer {
  const { world, country, at, query } = request
  const ranked = top(residents(world.players, country), (player) => brawlerTrophiesAt(world, player, brawler, at))
  return pageAnswer(
    ranked.map(({ item, trophies }, index) => playerRow(item, trophies, index + 1, request)),
    query,
    MAX_AGE,
  )
}

export function clubRankingAnswer(request: RankingRequest): Answer {
  const { world, country, at, query } = request
  const ranked = top(residents(world.clubs, country), (club) => clubTrophiesAt(world, club, at))
  return pageAnswer(
    ranked.map(({ item, trophies }, index) => clubRow(item, trophies, index + 1, at)),
    query,
    MAX_AGE,
  )
}

/** The clubs or players of a ranking. As in the game, each has one home country and is ranked there and globally. */
function residents<T extends { country: Country }>(everyone: readonly T[], country: string): readonly T[] {
  return country === EVERYWHERE ? everyone : everyone.filter((item) => item.country.code === country)
}

/** The best 200 by trophies, the older one first among equals. Those with null trophies are left out. */
function top<T extends { index: number }>(items: readonly T[], trophiesOf: (item: T) => number | null): Ranked<T>[] {
  return items
    .flatMap((item) => {
      const trophies = trophiesOf(item)
      return trophies === null ? [] : [{ item, trophies }]
    })
    .sort((a, b) => b.trophies - a.trophies || a.item.index - b.item.index)
    .slice(0, PLACES)
}

function playerRow(player: Player, trophies: number, rank: number, request: RankingRequest): string {
  const { at, glitches } = request
  const { name, nameColor, icon } = versionAt(player.profiles, at)
  const { club } = versionAt(player.memberships, at)
  return JSON.stringify({
    tag: player.tag,
    name: glitchHappens(glitches.nullNames, at, player.seed) ? null : name,
    nameColor,
    icon: { id: icon },
    trophies,
    rank,
    ...(club === null ? {} : { club: { name: clubAt(club, at).settings.name } }),
  })
}

function clubRow(club: Club, trophies: number, rank: number, at: Seconds): string {
  const { settings, members } = clubAt(club, at)
  const { name, badgeId } = settings
  return JSON.stringify({ tag: club.tag, name, badgeId, trophies, rank, memberCount: members.length })
}

function hashOf(text: string): number {
  return [...text].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7)
}
