import { FIRST_BRAWLER_ID } from '../world/brawler-names.ts'
import { itemAt } from '../world/item-at.ts'
import { clubAt, stateAt } from '../world/look.ts'
import type { PlayerState } from '../world/player-state.ts'
import { mix } from '../world/random.ts'
import { type Seconds, versionAt } from '../world/time.ts'
import { brawlerRank, experienceLevel } from '../world/trophy-rules.ts'
import type { Player, World } from '../world/world.ts'
import { type Answer, ok } from './answer.ts'
import { type CatalogueEntry, catalogueEntry } from './brawler-catalogue.ts'
import { rankedFields } from './ranked-fields.ts'

const MAX_AGE = 120

/** A player's profile with every brawler, at an instant. */
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
    bestRoboRumbleTime: mix(player.seed, 8) % 21,
    bestTimeAsBigBrawler: 0,
    ...rankedFields(state, at),
    club: club === null ? {} : { tag: club.tag, name: clubAt(club, at).settings.name },
    brawlers,
  }
  return ok(body, MAX_AGE)
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
    ...equipment(catalogueEntry(index), power, mix(player.seed, index)),
  }))
}

/** What a brawler of a power level carries; parts are unlocked at 7, 9 and 11. */
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
