import { modeName, titleCase } from '#shared/game-names.ts'
import { count as countText, percent as percentText } from '#shared/number-format.ts'
import { byStrength, type Count, type CountedRate, familyPrior, ratedCount } from './battle-counts.ts'
import { weekTable } from './battle-hours.ts'
import {
  aboveExpected,
  drawn,
  PART_WEIGHT,
  type Prior,
  RATED_FROM,
  SOUND_FROM,
  starsPerWin,
  wilson,
} from './battle-rates.ts'
import { togetherRate } from './battles-together.ts'
import { type Asked, type Cell, type Gathered, gatherBattles, sumOf } from './gather-battles.ts'
import type { Sides } from './player-side.ts'

/** A player's battles by the names of the API, from those of the window, oldest first (docs/formulas.md#battles). */
export function playerBattles(sides: Sides, asked: Asked) {
  const gathered = gatherBattles(sides, asked)
  const total = sumOf(gathered.cells)
  const family = familyPrior(gathered.expected)
  const { known, knownWins, sum } = gathered.expected
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
    ...tables(gathered, drawn(total.wins, total.wins + total.losses, family)),
  }
}

/** The player's rates as shares from 0 to 1, exact: each is what the rates of its parts are drawn towards. */
type OwnRates = { mode: (mode: string) => number; brawlerIn: (brawler: number, mode: string) => number }

function tables({ cells, shared, mates }: Gathered, familyRate: number) {
  const family = { prior: familyRate, weight: PART_WEIGHT }
  const modes = Map.groupBy(cells, ({ mode }) => mode)
  const brawlers = Map.groupBy([...cells, ...shared], ({ brawler }) => brawler)
  const pairs = Map.groupBy([...cells, ...shared], ({ brawler, mode }) => `${brawler} ${mode}`)
  const own: OwnRates = {
    mode: (mode) => shareOf(sumOf(modes.get(mode) ?? []), family),
    brawlerIn: (brawler, mode) => {
      const prior = shareOf(sumOf(brawlers.get(brawler) ?? []), family)
      return shareOf(sumOf(pairs.get(`${brawler} ${mode}`) ?? []), { prior, weight: PART_WEIGHT })
    },
  }
  return {
    strongest: strongestOf(pairs),
    by_mode: [...modes].map(([mode, of]) => ({ mode, ...ratedCount(sumOf(of), family) })).sort(byMode),
    by_brawler: [...brawlers].flatMap(([id, of]) => (id === null ? [] : [brawlerRow(id, of, family)])).sort(byBrawler),
    by_map: mapRows(cells, own),
    played_with: [...mates]
      .map(([tag, together]) => ({ tag, ...togetherRate(together, own.mode) }))
      .sort((one, other) => other.battles - one.battles || (one.tag < other.tag ? -1 : 1)),
  }
}

function shareOf({ wins, losses }: Count, prior: Prior): number {
  return drawn(wins, wins + losses, prior)
}

type ModeRow = CountedRate & { mode: string }
type BrawlerRow = CountedRate & { brawler_id: number }

function byMode(one: ModeRow, other: ModeRow): number {
  return byStrength(one, other) || (one.mode < other.mode ? -1 : 1)
}

function byBrawler(one: BrawlerRow, other: BrawlerRow): number {
  return byStrength(one, other) || one.brawler_id - other.brawler_id
}

/** Trophies of duels are told of all brawlers together, so they are in no brawler's sum. */
function brawlerRow(brawler_id: number, cells: readonly Cell[], family: Prior) {
  const trophies_won = sumOf(cells.filter(({ mode }) => mode !== 'duels')).trophies
  return { brawler_id, ...ratedCount(sumOf(cells), family), trophies_won }
}

function mapRows(cells: readonly Cell[], own: OwnRates) {
  const maps = Map.groupBy(cells, ({ eventId }) => eventId)
  const rows = [...maps].map(([event_id, of]) => {
    const mode = of[0]?.mode ?? 'unknown'
    const row = ratedCount(sumOf(of), { prior: own.mode(mode), weight: PART_WEIGHT })
    return { event_id, mode, ...row, best: bestBrawler(of, own) }
  })
  return rows.sort((one, other) => byStrength(one, other) || one.event_id - other.event_id)
}

/** The brawler with the highest lower end of those with a rate; null where none has one. */
function bestBrawler(cells: readonly Cell[], own: OwnRates) {
  const rows = cells.flatMap(({ brawler, mode, count }) => {
    if (brawler === null || count.wins + count.losses < RATED_FROM) return []
    const prior = { prior: own.brawlerIn(brawler, mode), weight: PART_WEIGHT }
    return [{ brawler_id: brawler, ...ratedCount(count, prior) }]
  })
  const [best] = rows.sort(byBrawler)
  if (best === undefined) return null
  const { places, ...row } = best
  return row
}

type Strongest = { brawler_id: number; mode: string; battles: number; wins: number }

/** The brawler and mode with the highest lower end, of those with 20 battles; draws left out. */
function strongestOf(pairs: ReadonlyMap<string, Cell[]>): Strongest | null {
  const rows = [...pairs.values()].flatMap((cells) => {
    const { wins, losses } = sumOf(cells)
    const { brawler = null, mode = '' } = cells[0] ?? {}
    if (brawler === null || wins + losses < SOUND_FROM) return []
    return [{ low: wilson(wins, losses).low, row: { brawler_id: brawler, mode, battles: wins + losses, wins } }]
  })
  const [best] = rows.sort((one, other) => other.low - one.low || one.row.brawler_id - other.row.brawler_id)
  return best?.row ?? null
}

/** One sentence on a player's battles; `brawler` is the name of the strongest one (docs/formulas.md#battles-sentence). */
export function battlesSentence(
  { enough, totals, strongest }: Pick<ReturnType<typeof playerBattles>, 'enough' | 'totals' | 'strongest'>,
  { days, brawler }: { days: number; brawler: string | null },
): string | null {
  if (!enough) return null
  const { rate, wins, losses, places } = totals
  const won = rate === null ? [] : [`${wins} of ${countText(wins + losses, 'battle')} won in ${days} days`]
  const placed = places === null || rate !== null ? [] : [placesText(places, days)]
  const best =
    strongest === null || brawler === null
      ? []
      : [
          `strongest with ${titleCase(brawler)} in ${modeName(strongest.mode)}: ${strongest.wins} of ${strongest.battles}`,
        ]
  return `${[...won, ...placed, ...best].join(', ')}.`
}

function placesText({ battles, top_half }: { battles: number; top_half: number }, days: number): string {
  return `${percentText(top_half)} of ${countText(battles, 'showdown')} in ${days} days ended in the better half`
}
