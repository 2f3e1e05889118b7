import type { Context } from '#server/context.ts'
import { type BattleNames, battleNames } from '#server/history/battles/battle-players.ts'
import { type BrawlerMeta, brawlerMeta } from '#server/metrics/battle-meta.ts'
import { percent, sampleOf } from '#server/metrics/battle-rates.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { type getMaps, META_ENOUGH } from '#shared/contract/meta.ts'
import {
  type CountedWeeks,
  countedWeeks,
  freshnessOf,
  picksOf,
  readOffered,
  type StoredWeek,
  sumOfPicks,
  weeksUpTo,
} from './stored-weeks.ts'

type Maps = Output<typeof getMaps>
type OneMap = Maps['maps'][number]

const WEEKS = 8
const BEST = 3

/** The maps of the ladder that were played in the last weeks or can be played now, the latter first. */
export async function mapsOf({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<Maps> {
  const { since, now } = weeksUpTo(clock.now(), WEEKS)
  const [counted, offered, names] = await Promise.all([
    countedWeeks(db, 'ladder', since),
    readOffered(db, [now]),
    battleNames({ db, clock }),
  ])
  const events = await picksOf(counted, 'events')
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
      best: bestOf(counted, weeks, names),
    }
  })
  return { ...freshnessOf(events, now), maps: found.sort(inRotationFirst) }
}

function inRotationFirst(one: OneMap, other: OneMap): number {
  const isOffered = (map: OneMap) => Number(map.until !== null)
  return isOffered(other) - isOffered(one) || other.battles - one.battles || one.event_id - other.event_id
}

/** The brawlers with the highest lower ends. None while there are too few battles. */
function bestOf(counted: CountedWeeks, weeks: readonly StoredWeek[], names: BattleNames): OneMap['best'] {
  if (weeks.reduce((sum, { battles }) => sum + battles, 0) < META_ENOUGH) return []
  return brawlerMeta(sumOfPicks(counted, weeks))
    .filter(isRated)
    .slice(0, BEST)
    .map((meta) => ({
      brawler_id: meta.brawler,
      brawler_name: names.brawler(meta.brawler),
      picks: meta.picks,
      rate: meta.rate === null ? null : percent(meta.rate),
      top_half: meta.rate !== null || meta.showdown === null ? null : percent(meta.showdown.topHalf),
    }))
}

function isRated({ rate, showdown }: BrawlerMeta): boolean {
  return rate !== null || (showdown !== null && sampleOf(showdown.battles) !== 'none')
}
