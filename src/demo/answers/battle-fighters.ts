import { EVERY_SCRIPT } from '#demo/world/countries.ts'
import {
  BATTLE_KINDS,
  type BattleKind,
  brawlerEdge,
  FIRST_BRAWLER_ID,
  LASTING_BRAWLERS,
  WITHDRAWN,
  withdrawalTime,
} from '#demo/world/game-rules.ts'
import { playerName } from '#demo/world/names.ts'
import { type Seconds, versionAt } from '#demo/world/time.ts'
import { type Entry, entryAt, lengthAt } from '#demo/world/timeline.ts'
import type { Player, World } from '#demo/world/world.ts'
import { itemAt, pick, type Random, randomBetween, randomTag } from '#shared/random.ts'
import { catalogueEntry } from './game-answers.ts'

export type UsedBrawler = { id: number; name: string | null; power: number; trophies: number }

/** A participant of a battle as a log shows them. */
export type Fighter = { tag: string; name: string; brawler: UsedBrawler }

/** A participant from the world, with the outcome on their side. */
export type SeenFighter = { fighter: Fighter; outcome: number }

/**
 * The players of the world in a battle, in the order of their crew, each with their own outcome: the same list for all
 * of them.
 */
export function fightersOf(world: World, player: Player, entry: Entry, at: Seconds): SeenFighter[] {
  const kind = itemAt(BATTLE_KINDS, entry.kind)
  return player.crew.members
    .filter((member) => entry.party & (1 << member.slot))
    .map((member) => {
      const own = member === player ? entry : entryOf(member, entry)
      const name = versionAt(member.profiles, at).name
      return { fighter: { tag: member.tag, name, brawler: brawlerIn(world, kind, own, at) }, outcome: own.outcome }
    })
}

/** A crew member's own entry for a battle that is known from another member's timeline. */
function entryOf(member: Player, shared: Entry): Entry {
  for (let i = lengthAt(member.timeline, shared.time) - 1; i >= 0; i -= 1) {
    const entry = entryAt(member.timeline, i)
    if (entry.seed === shared.seed) return entry
    if (entry.time < shared.time) break
  }
  throw new RangeError(`no battle of ${member.tag} at ${shared.time}`)
}

/** The brawler that a participant used, as before the battle. Its name is null once the game has withdrawn it. */
export function brawlerIn(world: World, kind: BattleKind, entry: Entry, at: Seconds): UsedBrawler {
  const isWithdrawn = entry.brawler === WITHDRAWN.brawler && at >= withdrawalTime(world)
  const name = isWithdrawn ? null : catalogueEntry(entry.brawler).name
  const id = FIRST_BRAWLER_ID + entry.brawler
  if (kind.type === 'friendly') return { id, name, power: -1, trophies: -1 }
  return { id, name, power: entry.power, trophies: kind.type === 'soloRanked' ? 1 + (entry.seed % 17) : entry.before }
}

/** Whom a battle lets meet: of which kind it is, on which event, and how many trophies their brawlers have. */
export type Meeting = { kind: BattleKind; event: number; trophies: number }

/**
 * An invented participant, about as strong as the others. `won`: whether their side did; null where there are no two
 * sides.
 */
export function makeStranger(meeting: Meeting, won: boolean | null, random: Random): Fighter {
  return {
    tag: randomTag(random, 0.36),
    name: playerName(random, EVERY_SCRIPT),
    brawler: strangersBrawler(meeting, won, random),
  }
}

/** How often a side of strangers has the better one of two brawlers when it wins, and the worse one when it loses. */
const BETTER_ONE_WINS = 0.08

export function strangersBrawler({ kind, event, trophies }: Meeting, won: boolean | null, random: Random): UsedBrawler {
  const [one, other] = [pick(random, LASTING_BRAWLERS), pick(random, LASTING_BRAWLERS)]
  const isBetter = brawlerEdge(one, kind.modeId, event) > brawlerEdge(other, kind.modeId, event)
  const index = won !== null && random() < BETTER_ONE_WINS && isBetter !== won ? other : one
  return usedBrawler(kind, index, trophies + randomBetween(random, -60, 60), random)
}

function usedBrawler(kind: BattleKind, index: number, trophies: number, random: Random): UsedBrawler {
  const power = random() < 0.63 ? 11 : randomBetween(random, 7, 10)
  const brawler = { id: FIRST_BRAWLER_ID + index, name: catalogueEntry(index).name }
  if (kind.type === 'friendly') return { ...brawler, power: -1, trophies: -1 }
  const near = Math.max(kind.type === 'soloRanked' ? 1 : 0, trophies)
  return { ...brawler, power, trophies: kind.type === 'soloRanked' ? Math.min(17, near) : near }
}

const TAG_OF_A_BOT = 9

/** Of the lobbies with bots, those whose tags have the first character alone in common. */
const SHORT_RUNS = 0.3

/** A team of bots: tags issued in one run, which begin alike and are equally long, and brawlers of nearly equal trophies. */
export function botTeam({ kind, trophies }: Meeting, size: number, random: Random): Fighter[] {
  const start = randomTag(random, 0.36).slice(0, random() < SHORT_RUNS ? 2 : randomBetween(random, 3, 6))
  return Array.from({ length: size }, () => ({
    tag: start + randomTag(random, 0).slice(0, TAG_OF_A_BOT).slice(start.length),
    name: playerName(random, EVERY_SCRIPT),
    brawler: usedBrawler(kind, pick(random, LASTING_BRAWLERS), trophies + randomBetween(random, -30, 30), random),
  }))
}
