import { BATTLE_KINDS } from '../world/battle-kinds.ts'
import { itemAt } from '../world/item-at.ts'
import { between, type Random } from '../world/random.ts'
import { type Seconds, versionAt } from '../world/time.ts'
import { type Entry, entryAt, HAPPENING, lengthAt, OUTCOME } from '../world/timeline.ts'
import type { Player, World } from '../world/world.ts'
import { brawlerIn, stranger, strangersBrawler, type UsedBrawler } from './battle-fighters.ts'

type DuelBrawler = UsedBrawler & { trophyChange?: number }

/** The two sides of a duel, three brawlers each, every one with a trophy change of its own. */
export function renderDuel(world: World, player: Player, entry: Entry, random: Random, at: Seconds) {
  const kind = itemAt(BATTLE_KINDS, entry.kind)
  const own: DuelBrawler[] = duelEntries(player, entry).map((part) => ({
    ...brawlerIn(world, kind, part, at),
    ...(part.delta === 0 ? {} : { trophyChange: part.delta }),
  }))
  const { brawler, ...opponent } = stranger(kind, entry.before, random)
  const change = entry.outcome === OUTCOME.victory ? -3 : 5
  const others = [brawler, ...[1, 2].map(() => strangersBrawler(kind, entry.before, random))]
  const me = { tag: player.tag, name: versionAt(player.profiles, at).name, brawlers: own }
  const other = { ...opponent, brawlers: others.map((used) => ({ ...used, trophyChange: change })) }
  return { players: between(random, 0, 1) === 0 ? [me, other] : [other, me] }
}

/** The entry of the duel and those of its second and third brawler, which stand right behind it. */
function duelEntries(player: Player, entry: Entry): Entry[] {
  const parts = [entry]
  const end = lengthAt(player.timeline, entry.time)
  for (let i = Math.max(0, end - 3); i < end; i += 1) {
    const part = entryAt(player.timeline, i)
    if (part.kind === HAPPENING.duelBrawler && part.seed === entry.seed) parts.push(part)
  }
  return parts
}
