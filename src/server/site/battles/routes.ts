import type { Context } from '#server/context.ts'
import { clubBattlesChange, clubChange } from '#server/kernel/announcements.ts'
import { getClubBattles, getPlayerBattles, listPlayerBattles } from '#shared/contract/battles.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import type { CsvCell } from '#shared/csv.ts'
import { aboutClub, aboutPlayer } from '../http/response-cache.ts'
import { type Server, serve } from '../http/serve.ts'
import type { CsvTable } from '../http/wire-format.ts'
import { battleList } from './battle-list.ts'
import { battlesOfClub } from './club-battles.ts'
import { battlesOfPlayer } from './player-battles.ts'

/** Made of a club's scans and of its members' battles. */
const aboutClubBattles = {
  ...aboutClub,
  topics: ({ params }: { params: { tag: string } }) => [clubChange(params.tag), clubBattlesChange(params.tag)],
}

export function registerBattles(server: Server, context: Context): void {
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

type PlayerBattles = Output<typeof getPlayerBattles>
type ClubBattles = Output<typeof getClubBattles>

/** What every row of the tables below tells; some have places or an edge beside it. */
type Row = Omit<PlayerBattles['by_mode'][number], 'mode' | 'places'> &
  Partial<Pick<PlayerBattles['by_mode'][number], 'places'>> &
  Partial<Pick<PlayerBattles['played_with'][number], 'usual' | 'edge'>>

const RATE_COLUMNS = ['battles', 'wins', 'losses', 'draws', 'rate', 'low', 'high', 'sample', 'usual', 'edge'] as const
const HEAD = ['table', 'id', 'name', ...RATE_COLUMNS, 'showdowns', 'mean_place', 'top_half']

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
  return { name: `battles-${tag}-${family}-${lobby}-${days}-days`, rows: [HEAD, ...rows] }
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
  return { name: `battles-${tag}-${days}-days`, rows: [HEAD, ...rows] }
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
  return { name: `battle-list-${tag}`, rows: [[...BATTLE_COLUMNS, 'star', 'teams'], ...rows] }
}
