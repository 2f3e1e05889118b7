import { modeName, titleCase } from '#shared/game-names.ts'
import { count as countText, percent as percentText } from '#shared/number-format.ts'
import {
  addCount,
  byStrength,
  type Choice,
  type Count,
  type CountedRate,
  countExpected,
  countSide,
  type Expected,
  entryOf,
  familyPrior,
  hourOfWeek,
  isChosen,
  newCount,
  newExpected,
  ratedCount,
  WEEK_HOURS,
  weekTable,
} from './battle-counts.ts'
import type { Lobby } from './battle-lobby.ts'
import {
  aboveExpected,
  type Baselines,
  drawn,
  PART_WEIGHT,
  type Prior,
  RATED_FROM,
  SOUND_FROM,
  starsPerWin,
  wilson,
} from './battle-rates.ts'
import { countTogether, newTogether, type Together, togetherRate } from './battles-together.ts'
import type { PlayerSide } from './player-side.ts'

/** Battles that the strip of a player's page shows. */
const LATEST = 25

/** What is asked about a player: `clubmates` are the tags of the other members of the club. */
export type Asked = Choice & { baselines: Baselines; clubmates: Pick<ReadonlySet<string>, 'has'> }

/** The battles with one brawler in one mode on one map. All tables are sums of these. */
type Cell = { mode: string; eventId: number; brawler: number | null; count: Count }

/** What one look at each battle gathers. */
type Gathered = {
  cells: Cell[]
  /** In duels a player has several brawlers, which share the result: those after the first count for brawlers alone. */
  shared: Cell[]
  expected: Expected
  hours: number[]
  mates: Map<string, Together>
}

/** A player's battles by the names of the API, from those of the window, oldest first (docs/formulas.md#battles). */
export function playerBattles(sides: readonly PlayerSide[], asked: Asked) {
  const chosen = sides.filter((side) => isChosen(side, asked))
  const gathered = gather(chosen, asked)
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
      ...timePlayed(chosen),
      stars_per_win: starsPerWin(total.stars, total.starWins),
      ...streaks(chosen),
    },
    by_lobby: battlesByLobby(sides, asked),
    latest: chosen.slice(-LATEST).reverse(),
    hours: weekTable(gathered.hours),
    ...tables(gathered, drawn(total.wins, total.wins + total.losses, family)),
  }
}

function gather(chosen: readonly PlayerSide[], { baselines, clubmates }: Asked): Gathered {
  const [cells, shared] = [newCells(), newCells()]
  const expected = newExpected()
  const hours = new Array<number>(WEEK_HOURS).fill(0)
  const mates = new Map<string, Together>()
  for (const side of chosen) {
    const [first] = side.brawlers
    countSide(cells.of(side, first?.id ?? null), side)
    if (side.brawlers.length > 1) for (const id of furtherBrawlers(side)) countSide(shared.of(side, id), side)
    countExpected(expected, side, baselines)
    const hour = hourOfWeek(side.at)
    hours[hour] = (hours[hour] ?? 0) + 1
    for (const mate of side.mates) if (clubmates.has(mate)) countTogether(entryOf(mates, mate, newTogether), side)
  }
  return { cells: cells.all, shared: shared.all, expected, hours, mates }
}

/** Each once: a brawler may be chosen twice. */
function furtherBrawlers({ brawlers: [first, ...others] }: PlayerSide): Set<number> {
  const ids = new Set(others.map(({ id }) => id))
  if (first !== undefined) ids.delete(first.id)
  return ids
}

function newCells() {
  const all: Cell[] = []
  const byMode = new Map<string, Map<number, Map<number | null, Cell>>>()
  let last: Cell | null = null
  return {
    all,
    /** Most battles are like the one before. */
    of({ mode, eventId }: PlayerSide, brawler: number | null): Count {
      if (last?.brawler === brawler && last.eventId === eventId && last.mode === mode) return last.count
      const byEvent = entryOf(byMode, mode, () => new Map<number, Map<number | null, Cell>>())
      const byBrawler = entryOf(byEvent, eventId, () => new Map<number | null, Cell>())
      last = entryOf(byBrawler, brawler, () => {
        const cell = { mode, eventId, brawler, count: newCount() }
        all.push(cell)
        return cell
      })
      return last.count
    },
  }
}

function sumOf(cells: readonly Cell[]): Count {
  const sum = newCount()
  for (const { count } of cells) addCount(sum, count)
  return sum
}

function timePlayed(sides: readonly PlayerSide[]): { seconds_played: number; battles_timed: number } {
  let [seconds_played, battles_timed] = [0, 0]
  for (const { seconds } of sides) {
    if (seconds === null) continue
    seconds_played += seconds
    battles_timed += 1
  }
  return { seconds_played, battles_timed }
}

/** A draw ends a streak. Showdowns, and battles without a known result, are passed over (docs/formulas.md#streaks). */
function streaks(sides: readonly PlayerSide[]): { current_streak: number; longest_streak: number } {
  let [current, longest] = [0, 0]
  for (const { result } of sides) {
    if (result === 'win') current = Math.max(0, current) + 1
    if (result === 'loss') current = Math.min(0, current) - 1
    if (result === 'draw') current = 0
    longest = Math.max(longest, current)
  }
  return { current_streak: current, longest_streak: longest }
}

function battlesByLobby(sides: readonly PlayerSide[], { family }: Choice): Record<Lobby, number> {
  const battles = { people: 0, bots: 0, likely_bots: 0, unknown: 0 }
  for (const side of sides) if (side.family === family) battles[side.lobby] += 1
  return battles
}

/** The player's rates as shares from 0 to 1, exact: each is what the rates of its parts are drawn towards. */
type OwnRates = { mode: (mode: string) => number; brawlerIn: (brawler: number, mode: string) => number }

function tables({ cells, shared, mates }: Gathered, familyRate: number) {
  const family = { prior: familyRate, weight: PART_WEIGHT }
  const modes = groupBy(cells, ({ mode }) => mode)
  const brawlers = groupBy([...cells, ...shared], ({ brawler }) => brawler)
  const pairs = groupBy([...cells, ...shared], ({ brawler, mode }) => `${brawler} ${mode}`)
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

function groupBy<Key>(cells: readonly Cell[], key: (cell: Cell) => Key): Map<Key, Cell[]> {
  return Map.groupBy(cells, key)
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
  const maps = groupBy(cells, ({ eventId }) => eventId)
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
