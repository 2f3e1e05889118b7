import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { dataFault } from '#server/database/store-errors.ts'
import type { Observed } from '#server/game/answers.ts'
import { type Coverage, logCoverage, recentBattles } from '../ingest/battle-logs.ts'
import { ingest } from '../ingest/ingest.ts'
import { rankingKey } from '../ingest/rankings.ts'
import type { AnswerItem, RecordedAnswer } from './read-item.ts'

/** What became of a batch of lines. */
export type Outcome = { stored: number; known: number; bad: { line: number; reason: string }[] }

/** Stores answers that are not stored yet. An answer that the store refuses costs none of the others. */
export async function storeAnswers(db: Database, items: AnswerItem[]): Promise<Outcome> {
  const fresh = await notYetStored(db, inOrder(items))
  const known = items.length - fresh.length
  try {
    await write(db, fresh)
    return { stored: fresh.length, known, bad: [] }
  } catch (error) {
    if (dataFault(error) === null) throw error
    const bad = await writeOneByOne(db, fresh)
    return { stored: fresh.length - bad.length, known, bad }
  }
}

/**
 * In the order of time. Dumps give everything of one run the same time: then the club's list goes first, and profiles
 * count as read a millisecond later, for of two sightings at the same moment only the first is taken.
 */
function inOrder(items: AnswerItem[]): AnswerItem[] {
  const scans = new Set(items.flatMap(({ answer }) => (answer.kind === 'club' ? answer.observedAt.getTime() : [])))
  const rank = ({ answer }: AnswerItem) => (answer.kind === 'club' ? 0 : 1)
  return items
    .map((item) => {
      const time = item.answer.observedAt.getTime()
      if (item.answer.kind !== 'player' || !scans.has(time)) return item
      return { ...item, answer: { ...item.answer, observedAt: new Date(time + 1) } }
    })
    .sort((a, b) => a.answer.observedAt.getTime() - b.answer.observedAt.getTime() || rank(a) - rank(b))
}

async function notYetStored(db: Database, items: AnswerItem[]): Promise<AnswerItem[]> {
  const answers = items.map((item) => item.answer)
  const until = await storedUntil(db, answers)
  const logs = await knownLogs(
    db,
    answers.filter((answer) => answer.kind === 'battle-log'),
  )
  return items.filter(({ answer }) => {
    const subject = subjectOf(answer)
    const last = until.get(subject)
    if (last !== undefined && answer.observedAt <= last) return false
    until.set(subject, answer.observedAt)
    return answer.kind !== 'battle-log' || !logs.has(answer)
  })
}

async function write(db: Database, items: AnswerItem[]): Promise<void> {
  const answers = items.map((item) => item.answer)
  await ingest(
    db,
    answers.filter((answer) => answer.kind !== 'brawlers'),
  )
  for (const answer of answers) if (answer.kind === 'brawlers') await writeBrawlers(db, answer)
}

async function writeBrawlers(db: Database, { body, observedAt }: RecordedAnswer & { kind: 'brawlers' }): Promise<void> {
  const rows = body.map(({ id, name }) => ({ id, name }))
  await sql`
    insert into brawlers as stored (id, name, seen_at)
    select id, name, ${observedAt} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id integer, name text)
    on conflict (id) do update set name = excluded.name, seen_at = excluded.seen_at
    where stored.seen_at < excluded.seen_at`.execute(db)
}

async function writeOneByOne(db: Database, items: AnswerItem[]): Promise<Outcome['bad']> {
  const bad: Outcome['bad'] = []
  for (const item of items) {
    try {
      await write(db, [item])
    } catch (error) {
      const reason = dataFault(error)
      if (reason === null) throw error
      bad.push({ line: item.line, reason })
    }
  }
  return bad
}

export type Log = Observed<'battle-log'>

/** Those battle logs that tell nothing new: their battles are stored, and the time they cover is known as covered. */
async function knownLogs(db: Database, logs: Log[]): Promise<Set<Log>> {
  if (logs.length === 0) return new Set()
  const coverage = await lastCoverage(db, logs)
  const sides = await storedSides(db, logs)
  const known = logs.filter((log) => {
    const before = coverage.get(log.tag)
    if (before === undefined) return false
    const now = logCoverage(log.body.battles, log.observedAt, before)
    const isCovered = now?.from.getTime() === before.from.getTime() && now.to.getTime() === before.to.getTime()
    return isCovered && recentBattles(log).every((battle) => sides.has(`${log.tag} ${battle.key}`))
  })
  return new Set(known)
}

async function lastCoverage(db: Database, logs: Log[]): Promise<Map<string, Coverage>> {
  const rows = await db
    .selectFrom('battle_log_coverage')
    .distinctOn('player_tag')
    .select(['player_tag', 'covered_from as from', 'covered_to as to', 'overflow'])
    .where('player_tag', '=', sql<string>`any(${logs.map((log) => log.tag)})`)
    .orderBy('player_tag')
    .orderBy('covered_from', 'desc')
    .execute()
  return new Map(rows.map(({ player_tag, ...coverage }) => [player_tag, coverage]))
}

async function storedSides(db: Database, logs: Log[]): Promise<Set<string>> {
  const times = logs.flatMap((log) => recentBattles(log).map((battle) => battle.battleTime.getTime()))
  if (times.length === 0) return new Set()
  const oldest = times.reduce((least, time) => Math.min(least, time))
  const rows = await db
    .selectFrom('player_battles')
    .select(['player_tag', 'battle_key'])
    .where('player_tag', '=', sql<string>`any(${logs.map((log) => log.tag)})`)
    .where('battle_time', '>=', new Date(oldest))
    .execute()
  return new Set(rows.map((row) => `${row.player_tag} ${row.battle_key}`))
}

/** What an answer is about: of two answers about the same, the newer one counts. */
function subjectOf(answer: RecordedAnswer): string {
  if (answer.kind === 'brawlers') return 'brawlers'
  if (answer.kind === 'club' || answer.kind === 'player') return `${answer.kind} ${answer.body.tag}`
  if (answer.kind === 'battle-log') return `battle-log ${answer.tag}`
  return Object.values(rankingKey(answer)).join(' ')
}

/** Up to which moment the store has answers about these subjects. Battle logs overlap and are looked at one by one. */
async function storedUntil(db: Database, answers: RecordedAnswer[]): Promise<Map<string, Date>> {
  const parts = [
    await clubsUntil(db, answers),
    await profilesUntil(db, answers),
    await rankingsUntil(db, answers),
    await brawlersUntil(db, answers),
  ]
  return new Map(parts.flat())
}

type Until = [subject: string, moment: Date][]

async function clubsUntil(db: Database, answers: RecordedAnswer[]): Promise<Until> {
  const tags = answers.flatMap((answer) => (answer.kind === 'club' ? answer.body.tag : []))
  if (tags.length === 0) return []
  const rows = await db
    .selectFrom('clubs')
    .select(['tag', 'observed_at'])
    .where('tag', '=', sql<string>`any(${tags})`)
    .execute()
  return rows.map((row) => [`club ${row.tag}`, row.observed_at])
}

async function profilesUntil(db: Database, answers: RecordedAnswer[]): Promise<Until> {
  const tags = answers.flatMap((answer) => (answer.kind === 'player' ? answer.body.tag : []))
  if (tags.length === 0) return []
  const rows = await db
    .selectFrom('player_profiles')
    .select(['player_tag', 'read_at'])
    .where('player_tag', '=', sql<string>`any(${tags})`)
    .execute()
  return rows.map((row) => [`player ${row.player_tag}`, row.read_at])
}

async function rankingsUntil(db: Database, answers: RecordedAnswer[]): Promise<Until> {
  const keys = answers.flatMap((answer) => (answer.kind.endsWith('-ranking') ? subjectOf(answer) : []))
  if (keys.length === 0) return []
  const subject = sql<string>`type || ' ' || country || ' ' || brawler_id`
  const rows = await db
    .selectFrom('rankings')
    .select([subject.as('subject'), (row) => row.fn.max('collected_at').as('until')])
    .where('country', '=', sql<string>`any(${keys.map((key) => key.split(' ')[1])})`)
    .groupBy(['type', 'country', 'brawler_id'])
    .execute()
  return rows.map((row) => [row.subject, row.until])
}

async function brawlersUntil(db: Database, answers: RecordedAnswer[]): Promise<Until> {
  if (!answers.some((answer) => answer.kind === 'brawlers')) return []
  const row = await db
    .selectFrom('brawlers')
    .select((brawler) => brawler.fn.max('seen_at').as('until'))
    .executeTakeFirst()
  return row?.until ? [['brawlers', row.until]] : []
}
