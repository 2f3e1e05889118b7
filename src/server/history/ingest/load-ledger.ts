import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, dateColumn, field, jsonList, queryRows } from '#server/database/database.ts'
import type { Battle, BattleLogAnswer, Observed, ObservedAnswer } from '#server/game/answers.ts'
import { addDays, type CalendarDay, monthOf } from '#shared/days.ts'
import { mondayOf } from '#shared/iso-week.ts'
import { CLUB_ROLES, CLUB_TYPES } from '#shared/kinds.ts'
import { ladderOf } from './ladder.ts'
import { emptyLedger, type Ledger } from './ledger.ts'
import { unpackRecords } from './player-records.ts'
import { unpackBrawlers } from './raw-answers.ts'
import { unpack } from './raw-lines.ts'

/**
 * Reads, and locks, what is stored of everyone in the answers, which are of the UTC day `day`: one statement for clubs, one
 * for players. The raw answers are those of the whole week.
 */
export async function loadLedger(db: Database, answers: ObservedAnswer[], day: CalendarDay): Promise<Ledger> {
  const ledger = emptyLedger()
  const clubTags = tagsOf(answers, {
    club: ({ body }) => [body.tag],
    'club-ranking': ({ body }) => body.map((row) => row.tag),
  })
  if (clubTags.size > 0) await loadClubs(db, ledger, [...clubTags])
  const playerTags = tagsOf(answers, {
    club: ({ body }) => body.members.map((member) => member.tag),
    player: ({ body }) => [body.tag],
    'player-ranking': ({ body }) => body.map((row) => row.tag),
    'brawler-ranking': ({ body }) => body.map((row) => row.tag),
  })
  for (const club of ledger.clubs.values()) for (const tag of club.members.keys()) playerTags.add(tag)
  const inBattles = tagsOf(answers, {
    'battle-log': ({ tag, body }) => [tag, ...body.battles.flatMap(fightersOf)],
  })
  const named = playerTags.union(inBattles)
  const scanned = tagsOf(answers, { club: ({ body }) => [body.tag] })
  const asked = tagsOf(answers, {
    player: ({ body }) => [body.tag],
    'player-ranking': ({ body }) => body.map((row) => row.tag),
  })
  if (named.size > 0) await loadPlayers(db, ledger, { stored: playerTags, named, scanned, asked, week: mondayOf(day) })
  hideMembers(ledger)
  const profileTags = tagsOf(answers, { player: ({ body }) => [body.tag] })
  if (profileTags.size > 0) await loadProfiles(db, ledger, [...profileTags], day)
  return ledger
}

type TagsOf = { [K in ObservedAnswer['kind']]?: (answer: Observed<K>) => string[] }

function tagsOf(answers: ObservedAnswer[], readers: TagsOf): Set<string> {
  const tags = answers.flatMap((answer) => {
    const read = readers[answer.kind] as ((answer: ObservedAnswer) => string[]) | undefined
    return read?.(answer) ?? []
  })
  return new Set(tags)
}

const members = jsonList({
  tag: field('m.player_tag', z.string()),
  name: field('m.name', z.nullable(z.string())),
  role: field('m.role', z.enum(CLUB_ROLES)),
  trophies: field('m.trophies', z.number()),
  firstSeenAt: field('m.first_seen_at', z.string()),
  joinedAt: field('m.joined_at', z.nullable(z.string())),
  leftAt: field('m.left_at', z.nullable(z.string())),
})

const clubColumns = {
  tag: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  type: z.nullable(z.enum(CLUB_TYPES)),
  badgeId: z.nullable(z.number()),
  requiredTrophies: z.nullable(z.number()),
  trophies: z.number(),
  firstTrophies: z.nullable(z.number()),
  memberCount: z.number(),
  country: z.nullable(z.string()),
  countryAt: z.nullable(z.date()),
  firstSeenAt: z.date(),
  observedAt: z.date(),
  observedDays: z.number(),
  membersComplete: z.boolean(),
  heldSince: z.nullable(z.date()),
  members: members.column,
  waited: z.boolean(),
}

/** Whether a locked row of a table was written after the statement began, so that what it read beside the row is older. */
const waited = (table: string, row: string) => {
  return sql.raw(`${row}.xmin <> (select before.xmin from ${table} before where before.tag = ${row}.tag)`)
}

/**
 * Rows that a statement locks, with what it reads beside them. Where it had to wait for a lock, it reads once more: all
 * but the locked rows was read before the wait, when the one who had the lock had not written.
 */
async function lockAndRead<Row extends { waited: boolean }>(read: () => Promise<Row[]>): Promise<Row[]> {
  const rows = await read()
  return rows.some((row) => row.waited) ? read() : rows
}

/** The clubs, locked in the order of their tags, with all members that they ever had. */
async function loadClubs(db: Database, ledger: Ledger, tags: string[]): Promise<void> {
  const clubs = await lockAndRead(() =>
    queryRows(
      db,
      clubColumns,
      sql`
      select tag, name, description, type, badge_id as "badgeId", required_trophies as "requiredTrophies", trophies,
        first_trophies as "firstTrophies", member_count as "memberCount", country,
        country_at as "countryAt", first_seen_at as "firstSeenAt",
        observed_at as "observedAt", observed_days as "observedDays", members_complete as "membersComplete",
        held_since as "heldSince",
        (select json_agg(${sql.raw(members.item)}) from club_members m where m.club_tag = clubs.tag) as members,
        ${waited('clubs', 'clubs')} as waited
      from clubs where tag = any(${tags}) order by tag for update`,
    ),
  )
  for (const { waited: _waited, ...club } of clubs) {
    const states = members.items(club.members).map(({ tag, firstSeenAt, joinedAt, leftAt, ...member }) => {
      const moments = { firstSeenAt: new Date(firstSeenAt), joinedAt: dateOf(joinedAt), leftAt: dateOf(leftAt) }
      return [tag, { ...member, ...moments }] as const
    })
    ledger.clubs.set(club.tag, { ...club, members: new Map(states) })
  }
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

/**
 * Tags: whose rows are read, and who else may have asked to be hidden; of which clubs and which players' own answers the
 * raw ones of the week are read.
 */
type Wanted = {
  stored: Set<string>
  named: Set<string>
  scanned: Set<string>
  asked: Set<string>
  week: CalendarDay
}

const hiddenPlayers = jsonList({ tag: field('tag', z.string()), alias: field('alias', z.string()) })

const players = jsonList({
  tag: field('tag', z.string()),
  name: field('name', z.string()),
  nameColor: field('name_color', z.nullable(z.string())),
  iconId: field('icon_id', z.nullable(z.number())),
  trophies: field('trophies', z.number()),
  firstTrophies: field('first_trophies', z.nullable(z.number())),
  rosterTrophies: field('roster_trophies', z.nullable(z.number())),
  clubTag: field('club_tag', z.nullable(z.string())),
  role: field('role', z.nullable(z.enum(CLUB_ROLES))),
  country: field('country', z.nullable(z.string())),
  countryAt: field('country_at', z.nullable(z.string())),
  firstSeenAt: field('first_seen_at', z.string()),
  observedAt: field('observed_at', z.string()),
  seenAt: field('greatest(observed_at, club_observed_at)', z.string()),
  changedAt: field('changed_at', z.nullable(z.string())),
  lastBattleAt: field('last_battle_at', z.nullable(z.string())),
  logUntil: field('log_until', z.nullable(z.string())),
})

const rawDays = jsonList({
  tag: field('tag', z.string()),
  day: field('day', dateColumn),
  entries: field('entries', z.string()),
})

/**
 * The players, locked in the order of their tags, who of all that are named asked to be hidden, and the raw answers of the
 * week: one statement.
 */
async function loadPlayers(db: Database, ledger: Ledger, wanted: Wanted): Promise<void> {
  const { stored, named, scanned, asked, week } = wanted
  const columns = {
    hidden: hiddenPlayers.column,
    players: players.column,
    clubAnswers: rawDays.column,
    ownAnswers: rawDays.column,
    waited: z.boolean(),
  }
  const [row] = await lockAndRead(() =>
    queryRows(
      db,
      columns,
      sql`
      with locked as (
        select p.*, case when c.members_complete then c.observed_at end as club_observed_at,
          ${waited('players', 'p')} as waited
        from players p left join clubs c on c.tag = p.club_tag
        where p.tag = any(${[...stored]}) order by p.tag for update of p
      )
      select (select json_agg(${sql.raw(hiddenPlayers.item)}) from tombstones where tag = any(${[...named]})) as hidden,
        (select json_agg(${sql.raw(players.item)}) from locked) as players,
        (${rawOfWeek('club', scanned, week)}) as "clubAnswers", (${rawOfWeek('player', asked, week)}) as "ownAnswers",
        exists (select from locked where waited) as waited`,
    ),
  )
  for (const { tag, alias } of hiddenPlayers.items(row?.hidden ?? null)) ledger.hidden.set(tag, alias)
  for (const player of players.items(row?.players ?? null)) {
    ledger.players.set(player.tag, {
      ...player,
      countryAt: dateOf(player.countryAt),
      firstSeenAt: new Date(player.firstSeenAt),
      observedAt: new Date(player.observedAt),
      seenAt: new Date(player.seenAt),
      changedAt: dateOf(player.changedAt),
      lastBattleAt: dateOf(player.lastBattleAt),
      logUntil: dateOf(player.logUntil),
    })
  }
  keepRaw(ledger, 'club', row?.clubAnswers ?? null)
  keepRaw(ledger, 'player', row?.ownAnswers ?? null)
}

function rawOfWeek(type: 'club' | 'player', tags: Set<string>, week: CalendarDay) {
  if (tags.size === 0) return sql`null::json`
  const tag = sql.ref(`${type}_tag`)
  return sql`
    select json_agg(${sql.raw(rawDays.item)} order by tag, day) from (
      select ${tag} as tag, day, entries from ${sql.table(`${type}_answers`)}
      where ${tag} = any(${[...tags]}) and day >= ${week}::date and day < ${addDays(week, 7)}::date
    ) raw`
}

function keepRaw(ledger: Ledger, type: 'club' | 'player', stored: unknown[][] | null): void {
  for (const [tag, days] of Map.groupBy(rawDays.items(stored), (row) => row.tag)) {
    const answers = unpack(days)
    ledger.raw[type].set(tag, { answers, stored: answers.length, appends: true })
  }
}

/** A player who was hidden while the club was being read is in its list by the alias already. */
function hideMembers({ clubs, hidden }: Ledger): void {
  for (const [tag, alias] of hidden) {
    for (const { members } of clubs.values()) {
      const member = members.get(tag)
      if (member !== undefined && members.delete(tag) && !members.has(alias)) members.set(alias, member)
    }
  }
}

async function loadProfiles(db: Database, ledger: Ledger, tags: string[], day: CalendarDay): Promise<void> {
  const profiles = await db
    .selectFrom('player_profiles')
    .select(['player_tag', 'read_at', 'brawlers', 'records'])
    .where('player_tag', '=', sql<string>`any(${tags})`)
    .execute()
  for (const { player_tag, read_at, brawlers, records } of profiles) {
    const trophies = new Map(unpackBrawlers(brawlers).map((brawler) => [brawler.id, brawler.trophies]))
    ledger.brawlers.set(player_tag, { readAt: read_at, trophies })
    ledger.records.set(player_tag, unpackRecords(records))
  }
  const months = await db
    .selectFrom('player_months')
    .select(['player_tag', 'month', 'ladder'])
    .distinctOn('player_tag')
    .where('player_tag', '=', sql<string>`any(${tags})`)
    .where('month', '<=', monthOf(day))
    .where('ladder', 'is not', null)
    .orderBy('player_tag')
    .orderBy('month', 'desc')
    .execute()
  for (const { player_tag, month, ladder } of months) ledger.ladders.set(player_tag, ladderOf([{ month, ladder }]))
}

function fightersOf({ teams }: Battle): string[] {
  return teams.flatMap(({ fighters }) => fighters.flatMap(({ tag }) => tag ?? []))
}

/** Aliases of hidden players by tag. */
type Aliases = ReadonlyMap<string, string>

/**
 * The answers without hidden players: their profiles, battle logs and places in rankings are dropped, and battles of others
 * do not name them. In their club the alias replaces the tag, so that its totals stay right.
 */
export function withoutHidden(answers: ObservedAnswer[], hidden: Aliases): ObservedAnswer[] {
  return hidden.size === 0 ? answers : answers.flatMap((answer) => hideIn(answer, hidden) ?? [])
}

function hideIn(answer: ObservedAnswer, hidden: Aliases): ObservedAnswer | null {
  switch (answer.kind) {
    case 'player':
      return hidden.has(answer.body.tag) ? null : answer
    case 'battle-log':
      return hidden.has(answer.tag) ? null : { ...answer, body: hideInBattles(answer.body, hidden) }
    case 'player-ranking':
    case 'brawler-ranking':
      return { ...answer, body: answer.body.filter((row) => !hidden.has(row.tag)) }
    case 'club':
      return hideInList(answer, hidden)
    case 'club-ranking':
    case 'brawlers':
    case 'rotation':
    case 'gamemodes':
      return answer
  }
}

/** The club's list, with the alias of a hidden player in their place. */
export function hideInList(answer: Observed<'club'>, hidden: Aliases): Observed<'club'> {
  const members = answer.body.members.map((member) => {
    const alias = hidden.get(member.tag)
    return alias === undefined ? member : { ...member, tag: alias, name: alias, nameColor: null, iconId: null }
  })
  return { ...answer, body: { ...answer.body, members } }
}

function hideInBattles({ battles }: BattleLogAnswer, hidden: Aliases): BattleLogAnswer {
  const shownTag = (tag: string | null) => (tag === null || hidden.has(tag) ? null : tag)
  return {
    battles: battles.map((battle) => ({
      ...battle,
      teams: battle.teams.map(({ lobby, fighters }) => ({
        lobby,
        fighters: fighters.map(({ tag, brawlers }) => ({ tag: shownTag(tag), brawlers })),
      })),
    })),
  }
}
