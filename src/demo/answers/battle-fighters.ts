import { EVERY_SCRIPT } from '#demo/world/countries.ts'
import {
  BATTLE_KINDS,
  type BattleKind,
  FIRST_BRAWLER_ID,
  LASTING_BRAWLERS,
  WITHDRAWN,
  withdrawalTime,
} from '#demo/world/game-rules.ts'
import { playerName } from '#demo/world/names.ts'
import { between, itemAt, pick, type Random, randomTag } from '#demo/world/random.ts'
import { type Seconds, versionAt } from '#demo/world/time.ts'
import { type Entry, entryAt, lengthAt } from '#demo/world/timeline.ts'
import type { Player, World } from '#demo/world/world.ts'
import { catalogueEntry } from './game-answers.ts'

export type UsedBrawler = { id: number; name: string | null; power: number; trophies: number }

/** A participant of a battle as a log shows them. */
export type Fighter = { tag: string; name: string; brawler: UsedBrawler }

/** A participant from the world, with the outcome on their side. */
export type SeenFighter = { fighter: Fighter; outcome: number }

/** The players of the world in a battle, in the order of their crew, each with their own outcome: the same list for all of them. */
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

/** An invented participant, about as strong as `trophies`. */
export function stranger(kind: BattleKind, trophies: number, random: Random): Fighter {
  return {
    tag: randomTag(random, 0.36),
    name: playerName(random, EVERY_SCRIPT),
    brawler: strangersBrawler(kind, trophies, random),
  }
}

export function strangersBrawler(kind: BattleKind, trophies: number, random: Random): UsedBrawler {
  const index = pick(random, LASTING_BRAWLERS)
  const power = random() < 0.63 ? 11 : between(random, 7, 10)
  const near = Math.max(kind.type === 'soloRanked' ? 1 : 0, trophies + between(random, -60, 60))
  const brawler = { id: FIRST_BRAWLER_ID + index, name: catalogueEntry(index).name }
  if (kind.type === 'friendly') return { ...brawler, power: -1, trophies: -1 }
  return { ...brawler, power, trophies: kind.type === 'soloRanked' ? Math.min(17, near) : near }
}
