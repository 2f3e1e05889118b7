import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, field, jsonList, queryRows } from '#server/database/database.ts'
import type { Observed, ObservedAnswer } from '#server/game/answers.ts'
import { unpackBrawlers } from './brawlers.ts'
import { emptyLedger, type Ledger } from './ledger.ts'

/** Reads, and locks, what is stored of everyone in the answers: one statement for clubs, one for players. */
export async function loadLedger(db: Database, answers: ObservedAnswer[]): Promise<Ledger> {
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
    'battle-log': ({ tag, body }) => [tag, ...body.battles.flatMap((battle) => battle.participants)],
  })
  const named = playerTags.union(inBattles)
  if (named.size > 0) await loadPlayers(db, ledger, { stored: playerTags, named })
  hideMembers(ledger)
  const profileTags = tagsOf(answers, { player: ({ body }) => [body.tag] })
  if (profileTags.size > 0) await loadBrawlers(db, ledger, [...profileTags])
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
  role: field('m.role', z.string()),
  trophies: field('m.trophies', z.number()),
  firstSeenAt: field('m.first_seen_at', z.string()),
  joinedAt: field('m.joined_at', z.nullable(z.string())),
  leftAt: field('m.left_at', z.nullable(z.string())),
})

const clubColumns = {
  tag: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  type: z.nullable(z.string()),
  badgeId: z.nullable(z.number()),
  requiredTrophies: z.nullable(z.number()),
  trophies: z.number(),
  firstTrophies: z.nullable(z.number()),
  memberCount: z.number(),
  country: z.nullable(z.string()),
  firstSeenAt: z.date(),
  observedAt: z.date(),
  observedDays: z.number(),
  members: members.column,
}

/** The clubs, locked in the order of their tags, with all members that they ever had. */
async function loadClubs(db: Database, ledger: Ledger, tags: string[]): Promise<void> {
  const clubs = await queryRows(
    db,
    clubColumns,
    sql`
      select tag, name, description, type, badge_id as "badgeId", required_trophies as "requiredTrophies", trophies,
        first_trophies as "firstTrophies", member_count as "memberCount", country, first_seen_at as "firstSeenAt",
        observed_at as "observedAt", observed_days as "observedDays",
        (select json_agg(${sql.raw(members.item)}) from club_members m where m.club_tag = clubs.tag) as members
      from clubs where tag = any(${tags}) order by tag for update`,
  )
  for (const club of clubs) {
    const states = members.items(club.members).map(({ tag, role, trophies, firstSeenAt, joinedAt, leftAt }) => {
      const moments = { firstSeenAt: new Date(firstSeenAt), joinedAt: dateOf(joinedAt), leftAt: dateOf(leftAt) }
      return [tag, { role, trophies, ...moments }] as const
    })
    ledger.clubs.set(club.tag, { ...club, members: new Map(states) })
  }
}

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

/** Tags of players: whose rows are read, and who else may have asked to be hidden. */
type Wanted = { stored: Set<string>; named: Set<string> }

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
  role: field('role', z.nullable(z.string())),
  country: field('country', z.nullable(z.string())),
  firstSeenAt: field('first_seen_at', z.string()),
  observedAt: field('observed_at', z.string()),
  seenAt: field('greatest(observed_at, club_observed_at)', z.string()),
  changedAt: field('changed_at', z.nullable(z.string())),
  lastBattleAt: field('last_battle_at', z.nullable(z.string())),
})

/** The players, locked in the order of their tags, and who of all that are named asked to be hidden: one statement. */
async function loadPlayers(db: Database, ledger: Ledger, { stored, named }: Wanted): Promise<void> {
  const [row] = await queryRows(
    db,
    { hidden: hiddenPlayers.column, players: players.column },
    sql`
      with locked as (
        select p.*, c.observed_at as club_observed_at from players p left join clubs c on c.tag = p.club_tag
        where p.tag = any(${[...stored]}) order by p.tag for update of p
      )
      select (select json_agg(${sql.raw(hiddenPlayers.item)}) from tombstones where tag = any(${[...named]})) as hidden,
        (select json_agg(${sql.raw(players.item)}) from locked) as players`,
  )
  for (const { tag, alias } of hiddenPlayers.items(row?.hidden ?? null)) ledger.hidden.set(tag, alias)
  for (const player of players.items(row?.players ?? null)) {
    ledger.players.set(player.tag, {
      ...player,
      firstSeenAt: new Date(player.firstSeenAt),
      observedAt: new Date(player.observedAt),
      seenAt: new Date(player.seenAt),
      changedAt: dateOf(player.changedAt),
      lastBattleAt: dateOf(player.lastBattleAt),
    })
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

async function loadBrawlers(db: Database, ledger: Ledger, tags: string[]): Promise<void> {
  const profiles = await db
    .selectFrom('player_profiles')
    .select(['player_tag', 'brawlers'])
    .where('player_tag', '=', sql<string>`any(${tags})`)
    .execute()
  for (const { player_tag, brawlers } of profiles) {
    ledger.brawlers.set(player_tag, new Map(unpackBrawlers(brawlers).map(({ id, trophies }) => [id, trophies])))
  }
}
