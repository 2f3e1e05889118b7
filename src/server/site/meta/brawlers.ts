import type { Context } from '#server/context.ts'
import { bestPlayers, playersSince } from '#server/history/battles/brawler-players.ts'
import { countsOf } from '#server/history/battles/pack-meta.ts'
import { battleNames } from '#server/history/battles/read-battles.ts'
import { AppError } from '#server/kernel/errors.ts'
import { type BrawlerMeta, brawlerMeta, changeOf, META_PRIOR, oneBrawlerMeta } from '#server/metrics/battle-meta.ts'
import { computeRate, PART_WEIGHT, percent, starsPerWin } from '#server/metrics/battle-rates.ts'
import { brawlerTiers } from '#server/metrics/brawler-tiers.ts'
import { oneDecimal } from '#server/metrics/one-decimal.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import { type getBrawlerMeta, type getMeta, META_ENOUGH } from '#shared/contract/meta.ts'
import { addDays } from '#shared/days.ts'
import { plainName } from '#shared/plain-name.ts'
import { said } from '#shared/texts.ts'
import {
  freshnessOf,
  readPicks,
  type StoredWeek,
  sumOfPicks,
  type Weeks,
  wasCounted,
  weeksUpTo,
} from './stored-weeks.ts'

type Store = Pick<Context, 'db' | 'clock' | 'memory'>
type Meta = Output<typeof getMeta>
type OneBrawler = Output<typeof getBrawlerMeta>
type Rate = Omit<Meta['brawlers'][number], 'brawler_id' | 'brawler_name' | 'tier'>

/** All brawlers in a mode, on a map, or everywhere. */
export async function metaOf(context: Store, query: Input<typeof getMeta>['query']): Promise<Meta> {
  const { family, mode = null, event_id = null, bin = null, weeks } = query
  const window = weeksUpTo(context.clock.now(), weeks)
  const weeksOfAll = { family, since: window.before }
  const [modes, ofEvent, names] = await Promise.all([
    readPicks(context.db, weeksOfAll, 'modes'),
    event_id === null ? null : readPicks(context.db, weeksOfAll, event_id),
    battleNames(context),
  ])
  const rows = ofEvent ?? modes
  if (event_id !== null && rows.length === 0) await refuseUnknownEvent(context, event_id)
  const asked = mode ?? (event_id === null ? '' : null)
  const stored = asked === null ? rows : rows.filter((row) => row.mode === asked)
  const { rates, battles, picks, chosen } = ratesOf(stored, { window, bin })
  const tiers = brawlerTiers(rates)
  return {
    family,
    mode: mode ?? (event_id === null ? null : (chosen.at(-1)?.mode ?? null)),
    event_id,
    map: event_id === null ? null : names.map(event_id),
    bin,
    weeks,
    since: window.since,
    ...freshnessOf(chosen, window.now),
    enough: Math.min(battles, picks) >= META_ENOUGH,
    needed: META_ENOUGH,
    battles,
    picks,
    modes: battlesByMode(modes.filter(({ week }) => week >= window.since)),
    brawlers: rates
      .map(({ brawler, ...rate }, place) => {
        return { brawler_id: brawler, brawler_name: names.brawler(brawler), tier: tiers[place] ?? null, ...rate }
      })
      .sort((one, other) => Number(one.tier === null) - Number(other.tier === null)),
  }
}

/** Throws AppError for an event that no battle, no week and no rotation ever named. */
async function refuseUnknownEvent(context: Store, event: number): Promise<void> {
  const { hasEvent } = await battleNames(context, (names) => names.hasEvent(event))
  if (hasEvent(event) || (await wasCounted(context.db, event))) return
  throw new AppError('invalid', 'event_id is unknown: no battle and no rotation has named this map')
}

/** Most battles first. */
function battlesByMode(rows: readonly StoredWeek[]): Meta['modes'] {
  const sums = new Map<string, number>()
  for (const { mode, battles } of rows) if (mode !== '') sums.set(mode, (sums.get(mode) ?? 0) + battles)
  return [...sums]
    .map(([mode, battles]) => ({ mode, battles }))
    .sort((one, other) => other.battles - one.battles || (one.mode < other.mode ? -1 : 1))
}

/** One brawler in all modes and on all maps. Throws AppError for one that neither the game nor a battle ever named. */
export async function brawlerOf(
  context: Store,
  id: number,
  asked: Input<typeof getBrawlerMeta>['query'],
): Promise<OneBrawler> {
  const { family, bin = null, weeks } = asked
  const window = weeksUpTo(context.clock.now(), weeks)
  const trendFrom = weeksUpTo(window.now, TREND_WEEKS).since
  const [modes, events, players] = await Promise.all([
    readPicks(context.db, { family, since: firstWeek(window) }, 'modes'),
    readPicks(context.db, { family, since: window.since }, 'events'),
    bestPlayers(context.db, { family, brawler: id }),
  ])
  const ofMode = Map.groupBy(modes, ({ mode }) => mode)
  const all = ofMode.get('') ?? []
  const names = await battleNames(context, (known) => known.hasBrawler(id))
  const isKnown = players.length > 0 || names.hasBrawler(id) || metaOfOne(all, id, null).meta !== null
  if (!isKnown) throw new AppError('not_found', said('error.noBrawler'))
  const question = { id, bin, window }
  const { rate: overall, battles, picks, chosen } = rateOf(all, question)
  const { rates } = ratesOf(all, question)
  return {
    brawler_id: id,
    brawler_name: names.brawler(id),
    family,
    bin,
    weeks,
    since: window.since,
    ...freshnessOf(chosen, window.now),
    enough: Math.min(battles, picks) >= META_ENOUGH,
    needed: META_ENOUGH,
    tier: brawlerTiers(rates)[rates.findIndex(({ brawler }) => brawler === id)] ?? null,
    overall,
    by_mode: [...ofMode]
      .flatMap(([mode, stored]) => {
        const { rate } = rateOf(mode === '' ? [] : stored, question)
        return rate === null ? [] : [{ mode, ...rate }]
      })
      .sort(byLowerEnd),
    by_map: [...Map.groupBy(events, ({ eventId }) => eventId)]
      .flatMap(([event_id, stored]) => {
        const { rate } = rateOf(stored, question)
        return rate === null ? [] : [{ event_id, map: names.map(event_id), mode: stored.at(-1)?.mode ?? '', ...rate }]
      })
      .sort(byLowerEnd),
    trend: trendOf(all, { id, bin, from: trendFrom }),
    players_since: playersSince(window.now),
    players: players.map(({ tag, name, prior, ...tally }) => {
      return { tag, name: plainName(name), ...computeRate(tally, { prior, weight: PART_WEIGHT }) }
    }),
  }
}

/** The first week that an answer about one brawler tells of: of the trend, or of those that are compared. */
function firstWeek({ before, now }: Weeks): Weeks['before'] {
  const { since } = weeksUpTo(now, TREND_WEEKS)
  return since < before ? since : before
}

type Ranked = Rate & { brawler: number }

function byLowerEnd(one: Rate, other: Rate): number {
  return (other.low ?? -1) - (one.low ?? -1) || other.picks - one.picks
}

type Chosen = { window: Weeks; bin: number | null }

function partsOf(stored: readonly StoredWeek[], { since, before }: Weeks) {
  const chosen = stored.filter(({ week }) => week >= since)
  return {
    chosen,
    earlier: stored.filter(({ week }) => week >= before && week < since),
    battles: chosen.reduce((sum, { battles }) => sum + battles, 0),
  }
}

/** The brawlers of the chosen weeks, with the change against the weeks before. */
function ratesOf(stored: readonly StoredWeek[], { window, bin }: Chosen) {
  const { chosen, earlier, battles } = partsOf(stored, window)
  const known = new Map(brawlerMeta(sumOfPicks(earlier), bin).map((each) => [each.brawler, each]))
  const found = brawlerMeta(sumOfPicks(chosen), bin)
  return {
    chosen,
    battles,
    picks: found.reduce((sum, { picks }) => sum + picks, 0),
    rates: found.map((each): Ranked => ({ brawler: each.brawler, ...toRate(each, known.get(each.brawler)) })),
  }
}

/** The same of one brawler; the rate is null where nobody picked it. */
function rateOf(stored: readonly StoredWeek[], { id, window, bin }: Chosen & { id: number }) {
  const { chosen, earlier, battles } = partsOf(stored, window)
  const { meta, picks } = metaOfOne(chosen, id, bin)
  const rate = meta === null ? null : toRate(meta, metaOfOne(earlier, id, bin).meta ?? undefined)
  return { chosen, battles, picks, rate }
}

function metaOfOne(weeks: readonly StoredWeek[], id: number, bin: number | null) {
  if (weeks.length === 0) return { meta: null, picks: 0 }
  const packed = weeks.flatMap(({ picks }) => picks)
  return oneBrawlerMeta(id, countsOf(id, packed), bin)
}

/** A corrected rate and what it is made of, in percent; of a brawler that nobody picked, nothing. */
function correctedOf(meta: BrawlerMeta | null) {
  return {
    picks: meta?.picks ?? 0,
    wins: meta?.wins ?? 0,
    losses: meta?.losses ?? 0,
    draws: meta?.draws ?? 0,
    rate: maybePercent(meta?.rate),
    low: maybePercent(meta?.low),
    high: maybePercent(meta?.high),
    corrected: maybePercent(meta?.corrected),
    prior_weight: META_PRIOR.weight,
  }
}

export function toRate(meta: BrawlerMeta, before?: BrawlerMeta): Rate {
  const { wins, sample, showdown } = meta
  const change = changeOf(meta, before)
  return {
    ...correctedOf(meta),
    sample,
    pick_rate: percent(meta.pickRate),
    stars_per_win: meta.starsPerWin === null ? null : starsPerWin(Math.round(meta.starsPerWin * wins), wins),
    change: maybePercent(change),
    places: showdown === null ? null : placesOf(showdown),
  }
}

function placesOf({ battles, meanPlace, topHalf }: NonNullable<BrawlerMeta['showdown']>): Rate['places'] {
  return { battles, mean_place: oneDecimal(meanPlace), top_half: percent(topHalf) }
}

function maybePercent(share: number | null = null): number | null {
  return share === null ? null : percent(share)
}

const TREND_WEEKS = 12
const WEEK_DAYS = 7

/** Each week by itself, also those in which nobody picked the brawler. */
function trendOf(
  all: readonly StoredWeek[],
  { id, bin, from }: { id: number; bin: number | null; from: Weeks['since'] },
): OneBrawler['trend'] {
  return Array.from({ length: TREND_WEEKS }, (_, place) => {
    const week = addDays(from, WEEK_DAYS * place)
    const stored = all.filter((each) => each.week === week)
    const { meta: own, picks } = metaOfOne(stored, id, bin)
    return { week, ...correctedOf(own), pick_rate: picks === 0 ? null : percent(own?.pickRate ?? 0) }
  })
}
