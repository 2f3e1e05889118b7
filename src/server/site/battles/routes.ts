import type { Context } from '#server/context.ts'
import { readBaselines } from '#server/history/battles/baselines.ts'
import { battleClub, battlePlayer, playedWindow } from '#server/history/battles/battle-players.ts'
import { type BattleNames, battleNames } from '#server/history/battles/read-battles.ts'
import { mateTags, sidesIn } from '#server/history/battles/visit-sides.ts'
import { clubNotTracked, playerNotShown } from '#server/history/not-tracked.ts'
import { freshness } from '#server/history/series.ts'
import { clubBattlesChange, clubChange } from '#server/kernel/announcements.ts'
import { battleCoverage, knownDates, knownHours } from '#server/metrics/battle-hours.ts'
import { clubBattles, clubBattlesSentence, clubHours } from '#server/metrics/club-battles.ts'
import { sumClub } from '#server/metrics/club-sums.ts'
import type { LatestBattle } from '#server/metrics/gather-battles.ts'
import { playerBattles } from '#server/metrics/player-battles.ts'
import { battlesSentence } from '#shared/battles-sentence.ts'
import { getClubBattles, getPlayerBattles, listPlayerBattles } from '#shared/contract/battles.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import type { CsvCell } from '#shared/csv.ts'
import type { Timeframe } from '#shared/days.ts'
import { CSV_COLUMNS, headOf } from '../http/csv-columns.ts'
import { aboutClub, aboutPlayer } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'
import type { CsvTable } from '../http/wire-format.ts'
import { battleList } from './battle-list.ts'

type OfTag = { params: { tag: string } }

export function registerBattles(server: Server, context: Context): void {
  /** Made of a club's scans and of its members' battles. */
  const aboutClubBattles = {
    ...aboutClub,
    topics: ({ params }: OfTag) => [clubChange(params.tag), clubBattlesChange(params.tag)],
  }
  serve(server, getPlayerBattles, ({ params, query }) => battlesOfPlayer(context, params.tag, query), {
    cache: aboutPlayer,
    csv: playerCsv,
  })
  serve(server, listPlayerBattles, ({ params, query }) => battleList(context, params.tag, query), {
    cache: aboutPlayer,
    csv: listCsv,
  })
  serve(server, getClubBattles, ({ params, query }) => battlesOfClub(context, params.tag, query.days), {
    cache: aboutClubBattles,
    csv: clubCsv,
  })
}

/**
 * When a club plays, what, and who with whom, over the `days` UTC dates up to when it was last seen. Throws `not_found`
 * when it is not tracked.
 */
async function battlesOfClub(context: Context, tag: string, days: Timeframe): Promise<ClubBattles> {
  const { db, clock } = context
  const now = clock.now()
  const club = await battleClub(db, tag)
  if (club === null) throw clubNotTracked()
  const { members, observedAt, firstSeenAt } = club
  const tags = members.map((member) => member.tag)
  const mates = mateTags(tags)
  const [{ packed, spans, span }, baselines] = await Promise.all([
    playedWindow(db, tags, { days, observedAt, now }),
    readBaselines(context, days),
  ])
  const sums = sumClub(tags, (member) => (packed.has(member) ? sidesIn(packed.get(member), mates) : undefined))
  const named = members.map((member) => ({ ...member, hasLog: packed.has(member.tag) || spans.has(member.tag) }))
  const battles = clubBattles(named, sums, baselines)
  const covered = members.map(({ tag, trackedSince }) => {
    return { trackedSince: Math.max(trackedSince, firstSeenAt.getTime()), spans: spans.get(tag) ?? [] }
  })
  return {
    tag,
    days,
    ...freshness(observedAt, now),
    coverage: battleCoverage(covered, span),
    summary: clubBattlesSentence(battles, days),
    ...battles,
    ...clubHours(
      sums,
      knownDates(
        covered.flatMap(({ spans }) => spans),
        span,
      ),
    ),
  }
}

type PlayerBattles = Output<typeof getPlayerBattles>
type ClubBattles = Output<typeof getClubBattles>

/** What every row of the tables below tells; some have places or an edge beside it. */
type Row = Omit<PlayerBattles['by_mode'][number], 'mode' | 'places'> &
  Partial<Pick<PlayerBattles['by_mode'][number], 'places'>> &
  Partial<Pick<PlayerBattles['played_with'][number], 'usual' | 'edge'>>

const RATE_COLUMNS = ['battles', 'wins', 'losses', 'draws', 'rate', 'low', 'high', 'sample', 'usual', 'edge'] as const

/** A row of one of the tables, by whose name it begins. */
function rateRow(table: string, [id, name]: [CsvCell, CsvCell], row: Row): CsvCell[] {
  const { battles = null, mean_place = null, top_half = null } = row.places ?? {}
  return [table, id, name, ...RATE_COLUMNS.map((column) => row[column] ?? null), battles, mean_place, top_half]
}

/** All tables of a player's battles one below the other. */
function playerCsv({ tag, days, family, lobby, ...battles }: PlayerBattles): CsvTable {
  const rows = [
    rateRow('total', [null, null], battles.totals),
    ...battles.by_mode.map((row) => rateRow('mode', [row.mode, null], row)),
    ...battles.by_brawler.map((row) => rateRow('brawler', [row.brawler_id, row.brawler_name], row)),
    ...battles.by_map.map((row) => rateRow('map', [row.event_id, row.map], row)),
    ...battles.played_with.map((row) => rateRow('clubmate', [row.tag, row.name], row)),
  ]
  return {
    name: `battles-${tag}-${family}-${lobby}-${days}-days`,
    rows: [headOf(CSV_COLUMNS.getPlayerBattles), ...rows],
  }
}

/** All tables of a club's battles one below the other. */
function clubCsv({ tag, days, ...battles }: ClubBattles): CsvTable {
  const group = (table: string) => (row: ClubBattles['pairs'][number]) => {
    const [tags, names] = [row.players.map((player) => player.tag), row.players.map((player) => player.name)]
    return rateRow(table, [tags.join(' '), names.join(' + ')], row)
  }
  const rows = [
    ...battles.by_mode.map((row) => rateRow('mode', [row.mode, null], row)),
    ...battles.pairs.map(group('pair')),
    ...battles.trios.map(group('trio')),
    ...battles.members.map((row) => rateRow('member', [row.tag, row.name], row)),
  ]
  return { name: `battles-${tag}-${days}-days`, rows: [headOf(CSV_COLUMNS.getClubBattles), ...rows] }
}

type Battle = Output<typeof listPlayerBattles>['battles'][number]

const BATTLE_COLUMNS = [
  'time',
  'mode',
  'event_id',
  'map',
  'family',
  'format',
  'lobby',
  'result',
  'place',
  'trophy_change',
  'seconds',
] as const satisfies (keyof Battle)[]

/** One row for each battle; the tags of a team stand in one cell, the player's own team first. */
function listCsv({ tag, battles }: Output<typeof listPlayerBattles>): CsvTable {
  const rows = battles.map((battle) => [
    ...BATTLE_COLUMNS.map((column) => battle[column]),
    battle.star === null ? null : battle.star ? 'yes' : 'no',
    battle.sides.map(({ players }) => players.map((player) => player.tag ?? '?').join(' ')).join(' / '),
  ])
  return { name: `battle-list-${tag}`, rows: [headOf(CSV_COLUMNS.listPlayerBattles), ...rows] }
}

type Asked = Input<typeof getPlayerBattles>['query']

/**
 * How a player fights, over the `days` UTC dates up to when they were last seen. Throws `not_found` for a player who is
 * not tracked or not shown.
 */
async function battlesOfPlayer(context: Context, tag: string, asked: Asked): Promise<PlayerBattles> {
  const { db, clock } = context
  const now = clock.now()
  const player = await battlePlayer(db, tag)
  if (player === null) throw await playerNotShown(db, tag)
  const [{ packed, spans, span }, names, baselines] = await Promise.all([
    playedWindow(db, [tag], { days: asked.days, observedAt: player.observedAt, now }),
    battleNames(context),
    readBaselines(context, asked.days),
  ])
  const mates = new Map(player.clubmates.map((mate) => [mate.tag, mate.name]))
  const sides = sidesIn(packed.get(tag), mateTags(mates.keys()))
  const battles = playerBattles(sides, { ...asked, baselines, clubmates: mates })
  const covered = { trackedSince: player.firstSeenAt.getTime(), spans: spans.get(tag) ?? [] }
  return {
    tag,
    ...asked,
    ...freshness(player.observedAt, now),
    coverage: battleCoverage([covered], span),
    ...addNames(battles, { names, mates, days: asked.days }),
    hours: knownHours(battles.hours, knownDates(covered.spans, span)),
  }
}

type Battles = ReturnType<typeof playerBattles>
type Names = { names: BattleNames; mates: ReadonlyMap<string, string>; days: number }

/** The figures with the names of brawlers, maps and clubmates, and the sentence that they make. */
function addNames(battles: Battles, { names, mates, days }: Names) {
  const { strongest, latest, by_brawler, by_map, played_with, ...figures } = battles
  const withName = <Row extends { brawler_id: number }>(row: Row) => {
    return { brawler_name: names.brawler(row.brawler_id), ...row }
  }
  const best = strongest && withName(strongest)
  return {
    ...figures,
    summary: battlesSentence({ ...figures, days, strongest: best }),
    strongest: best,
    latest: latest.map((side) => latestBattle(side, names)),
    by_brawler: by_brawler.map(withName),
    by_map: by_map.map((row) => ({ ...row, map: names.map(row.event_id), best: row.best && withName(row.best) })),
    played_with: played_with.map((row) => ({ name: mates.get(row.tag) ?? row.tag, ...row })),
  }
}

function latestBattle({ at, brawler, ...battle }: LatestBattle, names: BattleNames) {
  const brawler_name = brawler === null ? null : names.brawler(brawler)
  return { time: new Date(at).toISOString(), brawler_id: brawler, brawler_name, ...battle }
}
