import {
  addCount,
  byStrength,
  type Count,
  type CountedRate,
  entryOf,
  expectedOf,
  familyPrior,
  newCount,
  ratedCount,
  sharesOfOthers,
} from './battle-counts.ts'
import { weekTable } from './battle-hours.ts'
import {
  aboveExpected,
  type Baselines,
  computeRate,
  PART_WEIGHT,
  type Prior,
  RATED_FROM,
  SOUND_FROM,
  shrinkRate,
  starsPerWin,
  wilson,
} from './battle-rates.ts'
import { togetherRate } from './battles-together.ts'
import { type Cell, type Gathered, type Gathering, gatherBattles, sumOf } from './gather-battles.ts'
import type { Sides } from './player-side.ts'

/** A player's battles by the names of the API, from those of the window, oldest first (docs/formulas.md#battles). */
export function playerBattles(sides: Sides, asked: Gathering & { baselines: Baselines }) {
  const gathered = gatherBattles(sides, asked)
  const total = sumOf(gathered.cells)
  const expected = expectedOf(gathered.outcomes, sharesOfOthers(asked.family, asked.baselines))
  const family = familyPrior(expected)
  const { known, knownWins, sum } = expected
  return {
    enough: total.wins + total.losses >= RATED_FROM || total.showdowns >= RATED_FROM,
    needed: RATED_FROM,
    totals: {
      ...ratedCount(total, family),
      above_expected: aboveExpected(knownWins, known, sum),
      trophies_won: total.trophies,
      seconds_played: gathered.seconds,
      battles_timed: gathered.timed,
      stars_per_win: starsPerWin(total.stars, total.starWins),
      current_streak: gathered.streak,
      longest_streak: gathered.longest,
    },
    by_lobby: gathered.lobbies,
    latest: gathered.latest,
    hours: weekTable(gathered.hours),
    ...makeTables(gathered, shrinkRate(total.wins, total.wins + total.losses, family)),
  }
}

/** The battles with a brawler, and those of them in each mode; trophies are null where those of a duel are unknown. */
type BrawlerSum = { count: Count; modes: Map<string, Count>; trophies: number | null }
type MapSum = { mode: string; count: Count; cells: Cell[] }
type Sums = { modes: Map<string, Count>; brawlers: Map<number, BrawlerSum>; maps: Map<number, MapSum> }

function sumsOf({ cells, shared, duelTrophies }: Gathered): Sums {
  const sums: Sums = { modes: new Map(), brawlers: new Map(), maps: new Map() }
  for (const cell of cells) {
    addCount(entryOf(sums.modes, cell.mode, newCount), cell.count)
    const map = entryOf(sums.maps, cell.eventId, () => ({ mode: cell.mode, count: newCount(), cells: [] }))
    addCount(map.count, cell.count)
    map.cells.push(cell)
    addToBrawler(sums, cell)
  }
  for (const cell of shared) addToBrawler(sums, cell)
  for (const [brawler, change] of duelTrophies) {
    const sum = entryOf(sums.brawlers, brawler, newBrawlerSum)
    sum.trophies = change === null || sum.trophies === null ? null : sum.trophies + change
  }
  return sums
}

/** What a duel won is told of each of its brawlers, and added after all others. */
function addToBrawler({ brawlers }: Sums, { brawler, mode, count }: Cell): void {
  if (brawler === null) return
  const sum = entryOf(brawlers, brawler, newBrawlerSum)
  addCount(sum.count, count)
  addCount(entryOf(sum.modes, mode, newCount), count)
  if (mode !== 'duels' && sum.trophies !== null) sum.trophies += count.trophies
}

function newBrawlerSum(): BrawlerSum {
  return { count: newCount(), modes: new Map(), trophies: 0 }
}

/** The player's rates as shares from 0 to 1, exact: each is what the rates of its parts are drawn towards. */
type OwnRates = { mode: (mode: string) => number; brawlerIn: (brawler: number, mode: string) => number }

function ownRates({ modes, brawlers }: Sums, family: Prior): OwnRates {
  const share = (count: Count | undefined, prior: Prior) => (count === undefined ? prior.prior : shareOf(count, prior))
  return {
    mode: (mode) => share(modes.get(mode), family),
    brawlerIn: (brawler, mode) => {
      const sum = brawlers.get(brawler)
      return share(sum?.modes.get(mode), { prior: share(sum?.count, family), weight: PART_WEIGHT })
    },
  }
}

function makeTables(gathered: Gathered, familyRate: number) {
  const family = { prior: familyRate, weight: PART_WEIGHT }
  const sums = sumsOf(gathered)
  const own = ownRates(sums, family)
  const usual = { modes: [...sums.modes.keys()].sort(), in: own.mode }
  return {
    strongest: strongestOf(sums),
    by_mode: [...sums.modes].map(([mode, count]) => ({ mode, ...ratedCount(count, family) })).sort(byMode),
    by_brawler: [...sums.brawlers]
      .map(([brawler_id, { count, trophies }]) => ({
        brawler_id,
        ...ratedCount(count, family),
        trophies_won: trophies,
      }))
      .sort(byBrawler),
    by_map: mapRows(sums, own),
    played_with: [...gathered.mates]
      .map(([tag, together]) => ({ tag, ...togetherRate(together, usual) }))
      .sort((one, other) => other.battles - one.battles || (one.tag < other.tag ? -1 : 1)),
  }
}

function shareOf({ wins, losses }: Count, prior: Prior): number {
  return shrinkRate(wins, wins + losses, prior)
}

type ModeRow = CountedRate & { mode: string }
type BrawlerRow = CountedRate & { brawler_id: number }

function byMode(one: ModeRow, other: ModeRow): number {
  return byStrength(one, other) || (one.mode < other.mode ? -1 : 1)
}

function byBrawler(one: BrawlerRow, other: BrawlerRow): number {
  return byStrength(one, other) || one.brawler_id - other.brawler_id
}

function mapRows({ maps }: Sums, own: OwnRates) {
  const rows = [...maps].map(([event_id, { mode, count, cells }]) => {
    const row = ratedCount(count, { prior: own.mode(mode), weight: PART_WEIGHT })
    return { event_id, mode, ...row, best: bestBrawler(cells, own) }
  })
  return rows.sort((one, other) => byStrength(one, other) || one.event_id - other.event_id)
}

/** The brawler with the highest lower end of those with a rate; null where none has one. */
function bestBrawler(cells: readonly Cell[], own: OwnRates) {
  let [best, highest]: [Cell | null, number] = [null, -1]
  for (const cell of cells) {
    const { wins, losses } = cell.count
    if (cell.brawler === null || wins + losses < RATED_FROM) continue
    const { low } = wilson(wins, losses)
    if (low < highest || (low === highest && cell.brawler > (best?.brawler ?? 0))) continue
    best = cell
    highest = low
  }
  if (best === null || best.brawler === null) return null
  const prior = { prior: own.brawlerIn(best.brawler, best.mode), weight: PART_WEIGHT }
  return { brawler_id: best.brawler, ...computeRate(best.count, prior) }
}

type Strongest = { brawler_id: number; mode: string; battles: number; wins: number }

/**
 * The brawler and mode with the highest lower end, of those with 20 battles that win no less than all battles of the player;
 * draws left out.
 */
function strongestOf({ brawlers, modes: all }: Sums): Strongest | null {
  const { wins: won, losses: lost } = sumOf([...all.values()].map((count) => ({ count })))
  const rows = [...brawlers].flatMap(([brawler_id, { modes }]) =>
    [...modes].flatMap(([mode, { wins, losses }]) => {
      if (wins + losses < SOUND_FROM || wins * lost < won * losses) return []
      return [{ low: wilson(wins, losses).low, row: { brawler_id, mode, battles: wins + losses, wins } }]
    }),
  )
  const [best] = rows.sort((one, other) => other.low - one.low || one.row.brawler_id - other.row.brawler_id)
  return best?.row ?? null
}
