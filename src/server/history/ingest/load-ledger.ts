import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Observed, ObservedAnswer } from '#server/game/answers.ts'
import { type ClubState, emptyLedger, type Ledger, type MemberState, type StoredBrawler } from './ledger.ts'

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
  veilMembers(ledger)
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

async function loadClubs(db: Database, ledger: Ledger, tags: string[]): Promise<void> {
  const members = sql<
    StoredMember[]
  >`coalesce((select json_agg(m) from club_members m where m.club_tag = clubs.tag), '[]')`
  const rows = await db
    .selectFrom('clubs')
    .selectAll()
    .select(members.as('members'))
    .where('tag', '=', sql<string>`any(${tags})`)
    .orderBy('tag')
    .forUpdate()
    .execute()
  for (const row of rows) {
    const club: ClubState = {
      tag: row.tag,
      name: row.name,
      description: row.description,
      type: row.type,
      badgeId: row.badge_id,
      requiredTrophies: row.required_trophies,
      trophies: row.trophies,
      firstTrophies: row.first_trophies,
      memberCount: row.member_count,
      country: row.country,
      firstSeenAt: row.first_seen_at,
      observedAt: row.observed_at,
      observedDays: row.observed_days,
      members: new Map(row.members.map((member) => [member.player_tag, memberState(member)])),
    }
    ledger.clubs.set(club.tag, club)
  }
}

/** A row of club_members as JSON carries it. */
type StoredMember = {
  player_tag: string
  role: string
  trophies: number
  first_seen_at: string
  joined_at: string | null
  left_at: string | null
}

function memberState({ role, trophies, first_seen_at, joined_at, left_at }: StoredMember): MemberState {
  const date = (text: string | null) => (text === null ? null : new Date(text))
  return { role, trophies, firstSeenAt: new Date(first_seen_at), joinedAt: date(joined_at), leftAt: date(left_at) }
}

/** Tags of players: whose rows are read, and who else must not be hidden. */
type Wanted = { stored: Set<string>; named: Set<string> }

async function loadPlayers(db: Database, ledger: Ledger, wanted: Wanted): Promise<void> {
  const { hidden, players } = await lockPlayers(db, wanted)
  for (const { tag, alias } of hidden) ledger.hidden.set(tag, alias)
  for (const row of players) {
    const inClub = row.club_observed_at
    ledger.players.set(row.tag, {
      tag: row.tag,
      name: row.name,
      nameColor: row.name_color,
      iconId: row.icon_id,
      trophies: row.trophies,
      firstTrophies: row.first_trophies,
      rosterTrophies: row.roster_trophies,
      clubTag: row.club_tag,
      role: row.role,
      country: row.country,
      firstSeenAt: row.first_seen_at,
      observedAt: row.observed_at,
      seenAt: inClub !== null && inClub > row.observed_at ? inClub : row.observed_at,
      changedAt: row.changed_at,
      lastBattleAt: row.last_battle_at,
    })
  }
}

type Hidden = { tag: string; alias: string }
type StoredPlayer = Selectable<Tables['players']> & { club_observed_at: Date | null }
type Row<T> = { [K in keyof T]: T[K] | null } & { hidden: Hidden[] }

/** The players, locked in the order of their tags, and who of all that are named asked not to be shown: one statement. */
async function lockPlayers(db: Database, { stored, named }: Wanted) {
  const { rows } = await sql<Row<StoredPlayer>>`
    with locked as (
      select p.*, c.observed_at as club_observed_at from players p left join clubs c on c.tag = p.club_tag
      where p.tag = any(${[...stored]}) order by p.tag for update of p
    )
    select veil.hidden, locked.* from (
      select coalesce(json_agg(json_build_object('tag', tag, 'alias', alias)), '[]') as hidden from tombstones
      where tag = any(${[...named]})
    ) veil left join locked on true`.execute(db)
  return { hidden: rows[0]?.hidden ?? [], players: rows.filter(isStored) }
}

function isStored(row: Row<StoredPlayer>): row is StoredPlayer & { hidden: Hidden[] } {
  return row.tag !== null
}

/** A player who was hidden while the club was being read stands in its list under the alias already. */
function veilMembers({ clubs, hidden }: Ledger): void {
  for (const [tag, alias] of hidden) {
    for (const { members } of clubs.values()) {
      const member = members.get(tag)
      if (member !== undefined && members.delete(tag) && !members.has(alias)) members.set(alias, member)
    }
  }
}

async function loadBrawlers(db: Database, ledger: Ledger, tags: string[]): Promise<void> {
  const rows = await db
    .selectFrom('player_profiles')
    .select(['player_tag', 'brawlers'])
    .where('player_tag', '=', sql<string>`any(${tags})`)
    .execute()
  for (const row of rows) {
    const brawlers = row.brawlers as StoredBrawler[]
    ledger.brawlers.set(row.player_tag, new Map(brawlers.map(([id, , , , trophies]) => [id, trophies])))
  }
}
