import type { Context } from '#server/context.ts'
import { battlePlayer, coveredSpans, lastLook } from '#server/history/battles/battle-players.ts'
import {
  type BattleNames,
  type BattlePlace,
  battleNames,
  battlesByKey,
  type ListedSide,
  playerBattlesBefore,
  type WholeBattle,
} from '#server/history/battles/read-battles.ts'
import { playerNotShown } from '#server/history/not-tracked.ts'
import { RAW_DAYS } from '#server/history/retention.ts'
import { freshness } from '#server/history/series.ts'
import { battleCoverage } from '#server/metrics/battle-hours.ts'
import type { PlayerSide } from '#server/metrics/player-side.ts'
import type { listPlayerBattles } from '#shared/contract/battles.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import { DAY_MS, SECOND_MS } from '#shared/days.ts'
import { plainName } from '#shared/plain-name.ts'

type Page = Output<typeof listPlayerBattles>
type Asked = Input<typeof listPlayerBattles>['query']
type Battle = Page['battles'][number]

/** A page of a player's stored battles, newest first. Throws `not_found` for a player who is not tracked or not shown. */
export async function battleList(context: Context, tag: string, { before, limit }: Asked): Promise<Page> {
  const { db, clock } = context
  const now = clock.now()
  const [player, found, spans, names] = await Promise.all([
    battlePlayer(db, tag),
    playerBattlesBefore(db, tag, { before: before === undefined ? null : placeOf(before), limit: limit + 1 }),
    coveredSpans(db, [tag]),
    battleNames(context),
  ])
  if (player === null) throw await playerNotShown(db, tag)
  const listed = found.slice(0, limit)
  const battles = await battlesByKey(db, listed)
  const players = await trackedNames(context, [...battles.values()])
  const asOf = lastLook(spans, { observedAt: player.observedAt, now })
  const covered = { trackedSince: player.firstSeenAt.getTime(), spans: spans.get(tag) ?? [] }
  const last = listed.at(-1)
  return {
    tag,
    name: player.name,
    ...freshness(player.observedAt, now),
    coverage: battleCoverage([covered], { from: asOf - RAW_DAYS * DAY_MS, now: asOf }),
    battles: listed.map((one) => battleOf(one, battles.get(one.key) ?? null, { tag, names, players })),
    next: found.length > limit && last !== undefined ? cursorOf(last) : null,
  }
}

/** The place of a battle as a text for `before`: the second, and the battle's key. */
function cursorOf({ at, key }: BattlePlace): string {
  return `${at / SECOND_MS}-${key}`
}

function placeOf(cursor: string): BattlePlace {
  const [second = '', key = ''] = cursor.split('-')
  return { at: Number(second) * SECOND_MS, key }
}

/** The names of those who are tracked. */
async function trackedNames({ db }: Context, battles: readonly WholeBattle[]): Promise<Map<string, string>> {
  const fighters = battles.flatMap(({ teams }) => teams.flatMap((team) => team.fighters))
  const tags = [...new Set(fighters.flatMap(({ tag }) => tag ?? []))]
  if (tags.length === 0) return new Map()
  const rows = await db.selectFrom('players').select(['tag', 'name']).where('tag', 'in', tags).execute()
  return new Map(rows.map(({ tag, name }) => [tag, plainName(name)]))
}

type Known = { tag: string; names: BattleNames; players: ReadonlyMap<string, string> }

function battleOf({ side }: ListedSide, whole: WholeBattle | null, known: Known): Battle {
  const { at, mode, eventId, family, format, lobby, result, place, trophyChange, star, seconds } = side
  return {
    time: new Date(at).toISOString(),
    mode,
    event_id: eventId,
    map: known.names.map(eventId),
    family,
    format,
    lobby,
    result,
    place,
    trophy_change: trophyChange,
    star,
    seconds,
    sides: whole === null || !whole.teamsKnown ? [] : sidesOf(whole, side, known),
  }
}

/** The teams, the player's own first. */
function sidesOf({ teams, star }: WholeBattle, side: PlayerSide, { tag, names, players }: Known): Battle['sides'] {
  let place = 0
  const sides = teams.map(({ fighters }) => ({
    players: fighters.map((fighter) => ({
      tag: fighter.tag,
      name: players.get(fighter.tag ?? '') ?? null,
      brawlers: fighter.brawlers.map((brawler, seat) => ({
        ...brawler,
        name: names.brawler(brawler.id),
        trophy_change: fighter.tag === tag ? (side.changes?.[seat] ?? null) : null,
      })),
      star: star === place++,
    })),
  }))
  const isOwn = ({ players }: (typeof sides)[number]) => players.some((fighter) => fighter.tag === tag)
  return sides.toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
}
