import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import { type Database, field, jsonList, preparedRead, queryRows } from '#server/database/database.ts'
import type { CoveredSpan } from '#server/metrics/battle-hours.ts'
import { addDays, type CalendarDay } from '#shared/days.ts'
import { plainName } from '#shared/plain-name.ts'
import { PACKED_DAYS, type WhichTags } from './read-battles.ts'

const bytes = z.custom<Buffer>(Buffer.isBuffer)

/** Other members of a club who may be named. An alias stands for a hidden player, whom no row of the directory names. */
const named = jsonList({ tag: field('m.tag', z.string()), name: field('m.name', z.string()) })

const IS_SHOWN = (player: string) => `not exists (select from tombstones t where t.tag = ${player}.tag)`

const readPlayer = preparedRead(
  { name: z.string(), observedAt: z.date(), firstSeenAt: z.date(), clubmates: named.column },
  `select p.name, greatest(p.observed_at, c.observed_at) as "observedAt", p.first_seen_at as "firstSeenAt", (
      select json_agg(${named.item}) from club_members cm join players m on m.tag = cm.player_tag
      where cm.club_tag = p.club_tag and cm.left_at is null and m.tag <> p.tag and ${IS_SHOWN('m')}
    ) as clubmates
  from players p left join clubs c on c.tag = p.club_tag where p.tag = $1 and ${IS_SHOWN('p')}`,
)

/** Somebody whose battles are read: when they were last observed, since when they are tracked, and who is in their club. */
export type BattlePlayer = {
  name: string
  observedAt: Date
  firstSeenAt: Date
  clubmates: { tag: string; name: string }[]
}

/** A tracked player who may be shown; null for any other tag. */
export async function battlePlayer(db: Database, tag: string): Promise<BattlePlayer | null> {
  const [player] = await readPlayer(db, [tag])
  if (player === undefined) return null
  const clubmates = named.items(player.clubmates).map((mate) => ({ ...mate, name: plainName(mate.name) }))
  return { ...player, name: plainName(player.name), clubmates }
}

const members = jsonList({
  tag: field('m.tag', z.string()),
  name: field('m.name', z.string()),
  trackedSince: field('(extract(epoch from m.first_seen_at) * 1000)::bigint', z.number()),
})

const readClub = preparedRead(
  { observedAt: z.date(), members: members.column },
  `select c.observed_at as "observedAt", (
      select json_agg(${members.item}) from club_members cm join players m on m.tag = cm.player_tag
      where cm.club_tag = c.tag and cm.left_at is null and ${IS_SHOWN('m')}
    ) as members
  from clubs c where c.tag = $1`,
)

/** A tracked club with its present members who may be named, by ascending tags; null for any other tag. */
export async function battleClub(db: Database, clubTag: string) {
  const [club] = await readClub(db, [clubTag])
  if (club === undefined) return null
  const present = members.items(club.members).map((member) => ({ ...member, name: plainName(member.name) }))
  return { observedAt: club.observedAt, members: present.sort((one, other) => (one.tag < other.tag ? -1 : 1)) }
}

const MINUTES_MS = 5 * 60_000

/**
 * The number of the current five minutes. It is part of each version, since two things change without a new row: which hours
 * are known, and the kept names of maps and means of other players.
 */
function someMinutes(now: Date): number {
  return Math.floor(now.getTime() / MINUTES_MS)
}

const PRESENT = `club_members cm join players m on m.tag = cm.player_tag where cm.left_at is null and ${IS_SHOWN('m')}`

const readPlayerVersion = preparedRead(
  { version: z.string() },
  `select concat(p.xmin, ' ', c.xmin, ' ', (
      select md5(string_agg(m.tag || ' ' || m.name, ' ' order by m.tag)) from ${PRESENT} and cm.club_tag = p.club_tag
    )) as version
  from players p left join clubs c on c.tag = p.club_tag where p.tag = $1 and ${IS_SHOWN('p')}`,
)

/**
 * A text that changes when anything changes that a player's battles are shown with: the player, the club and the names in it,
 * and the battles. Whoever stores battles of a player also writes the player's row.
 */
export async function playerVersion(db: Database, tag: string, now: Date): Promise<string> {
  const [player] = await readPlayerVersion(db, [tag])
  return `${someMinutes(now)} ${player?.version ?? ''}`
}

const readClubVersion = preparedRead(
  { version: z.string() },
  `select concat(c.xmin, ' ', (
      select concat(count(*), ' ', sum(m.xmin::text::bigint)) from ${PRESENT} and cm.club_tag = c.tag
    )) as version
  from clubs c where c.tag = $1`,
)

/** The same for a club: its list of members, and the battles of the members who are shown. */
export async function clubVersion(db: Database, tag: string, now: Date): Promise<string> {
  const [club] = await readClubVersion(db, [tag])
  return `${someMinutes(now)} ${club?.version ?? ''}`
}

const spans = jsonList({
  from: field('(extract(epoch from covered_from) * 1000)::bigint', z.number()),
  to: field('(extract(epoch from covered_to) * 1000)::bigint', z.number()),
  overflow: field('overflow', z.boolean()),
})

function spansRead(tags: WhichTags) {
  return preparedRead(
    { tag: z.string(), spans: spans.column },
    `select player_tag as tag, json_agg(${spans.item} order by covered_from) as spans from battle_log_coverage
    where player_tag ${tags} group by player_tag`,
  )
}

const spansOfTag = spansRead('= $1')
const spansOfTags = spansRead('= any($1::text[])')

/** The spans of time of which every battle of a player is known, oldest first; players without any are left out. */
export async function coveredSpans(db: Database, tags: readonly string[]): Promise<Map<string, CoveredSpan[]>> {
  const rows = tags.length === 1 ? await spansOfTag(db, [tags[0]]) : await spansOfTags(db, [tags])
  return new Map(rows.map((row) => [row.tag, spans.items(row.spans)]))
}

/**
 * What changes with every change of the days before `$3`: their number and the sum of the transactions that wrote them. Each
 * change is a later transaction, so the sum of as many days only grows.
 */
const CLOSED = 'day < $3::date'
const VERSION = `concat(count(*) filter (where ${CLOSED}), '.', sum(xmin::text::bigint) filter (where ${CLOSED}))`
const NO_DAYS = '0.'

function playedRead(tags: WhichTags) {
  return preparedRead(
    { tag: z.string(), days: z.nullable(bytes), version: z.nullable(z.string()), spans: spans.column },
    `select player_tag as tag, ${PACKED_DAYS} filter (where not ${CLOSED}) as days, ${VERSION} as version,
      null::json as spans
    from player_battles where player_tag ${tags} and day >= $2::date group by player_tag
    union all
    select player_tag, null, null, json_agg(${spans.item} order by covered_from) from battle_log_coverage
    where player_tag ${tags} group by player_tag`,
  )
}

const playedOfTag = playedRead('= $1')
const playedOfTags = playedRead('= any($1::text[])')

/** Days before `open` are over, the others are still being filled. */
type Window = { since: CalendarDay; open: CalendarDay }

/**
 * What was played since a day, in one statement: the packed days from `open` on as `playerDays` reads them, the versions of the
 * days before, which `closedDays` reads, and the covered spans. `known` are the tags of whom there is anything.
 */
export async function playedOf(db: Database, tags: readonly string[], { since, open }: Window) {
  const values = [since, open]
  const rows =
    tags.length === 1 ? await playedOfTag(db, [tags[0], ...values]) : await playedOfTags(db, [tags, ...values])
  const [days, versions] = [new Map<string, Buffer>(), new Map<string, string>()]
  const covered = new Map<string, CoveredSpan[]>()
  for (const row of rows) {
    if (row.days !== null) days.set(row.tag, row.days)
    if (row.version !== null && row.version !== NO_DAYS) versions.set(row.tag, row.version)
    if (row.spans !== null) covered.set(row.tag, spans.items(row.spans))
  }
  return { days, versions, spans: covered, known: new Set(rows.map(({ tag }) => tag)) }
}

/** The packed days before `open` with their versions. Takes long, and is kept: so it is no short read. */
async function closedDays(db: Database, tags: readonly string[], { since, open }: Window) {
  const rows = await queryRows(
    db,
    { tag: z.string(), days: bytes, version: z.string() },
    sql`select player_tag as tag, ${sql.raw(PACKED_DAYS)} as days, concat(count(*), '.', sum(xmin::text::bigint)) as version
      from player_battles where player_tag = any(${tags}::text[]) and day >= ${since}::date and day < ${open}::date
      group by player_tag`,
  )
  return {
    days: new Map(rows.map(({ tag, days }) => [tag, days])),
    versions: new Map(rows.map(({ tag, version }) => [tag, version])),
  }
}

/** Today and yesterday: a battle log is read every few hours, so yesterday's last battles come in today. */
const OPEN_DAYS = 2

/** Memory for sums in each process. Those least recently used go first. */
const KEPT_BYTES = 16 * 2 ** 20

type Kept = { version: string; sums: unknown; bytes: number }

const kept = new WeakMap<Database, LRUCache<string, Kept>>()

function keptOf(db: Database): LRUCache<string, Kept> {
  const known =
    kept.get(db) ??
    new LRUCache({ maxSize: KEPT_BYTES, sizeCalculation: ({ bytes, version }) => bytes + version.length })
  kept.set(db, known)
  return known
}

/** The days since one of them, with those that are over apart. */
export function windowOf(since: CalendarDay, today: CalendarDay): Window {
  const yesterday = addDays(today, 1 - OPEN_DAYS)
  return { since, open: since > yesterday ? since : yesterday }
}

/**
 * Of whom and of which days: `name` is that of the question, `versions` are those that `playedOf` read of `tags`.
 */
type Question = {
  name: string
  tags: readonly string[]
  window: Window
  versions: ReadonlyMap<string, string>
}

/** How packed days by tag become sums, and about how many bytes these take. */
type Adding<Sums> = { sum: (days: ReadonlyMap<string, Buffer>) => Sums; bytes: (sums: Sums) => number }

/**
 * What the days that are over add up to. It is kept until a battle of those days comes in or is changed. Any process may store
 * battles: so their versions are asked for each answer.
 */
export async function sumsOfClosedDays<Sums>(
  db: Database,
  { name, tags, window, versions }: Question,
  { sum, bytes }: Adding<Sums>,
): Promise<Sums> {
  const versionOf = (known: ReadonlyMap<string, string>) => {
    return [window.since, window.open, ...tags.map((tag) => `${tag} ${known.get(tag) ?? ''}`)].join()
  }
  const sums = keptOf(db)
  const found = sums.get(name)
  if (found?.version === versionOf(versions)) return found.sums as Sums
  const read = versions.size === 0 ? { days: new Map<string, Buffer>(), versions } : await closedDays(db, tags, window)
  const closed = sum(read.days)
  sums.set(name, { version: versionOf(read.versions), sums: closed, bytes: bytes(closed) })
  return closed
}
