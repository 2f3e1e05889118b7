import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { StoredBrawler } from '../history/stored-brawler.ts'
import { type ClubState, emptyLedger, type Ledger, type MemberState } from './ledger.ts'
import type { Observed, ObservedAnswer } from './observed-answer.ts'

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
    'battle-log': ({ tag, body }) => [tag, ...body.battles.flatMap((battle) => battle.participants)],
  })
  for (const club of ledger.clubs.values()) for (const tag of club.members.keys()) playerTags.add(tag)
  if (playerTags.size > 0) await loadPlayers(db, ledger, [...playerTags])
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

async function loadPlayers(db: Database, ledger: Ledger, tags: string[]): Promise<void> {
  const { hidden, rows } = await lockedPlayers(db, tags)
  for (const { tag, alias } of hidden) ledger.hidden.set(tag, alias)
  for (const row of rows) {
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

/** Locked in the order of their tags. Who is hidden is read by the same statement, and only after the lock. */
async function lockedPlayers(db: Database, tags: string[]) {
  const any = sql<string>`any(${tags})`
  const hidden = sql<
    { tag: string; alias: string }[]
  >`coalesce((select json_agg(json_build_object('tag', tag, 'alias', alias)) from tombstones where tag = ${any}), '[]')`
  const rows = await db
    .with('locked', (query) =>
      query
        .selectFrom('players')
        .leftJoin('clubs', 'clubs.tag', 'players.club_tag')
        .selectAll('players')
        .select('clubs.observed_at as club_observed_at')
        .where('players.tag', '=', any)
        .orderBy('players.tag')
        .forUpdate('players'),
    )
    .selectFrom(sql<{ hidden: { tag: string; alias: string }[] }>`(select ${hidden} as hidden)`.as('asked'))
    .leftJoin('locked', (join) => join.onTrue())
    .selectAll('locked')
    .select('asked.hidden')
    .execute()
  return { hidden: rows[0]?.hidden ?? [], rows: rows.filter(isPlayer) }
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
