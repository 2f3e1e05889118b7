import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, defineQuery } from '#server/database/database.ts'
import { talliesOf } from '#server/history/battles/pack-meta.ts'
import { type BattleNames, battleNames, playerDays } from '#server/history/battles/read-battles.ts'
import { mateTags, sidesIn } from '#server/history/battles/visit-sides.ts'
import { type StoredBrawler, unpackBrawlers } from '#server/history/ingest/raw-answers.ts'
import { playerNotShown } from '#server/history/not-tracked.ts'
import { freshness } from '#server/history/series.ts'
import { keptFor } from '#server/kernel/memory.ts'
import {
  type Advice,
  countsOf,
  createScope,
  fitToPlay,
  LEAST_POWER,
  type Open,
  playNow,
  type Scope,
} from '#server/metrics/play-now.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { META_ENOUGH } from '#shared/contract/meta.ts'
import type { getPlayNow } from '#shared/contract/play-now.ts'
import { addDays, dayOf, MINUTE_MS } from '#shared/days.ts'
import { plainName } from '#shared/plain-name.ts'
import { CSV_COLUMNS, headOf } from '../http/csv-columns.ts'
import type { CsvTable } from '../http/wire-format.ts'
import { type FamilyWeek, readOffered, readWeeksOf, weeksUpTo } from './stored-weeks.ts'

type Store = Pick<Context, 'db' | 'clock' | 'memory'>
type PlayNow = Output<typeof getPlayNow>

/** Dates of own battles that count. */
const DAYS = 90

/**
 * The best of a player's brawlers on each map that is open, and in each mode of Ranked (docs/formulas.md#play-now). Throws
 * `not_found` for a player who is not tracked or not shown.
 */
export async function playNowOf(context: Store, tag: string): Promise<PlayNow> {
  const { db, clock } = context
  const now = clock.now()
  const [player, days, offered, names] = await Promise.all([
    profileOf(db, tag),
    playerDays(db, [tag], addDays(dayOf(now), 1 - DAYS)),
    readOffered(db, [now]),
    battleNames(context),
  ])
  if (player === null) throw await playerNotShown(db, tag)
  const { brawlers } = player
  const events = offered.map(({ eventId }) => eventId)
  const shares = await sharesOf(context, events)
  const maps = offered.map((event) => ({ ...event, open: shares.ofMap(event.eventId, event.mode) }))
  const modes = shares.rankedModes.map((mode) => ({ mode, open: shares.ofRanked(mode) }))
  const open = [...maps, ...modes].map((each) => each.open)
  const advice = playNow(brawlers ?? [], sidesIn(days.get(tag), mateTags([])), open)
  const told = advice.map((each) => withNames(each, brawlers ?? [], names))
  return {
    tag,
    name: player.name,
    ...freshness(player.observedAt, now),
    days: DAYS,
    min_power: LEAST_POWER,
    owned: brawlers?.length ?? null,
    fit: brawlers && fitToPlay(brawlers).length,
    events: maps
      .map(({ eventId, mode, endsAt }, place) => {
        const event = { event_id: eventId, map: names.map(eventId), mode, ends_at: endsAt.toISOString() }
        return { ...event, ...(told[place] as Told) }
      })
      .sort(byAdvice),
    ranked: modes.map(({ mode }, place) => ({ mode, ...(told[maps.length + place] as Told) })).sort(byAdvice),
  }
}

const readProfile = defineQuery(
  { name: z.string(), observedAt: z.date(), brawlers: z.nullable(z.unknown()) },
  `select p.name, greatest(p.observed_at, c.observed_at) as "observedAt", f.brawlers
  from players p left join clubs c on c.tag = p.club_tag left join player_profiles f on f.player_tag = p.tag
  where p.tag = $1 and not exists (select from tombstones t where t.tag = p.tag)`,
)

/** A tracked player who may be shown; `brawlers` is null until the profile was collected. */
async function profileOf(db: Database, tag: string) {
  const [row] = await readProfile(db, [tag])
  if (row === undefined) return null
  const { name, observedAt, brawlers } = row
  return { name: plainName(name), observedAt, brawlers: brawlers === null ? null : unpackBrawlers(brawlers) }
}

type Told = Pick<PlayNow['events'][number], 'counts' | 'best'>

/** The name in the profile counts before that in the list of brawlers. */
function withNames({ counts, best }: Advice, brawlers: readonly StoredBrawler[], names: BattleNames): Told {
  return {
    counts,
    best: best.map((each) => {
      const own = brawlers.find(({ id }) => id === each.brawler_id)?.name
      return { brawler_name: own?.replaceAll('\n', ' ') ?? names.brawler(each.brawler_id), ...each }
    }),
  }
}

/** Wins and places are no shares of the same thing: places come after wins, and events without advice last. */
function byAdvice(one: Told, other: Told): number {
  const rank = ({ best, counts }: Told) => (best.length === 0 ? 2 : counts === 'places' ? 1 : 0)
  return rank(one) - rank(other) || (other.best[0]?.share ?? 0) - (one.best[0]?.share ?? 0)
}

/** Weeks that tell what others do, the running one included. */
const WEEKS = 4

/** What others do on these maps and in all modes, as the events that can be asked about. */
type Shares = {
  has: (events: readonly number[]) => boolean
  ofMap: (event: number, mode: string) => Open
  ofRanked: (mode: string) => Open
  rankedModes: readonly string[]
}

/** The weeks are counted now and then, so that some minutes change little. */
const keptShares = keptFor<Shares>(5 * MINUTE_MS)

/** Kept, since all players ask for the same maps; read again where a new one opens. */
function sharesOf({ db, clock, memory }: Store, events: readonly number[]): Promise<Shares> {
  const suffices = (shares: Shares) => shares.has(events)
  return memory(keptShares)(clock, () => readShares(db, clock.now(), events), { suffices })
}

async function readShares(db: Database, now: Date, events: readonly number[]): Promise<Shares> {
  const stored = await readWeeksOf(db, { since: weeksUpTo(now, WEEKS).since, events })
  const weeks = Map.groupBy(stored, ({ family, eventId, mode }) => placeOf(family, eventId, mode))
  const scopes = new Map<string, Scope>()
  const scope = (of: Scope['of'], place: string, mode: string): Scope => {
    const key = `${countsOf(mode)} ${place}`
    const known = scopes.get(key)
    if (known !== undefined) return known
    const picks = (weeks.get(place) ?? []).flatMap((week) => week.picks)
    const made = createScope(of, countsOf(mode), () => talliesOf(picks))
    scopes.set(key, made)
    return made
  }
  const further = (family: Open['family'], mode: string) => [
    scope('mode', placeOf(family, 0, mode), mode),
    scope('all', placeOf(family, 0, ''), mode),
  ]
  return {
    has: (asked) => asked.every((event) => events.includes(event)),
    ofMap(eventId, mode) {
      const scopes = [scope('map', placeOf('ladder', eventId, ''), mode), ...further('ladder', mode)]
      return { family: 'ladder', mode, eventId, scopes }
    },
    ofRanked: (mode) => ({ family: 'ranked', mode, eventId: null, scopes: further('ranked', mode) }),
    rankedModes: rankedModes(stored),
  }
}

/** An event is one map, whatever its mode is called. The mode '' stands for all. */
function placeOf(family: string, eventId: number, mode: string): string {
  return `${family} ${eventId} ${eventId === 0 ? mode : ''}`
}

/** The modes in which Ranked was played in these weeks. */
function rankedModes(stored: readonly FamilyWeek[]): string[] {
  const ranked = stored.filter(({ family, mode }) => family === 'ranked' && mode !== '')
  return [...Map.groupBy(ranked, ({ mode }) => mode)]
    .filter(([, weeks]) => weeks.reduce((sum, { battles }) => sum + battles, 0) >= META_ENOUGH)
    .map(([mode]) => mode)
    .sort()
}

/** One row for each brawler of each event. */
export function playNowCsv({ tag, events, ranked }: PlayNow): CsvTable {
  const rowsOf = (place: readonly (string | number | null)[], { counts, best }: Told) =>
    best.map(({ own, others, ...each }) => [
      ...[...place, counts, each.brawler_id, each.brawler_name, each.power, each.trophies],
      ...[each.share, each.low, each.high, each.mean_place],
      ...[own?.battles ?? null, own?.won ?? null, own?.map_battles ?? null, own?.map_won ?? null],
      ...[others?.share ?? null, others?.battles ?? null, others?.of ?? null],
    ])
  const rows = [
    ...events.flatMap((event) => rowsOf(['ladder', event.mode, event.event_id, event.map, event.ends_at], event)),
    ...ranked.flatMap((each) => rowsOf(['ranked', each.mode, null, null, null], each)),
  ]
  return { name: `play-now-${tag}`, rows: [headOf(CSV_COLUMNS.getPlayNow), ...rows] }
}
