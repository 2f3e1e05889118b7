import type { Context } from '#server/context.ts'
import { type BattleNames, battleNames } from '#server/history/battles/read-battles.ts'
import { META_CHANGE, playerChange } from '#server/kernel/announcements.ts'
import { brawlerMeta } from '#server/metrics/battle-meta.ts'
import { brawlerTiers } from '#server/metrics/brawler-tiers.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { getBrawlerMeta, getMaps, getMeta, META_ENOUGH } from '#shared/contract/meta.ts'
import { getPlayNow } from '#shared/contract/play-now.ts'
import { bestBrawlers } from '#shared/rate-order.ts'
import { CSV_COLUMNS, headOf } from '../http/csv-columns.ts'
import { aboutMeta, aboutPlayer } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'
import type { CsvTable } from '../http/wire-format.ts'
import { brawlerOf, metaOf, toRate } from './brawlers.ts'
import { playNowCsv, playNowOf } from './play-now.ts'
import { freshnessOf, readOffered, readPicks, type StoredWeek, sumOfPicks, weeksUpTo } from './stored-weeks.ts'

/** Brawlers and maps: read from the weeks that a collector counts. */
export function registerMeta(server: Server, context: Pick<Context, 'db' | 'clock' | 'memory'>): void {
  serve(server, getMeta, ({ query }) => metaOf(context, query), {
    cache: aboutMeta,
    csv: metaCsv,
  })
  serve(server, getBrawlerMeta, ({ params, query }) => brawlerOf(context, params.brawler_id, query), {
    cache: aboutMeta,
    csv: brawlerCsv,
  })
  serve(server, getMaps, () => mapsOf(context), { cache: aboutMeta, csv: mapsCsv })
  serve(server, getPlayNow, ({ params }) => playNowOf(context, params.tag), {
    cache: { ...aboutPlayer, topics: ({ params }) => [playerChange(params.tag), META_CHANGE] },
    csv: playNowCsv,
  })
}

type Meta = Output<typeof getMeta>
type OneBrawler = Output<typeof getBrawlerMeta>
type Rate = Omit<Meta['brawlers'][number], 'brawler_id' | 'brawler_name' | 'tier'>

function rateCells(rate: Rate) {
  const { picks, pick_rate, wins, losses, draws, low, high, sample, corrected, stars_per_win, change, places } = rate
  return [
    ...[picks, pick_rate, wins, losses, draws, rate.rate, low, high, sample, corrected, stars_per_win, change],
    ...[places?.battles ?? null, places?.mean_place ?? null, places?.top_half ?? null],
  ]
}

/** One row for each brawler. */
function metaCsv({ family, mode, event_id, weeks, brawlers }: Meta): CsvTable {
  const rows = brawlers.map((each) => [each.brawler_id, each.brawler_name, each.tier, ...rateCells(each)])
  const name = ['brawlers', family, mode, event_id, weeks, 'weeks'].filter((part) => part !== null).join('-')
  return { name, rows: [headOf(CSV_COLUMNS.getMeta), ...rows] }
}

/** One row for the whole, for each mode, for each map, and for each player who plays it best. */
function brawlerCsv(answer: OneBrawler): CsvTable {
  const { brawler_name, family, weeks, overall, by_mode, by_map, players } = answer
  const rows = [
    ...(overall === null ? [] : [['', '', '', ...rateCells(overall), '', '']]),
    ...by_mode.map((each) => [each.mode, '', '', ...rateCells(each), '', '']),
    ...by_map.map((each) => [each.mode, each.event_id, each.map, ...rateCells(each), '', '']),
    ...players.map((each) => ['', '', '', ...playerCells(each), each.tag, each.name]),
  ]
  const name = `brawler-${brawler_name}-${family}-${weeks}-weeks`
  return { name, rows: [headOf(CSV_COLUMNS.getBrawlerMeta), ...rows] }
}

/** In the columns of `rateCells`: a player's picks are battles, and the figures of all picks are left out. */
function playerCells({ battles, wins, losses, draws, rate, low, high, sample }: OneBrawler['players'][number]) {
  return [battles, null, wins, losses, draws, rate, low, high, sample, ...Array.from({ length: 6 }, () => null)]
}

/** One row for each map. */
function mapsCsv({ maps }: Output<typeof getMaps>): CsvTable {
  const rows = maps.map((each) => [
    ...[each.event_id, each.map, each.mode, each.battles, each.until],
    ...[0, 1, 2].map((place) => each.best[place]?.brawler_name ?? null),
  ])
  return { name: 'maps', rows: [headOf(CSV_COLUMNS.getMaps), ...rows] }
}

type Maps = Output<typeof getMaps>
type OneMap = Maps['maps'][number]

const WEEKS = 8
/** As many as the page of a map shows at first. */
const BEST_WEEKS = 4

/** The maps of the ladder that were played in the last weeks or can be played now, the latter first. */
async function mapsOf(context: Pick<Context, 'db' | 'clock' | 'memory'>): Promise<Maps> {
  const { db, clock } = context
  const { since, now } = weeksUpTo(clock.now(), WEEKS)
  const { since: lately } = weeksUpTo(clock.now(), BEST_WEEKS)
  const [events, offered, names] = await Promise.all([
    readPicks(db, { family: 'ladder', since }, 'events'),
    readOffered(db, [now]),
    battleNames(context),
  ])
  const stored = Map.groupBy(events, ({ eventId }) => eventId)
  const now_ = new Map(offered.map((event) => [event.eventId, event]))
  const ids = new Set([...now_.keys(), ...stored.keys()])
  const found = [...ids].map((event_id): OneMap => {
    const weeks = stored.get(event_id) ?? []
    const event = now_.get(event_id)
    return {
      event_id,
      map: names.map(event_id),
      mode: event?.mode ?? weeks.at(-1)?.mode ?? 'unknown',
      battles: weeks.reduce((sum, { battles }) => sum + battles, 0),
      until: event?.endsAt.toISOString() ?? null,
      best: bestOf(
        weeks.filter(({ week }) => week >= lately),
        names,
      ),
    }
  })
  return { ...freshnessOf(events, now), maps: found.sort(inRotationFirst) }
}

function inRotationFirst(one: OneMap, other: OneMap): number {
  const isOffered = (map: OneMap) => Number(map.until !== null)
  return isOffered(other) - isOffered(one) || other.battles - one.battles || one.event_id - other.event_id
}

/** The brawlers that the page of the map has on its podium, and fewer where no three stand out. */
function bestOf(weeks: readonly StoredWeek[], names: BattleNames): OneMap['best'] {
  if (weeks.reduce((sum, { battles }) => sum + battles, 0) < META_ENOUGH) return []
  const rates = brawlerMeta(sumOfPicks(weeks)).map((meta) => ({ brawler_id: meta.brawler, ...toRate(meta) }))
  const tiers = brawlerTiers(rates)
  const ranked = rates.map((each, place) => ({ ...each, tier: tiers[place] ?? null }))
  return bestBrawlers(ranked).map(({ brawler_id, picks, rate, places }) => ({
    brawler_id,
    brawler_name: names.brawler(brawler_id),
    picks,
    rate,
    top_half: rate === null && places !== null ? places.top_half : null,
  }))
}
