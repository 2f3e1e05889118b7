import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { rankingKey } from '../ingestion/write-rankings.ts'
import type { RecordedAnswer } from './read-item.ts'

/** What an answer is about: of two answers about the same, the newer one counts. */
export function subjectOf(answer: RecordedAnswer): string {
  if (answer.kind === 'brawlers') return 'brawlers'
  if (answer.kind === 'club' || answer.kind === 'player') return `${answer.kind} ${answer.body.tag}`
  if (answer.kind === 'battle-log') return `battle-log ${answer.tag}`
  return Object.values(rankingKey(answer)).join(' ')
}

/** Up to which moment the store has answers about these subjects. Battle logs overlap and are looked at one by one. */
export async function storedUntil(db: Database, answers: RecordedAnswer[]): Promise<Map<string, Date>> {
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
