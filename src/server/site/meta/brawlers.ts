import type { Context } from '#server/context.ts'
import { bestPlayers, playersSince } from '#server/history/battles/brawler-players.ts'
import { AppError } from '#server/kernel/errors.ts'
import { type BrawlerMeta, brawlerMeta, changeOf, META_PRIOR } from '#server/metrics/battle-meta.ts'
import { PART_WEIGHT, percent, rated, starsPerWin } from '#server/metrics/battle-rates.ts'
import { oneDecimal } from '#server/metrics/one-decimal.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import { type getBrawlerMeta, type getMeta, META_ENOUGH } from '#shared/contract/meta.ts'
import { addDays } from '#shared/days.ts'
import { plainName } from '#shared/plain-name.ts'
import {
  freshnessOf,
  picksAgainstPeople,
  readBrawlerNames,
  readEvents,
  readMapNames,
  readModeNames,
  readModes,
  readWeeks,
  type StoredWeek,
  type Weeks,
  weeksUpTo,
} from './stored-weeks.ts'

type Store = Pick<Context, 'db' | 'clock'>
type Meta = Output<typeof getMeta>
type OneBrawler = Output<typeof getBrawlerMeta>
type Rate = Omit<Meta['brawlers'][number], 'brawler_id' | 'brawler_name'>

/** All brawlers in a mode, on a map, or everywhere. */
export async function metaOf({ db, clock }: Store, query: Input<typeof getMeta>['query']): Promise<Meta> {
  const { family, mode = null, event_id = null, bin = null, weeks } = query
  const window = weeksUpTo(clock.now(), weeks)
  const [stored, modes, { nameOf }, [named]] = await Promise.all([
    readWeeks(db, [family, event_id ?? 0, mode ?? (event_id === null ? '' : null), window.before]),
    readModeNames(db, [family, window.since]),
    readBrawlerNames(db),
    readMapNames(db, [event_id ?? 0]),
  ])
  const { rates, battles, picks, chosen } = ratesOf(stored, window, bin)
  return {
    family,
    mode: mode ?? (event_id === null ? null : (chosen.at(-1)?.mode ?? null)),
    event_id,
    map: named?.map ?? null,
    bin,
    weeks,
    since: window.since,
    ...freshnessOf(chosen, window.now),
    enough: Math.min(battles, picks) >= META_ENOUGH,
    needed: META_ENOUGH,
    battles,
    picks,
    modes,
    brawlers: rates.map(({ brawler, ...rate }) => ({ brawler_id: brawler, brawler_name: nameOf(brawler), ...rate })),
  }
}

/** One brawler in all modes and on all maps. Throws AppError for one that neither the game nor a battle ever named. */
export async function brawlerOf(
  { db, clock }: Store,
  id: number,
  asked: Input<typeof getBrawlerMeta>['query'],
): Promise<OneBrawler> {
  const { family, bin = null, weeks } = asked
  const window = weeksUpTo(clock.now(), weeks)
  const trendFrom = weeksUpTo(window.now, TREND_WEEKS).since
  const [modes, events, { hasName, nameOf }, maps, players] = await Promise.all([
    readModes(db, [family, trendFrom < window.before ? trendFrom : window.before]),
    readEvents(db, [family, window.since]),
    readBrawlerNames(db),
    readMapNames(db, [null]),
    bestPlayers(db, { family, brawler: id }),
  ])
  const ofMode = Map.groupBy(modes, ({ mode }) => mode)
  const all = ofMode.get('') ?? []
  const { rates, battles, picks, chosen } = ratesOf(all, window, bin)
  const overall = rates.find(({ brawler }) => brawler === id)
  const name = nameOf(id)
  const isKnown = overall !== undefined || players.length > 0 || hasName(id) || picksAgainstPeople(all).begins.has(id)
  if (!isKnown) throw new AppError('not_found', 'There is no such brawler')
  const mapOf = new Map(maps.map(({ eventId, map }) => [eventId, map]))
  return {
    brawler_id: id,
    brawler_name: name,
    family,
    bin,
    weeks,
    since: window.since,
    ...freshnessOf(chosen, window.now),
    enough: Math.min(battles, picks) >= META_ENOUGH,
    needed: META_ENOUGH,
    overall: overall === undefined ? null : withoutId(overall),
    by_mode: [...ofMode]
      .filter(([mode]) => mode !== '')
      .flatMap(([mode, stored]) => {
        const own = ratesOf(stored, window, bin).rates.find(({ brawler }) => brawler === id)
        return own === undefined ? [] : [{ mode, ...withoutId(own) }]
      })
      .sort(byLowerEnd),
    by_map: [...Map.groupBy(events, ({ eventId }) => eventId)]
      .flatMap(([event_id, stored]) => {
        const own = ratesOf(stored, window, bin).rates.find(({ brawler }) => brawler === id)
        const mode = stored.at(-1)?.mode ?? ''
        return own === undefined ? [] : [{ event_id, map: mapOf.get(event_id) ?? null, mode, ...withoutId(own) }]
      })
      .sort(byLowerEnd),
    trend: trendOf(all, { id, bin, from: trendFrom }),
    players_since: playersSince(window.now),
    players: players.map(({ tag, name, prior, ...tally }) => {
      return { tag, name: plainName(name), ...rated(tally, { prior, weight: PART_WEIGHT }) }
    }),
  }
}

type Ranked = Rate & { brawler: number }

function withoutId({ brawler: _, ...rate }: Ranked): Rate {
  return rate
}

function byLowerEnd(one: Rate, other: Rate): number {
  return (other.low ?? -1) - (one.low ?? -1) || other.picks - one.picks
}

/** The brawlers of the chosen weeks, with the change against the weeks before. */
function ratesOf(stored: readonly StoredWeek[], { since, before }: Weeks, bin: number | null) {
  const chosen = stored.filter(({ week }) => week >= since)
  const earlier = stored.filter(({ week }) => week >= before && week < since)
  const known = new Map(brawlerMeta(picksAgainstPeople(earlier), bin).map((each) => [each.brawler, each]))
  const found = brawlerMeta(picksAgainstPeople(chosen), bin)
  return {
    chosen,
    battles: chosen.reduce((sum, { battles }) => sum + battles, 0),
    picks: found.reduce((sum, { picks }) => sum + picks, 0),
    rates: found.map((each): Ranked => ({ brawler: each.brawler, ...shown(each, known.get(each.brawler)) })),
  }
}

function shown(meta: BrawlerMeta, before: BrawlerMeta | undefined): Rate {
  const { picks, wins, losses, draws, sample, showdown } = meta
  const change = changeOf(meta, before)
  return {
    picks,
    wins,
    losses,
    draws,
    rate: maybePercent(meta.rate),
    low: maybePercent(meta.low),
    high: maybePercent(meta.high),
    sample,
    corrected: maybePercent(meta.corrected),
    prior_weight: META_PRIOR.weight,
    pick_rate: percent(meta.pickRate),
    stars_per_win: meta.starsPerWin === null ? null : starsPerWin(Math.round(meta.starsPerWin * wins), wins),
    change: maybePercent(change),
    places: showdown === null ? null : placesOf(showdown),
  }
}

function placesOf({ battles, meanPlace, topHalf }: NonNullable<BrawlerMeta['showdown']>): Rate['places'] {
  return { battles, mean_place: oneDecimal(meanPlace), top_half: percent(topHalf) }
}

function maybePercent(share: number | null): number | null {
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
    const meta = brawlerMeta(picksAgainstPeople(all.filter((stored) => stored.week === week)), bin)
    const own = meta.find(({ brawler }) => brawler === id)
    return {
      week,
      picks: own?.picks ?? 0,
      pick_rate: meta.length === 0 ? null : percent(own?.pickRate ?? 0),
      rate: maybePercent(own?.rate ?? null),
      low: maybePercent(own?.low ?? null),
      high: maybePercent(own?.high ?? null),
    }
  })
}
