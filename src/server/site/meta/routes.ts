import type { Context } from '#server/context.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getBrawlerMeta, getMaps, getMeta } from '#shared/contract/meta.ts'
import { aboutMeta } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'
import type { CsvTable } from '../http/wire-format.ts'
import { brawlerOf, metaOf } from './brawlers.ts'
import { mapsOf } from './maps.ts'

/** Brawlers and maps: read from the weeks that a collector counts. */
export function registerMeta(server: Server, context: Pick<Context, 'db' | 'clock'>): void {
  serve(server, getMeta, ({ query }) => metaOf(context, query), { cache: aboutMeta, csv: metaCsv })
  serve(server, getBrawlerMeta, ({ params, query }) => brawlerOf(context, params.brawler_id, query), {
    cache: aboutMeta,
    csv: brawlerCsv,
  })
  serve(server, getMaps, () => mapsOf(context), { cache: aboutMeta, csv: mapsCsv })
}

type Meta = Output<typeof getMeta>
type OneBrawler = Output<typeof getBrawlerMeta>
type Rate = Omit<Meta['brawlers'][number], 'brawler_id' | 'brawler_name'>

const RATE_HEAD = [
  ...['picks', 'pick_rate', 'wins', 'losses', 'draws', 'rate', 'low', 'high', 'sample', 'corrected', 'stars_per_win'],
  ...['change', 'places', 'mean_place', 'top_half'],
]

function rateCells(rate: Rate) {
  const { picks, pick_rate, wins, losses, draws, low, high, sample, corrected, stars_per_win, change, places } = rate
  return [
    ...[picks, pick_rate, wins, losses, draws, rate.rate, low, high, sample, corrected, stars_per_win, change],
    ...[places?.battles ?? null, places?.mean_place ?? null, places?.top_half ?? null],
  ]
}

/** One row for each brawler. */
function metaCsv({ family, mode, event_id, weeks, brawlers }: Meta): CsvTable {
  const rows = brawlers.map((each) => [each.brawler_id, each.brawler_name, ...rateCells(each)])
  const name = ['brawlers', family, mode, event_id, weeks, 'weeks'].filter((part) => part !== null).join('-')
  return { name, rows: [['brawler_id', 'brawler', ...RATE_HEAD], ...rows] }
}

/** One row for the whole, for each mode, for each map, and for each player who plays it best. */
function brawlerCsv(answer: OneBrawler): CsvTable {
  const { brawler_name, family, weeks, overall, by_mode, by_map, players } = answer
  const rows = [
    ...(overall === null ? [] : [['', '', '', ...rateCells(overall)]]),
    ...by_mode.map((each) => [each.mode, '', '', ...rateCells(each)]),
    ...by_map.map((each) => [each.mode, each.event_id, each.map, ...rateCells(each)]),
    ...players.map((each) => ['', '', '', ...playerCells(each), each.tag, each.name]),
  ]
  const name = `brawler-${brawler_name}-${family}-${weeks}-weeks`
  return { name, rows: [['mode', 'event_id', 'map', ...RATE_HEAD, 'player_tag', 'player'], ...rows] }
}

/** In the columns of `RATE_HEAD`: a player's picks are battles, and the figures of all picks are left out. */
function playerCells({ battles, wins, losses, draws, rate, low, high, sample }: OneBrawler['players'][number]) {
  return [battles, null, wins, losses, draws, rate, low, high, sample, ...Array.from({ length: 6 }, () => null)]
}

/** One row for each map. */
function mapsCsv({ maps }: Output<typeof getMaps>): CsvTable {
  const best = [1, 2, 3].map((place) => `best_${place}`)
  const rows = maps.map((each) => [
    ...[each.event_id, each.map, each.mode, each.battles, each.until],
    ...best.map((_, place) => each.best[place]?.brawler_name ?? null),
  ])
  return { name: 'maps', rows: [['event_id', 'map', 'mode', 'battles', 'in_rotation_until', ...best], ...rows] }
}
