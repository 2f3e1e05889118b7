import { brawlerRank, experienceLevel, FIRST_BRAWLER_ID, loweredElo, rankedSeason } from '#demo/world/game-rules.ts'
import type { PlayerState } from '#demo/world/player-state.ts'
import { clubAt, stateAt, trophiesAt } from '#demo/world/state-at.ts'
import { type Seconds, versionAt } from '#demo/world/time.ts'
import type { Club, ClubMember, Player, World } from '#demo/world/world.ts'
import { itemAt, mixBits } from '#shared/random.ts'
import { RANKED_TIERS } from '#shared/ranked-tiers.ts'
import { type Answer, type Glitches, makeAnswer, pageAnswer } from './answer.ts'
import { type CatalogueEntry, catalogueEntry } from './game-answers.ts'

const MAX_AGE = 120

/** A player's profile with all brawlers at a moment. */
export function playerAnswer(world: World, player: Player, at: Seconds): Answer {
  const state = stateAt(world, player, at)
  const { name, nameColor, icon } = versionAt(player.profiles, at)
  const { club } = versionAt(player.memberships, at)
  const brawlers = ownedBrawlers(player, state)
  const body = {
    tag: player.tag,
    name,
    nameColor,
    icon: { id: icon },
    trophies: state.total,
    highestTrophies: state.highestTotal,
    totalPrestigeLevel: brawlers.reduce((sum, brawler) => sum + brawler.prestigeLevel, 0),
    expLevel: experienceLevel(state.experience),
    expPoints: state.experience,
    isQualifiedFromChampionshipChallenge: false,
    '3vs3Victories': state.teamWins,
    soloVictories: state.soloWins,
    duoVictories: state.duoWins,
    bestRoboRumbleTime: mixBits(player.seed, 8) % 21,
    bestTimeAsBigBrawler: 0,
    ...rankedFields(world, player, state, at),
    ...fameFields(player, state),
    club: club === null ? {} : { tag: club.tag, name: clubAt(club, at).settings.name },
    brawlers,
  }
  return makeAnswer(body, MAX_AGE)
}

function ownedBrawlers(player: Player, state: PlayerState) {
  const owned = [...state.power.entries()].filter(([, power]) => power > 0)
  return owned.map(([index, power]) => ({
    id: FIRST_BRAWLER_ID + index,
    name: catalogueEntry(index).name,
    power,
    rank: brawlerRank(itemAt(state.highest, index)),
    trophies: itemAt(state.trophies, index),
    highestTrophies: itemAt(state.highest, index),
    prestigeLevel: Math.floor(itemAt(state.highest, index) / 1000),
    currentWinStreak: itemAt(state.streak, index),
    maxWinStreak: itemAt(state.longestStreak, index),
    ...equipment(catalogueEntry(index), power, mixBits(player.seed, index)),
  }))
}

/** The equipment of a brawler of a power level; parts are unlocked at levels 7, 9 and 11. */
function equipment(entry: CatalogueEntry, power: number, luck: number) {
  const gadgets = entry.gadgets.slice(0, power < 7 ? 0 : 1 + (luck & 1))
  const starPowers = entry.starPowers.slice(0, power < 9 ? 0 : 1 + ((luck >> 1) & 1))
  const hyperCharges = entry.hyperCharges.slice(0, power < 11 ? 0 : (luck >> 2) & 1)
  return {
    gears: power < 8 ? [] : entry.gears.slice(0, 1 + (luck % 3)),
    starPowers,
    gadgets,
    hyperCharges,
    buffies: { gadget: luck % 5 === 0, starPower: luck % 7 === 0, hyperCharge: luck % 11 === 0 },
  }
}

/**
 * The fields of the Ranked mode; none of them for half of those who never played it. The other half is unranked, and so is
 * a third of those who have not played in this season.
 */
function rankedFields(world: World, { seed }: Player, state: PlayerState, at: Seconds) {
  const luck = mixBits(seed, 10)
  if (state.highestElo === 0 && luck % 2 === 0) return {}
  const season = rankedSeason(at)
  const starts = season - (state.eloSeason || rankedSeason(world.epoch))
  const elo = loweredElo(state.elo, starts)
  const ofSeason = starts > 0 ? elo : Math.max(elo, state.seasonElo)
  const isUnranked = state.highestElo === 0 || (starts > 0 && luck % 3 === 0)
  return {
    rankedSeasonId: season,
    ...standingFields('ranked', isUnranked ? null : elo),
    ...standingFields('highestSeasonRanked', isUnranked ? null : ofSeason),
    ...standingFields('highestAllTimeRanked', state.highestElo === 0 ? null : state.highestElo),
  }
}

/** Number, name and rating of a tier; the unranked have 0 in place of both numbers, and no name. */
function standingFields(place: string, elo: number | null) {
  if (elo === null) return { [`${place}Rank`]: 0, [`${place}Elo`]: 0 }
  const tier = RANKED_TIERS.findLastIndex(({ from }) => from <= elo)
  return { [`${place}Rank`]: tier + 1, [`${place}RankName`]: itemAt(RANKED_TIERS, tier).name, [`${place}Elo`]: elo }
}

/** Not every account has fame (docs/game-api.md#players). */
function fameFields({ seed }: Player, { experience }: PlayerState) {
  return mixBits(seed, 9) % 3 === 0 ? {} : { fame: Math.floor(experience / 50), fameTierName: 'World Star' }
}

/** A club with all its members at a moment. The JSON is put together as text, because this answer is asked for most. */
export function clubAnswer(world: World, club: Club, at: Seconds, glitches: Glitches): Answer {
  const { settings, members } = clubAt(club, at)
  const rows = memberRows(world, members, at, glitches)
  const trophies = rows.reduce((sum, row) => sum + row.trophies, 0)
  const body =
    `{"tag":"${club.tag}","name":${JSON.stringify(settings.name)},` +
    `"description":${JSON.stringify(settings.description)},"type":"${settings.type}","badgeId":${settings.badgeId},` +
    `"requiredTrophies":${settings.requiredTrophies},"trophies":${trophies},` +
    `"isFamilyFriendly":${settings.isFamilyFriendly},"members":[${rows.map((row) => row.json).join(',')}]}`
  return { status: 200, body, maxAge: MAX_AGE }
}

/** The members of a club as a paged list. */
export function membersAnswer(
  world: World,
  club: Club,
  at: Seconds,
  query: URLSearchParams,
  glitches: Glitches,
): Answer {
  const rows = memberRows(world, clubAt(club, at).members, at, glitches)
  return pageAnswer(
    rows.map((row) => row.json),
    query,
    MAX_AGE,
  )
}

type Row = { trophies: number; index: number; json: string }

function memberRows(world: World, members: readonly ClubMember[], at: Seconds, glitches: Glitches): Row[] {
  const seenAt = Math.max(world.epoch, at - glitches.memberLagSeconds)
  return members
    .map(({ player, role }) => {
      const trophies = trophiesAt(world, player, seenAt)
      const profile = versionAt(player.profiles, at)
      const json = `${profile.rowStart}${role}","trophies":${trophies},"icon":{"id":${profile.icon}}}`
      return { trophies, index: player.index, json }
    })
    .sort((a, b) => b.trophies - a.trophies || a.index - b.index)
}
