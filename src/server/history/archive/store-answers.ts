import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { dataFault } from '#server/database/store-errors.ts'
import type { ObservedAnswer } from '#server/game/answers.ts'
import { storedLogs } from '../ingest/battle-logs.ts'
import { ingest } from '../ingest/ingest.ts'
import { isRanking, type RankingKey, rankingKey } from '../ingest/rankings.ts'
import type { AnswerItem } from './read-item.ts'

/** What became of a batch of lines. */
export type Outcome = { stored: number; known: number; bad: { line: number; reason: string }[] }

/** Stores the answers that are not stored yet. An answer that the store refuses does not keep it from the others. */
export async function storeAnswers(db: Database, items: AnswerItem[]): Promise<Outcome> {
  const fresh = await notYetStored(db, inOrder(items))
  const known = items.length - fresh.length
  try {
    await ingestItems(db, fresh)
    return { stored: fresh.length, known, bad: [] }
  } catch (error) {
    if (dataFault(error) === null) throw error
    const bad = await ingestOneByOne(db, fresh)
    return { stored: fresh.length - bad.length, known, bad }
  }
}

/**
 * In the order of time. Recordings often give everything of one run the same time. Of two observations of a player at
 * one moment only the first would count, so the club's list goes first and profiles count as a millisecond later.
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
  const logs = await storedLogs(
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

async function ingestItems(db: Database, items: AnswerItem[]): Promise<void> {
  await ingest(
    db,
    items.map((item) => item.answer),
  )
}

async function ingestOneByOne(db: Database, items: AnswerItem[]): Promise<Outcome['bad']> {
  const bad: Outcome['bad'] = []
  for (const item of items) {
    try {
      await ingestItems(db, [item])
    } catch (error) {
      const reason = dataFault(error)
      if (reason === null) throw error
      bad.push({ line: item.line, reason })
    }
  }
  return bad
}

/** What an answer is about: of two answers about the same, the newer one counts. */
function subjectOf(answer: ObservedAnswer): string {
  if (answer.kind === 'brawlers') return 'brawlers'
  if (answer.kind === 'club' || answer.kind === 'player') return `${answer.kind} ${answer.body.tag}`
  if (answer.kind === 'battle-log') return `battle-log ${answer.tag}`
  return subjectOfRanking(rankingKey(answer))
}

function subjectOfRanking({ type, country, brawler_id }: RankingKey): string {
  return `ranking ${type} ${country} ${brawler_id}`
}

/** Up to which moment the store has answers about these subjects; battle logs overlap and are compared one by one. */
async function storedUntil(db: Database, answers: ObservedAnswer[]): Promise<Map<string, Date>> {
  const parts = [
    await clubsUntil(db, answers),
    await profilesUntil(db, answers),
    await rankingsUntil(db, answers),
    await brawlersUntil(db, answers),
  ]
  return new Map(parts.flat())
}

type Until = [subject: string, moment: Date][]

async function clubsUntil(db: Database, answers: ObservedAnswer[]): Promise<Until> {
  const tags = answers.flatMap((answer) => (answer.kind === 'club' ? answer.body.tag : []))
  if (tags.length === 0) return []
  const rows = await db
    .selectFrom('clubs')
    .select(['tag', 'observed_at'])
    .where('tag', '=', sql<string>`any(${tags})`)
    .execute()
  return rows.map((row) => [`club ${row.tag}`, row.observed_at])
}

async function profilesUntil(db: Database, answers: ObservedAnswer[]): Promise<Until> {
  const tags = answers.flatMap((answer) => (answer.kind === 'player' ? answer.body.tag : []))
  if (tags.length === 0) return []
  const rows = await db
    .selectFrom('player_profiles')
    .select(['player_tag', 'read_at'])
    .where('player_tag', '=', sql<string>`any(${tags})`)
    .execute()
  return rows.map((row) => [`player ${row.player_tag}`, row.read_at])
}

async function rankingsUntil(db: Database, answers: ObservedAnswer[]): Promise<Until> {
  const countries = answers.flatMap((answer) => (isRanking(answer) ? answer.country : []))
  if (countries.length === 0) return []
  const rows = await db
    .selectFrom('rankings')
    .select(['type', 'country', 'brawler_id', (row) => row.fn.max('collected_at').as('until')])
    .where('country', '=', sql<string>`any(${countries})`)
    .groupBy(['type', 'country', 'brawler_id'])
    .execute()
  return rows.map(({ until, ...key }) => [subjectOfRanking(key), until])
}

async function brawlersUntil(db: Database, answers: ObservedAnswer[]): Promise<Until> {
  if (!answers.some((answer) => answer.kind === 'brawlers')) return []
  const row = await db
    .selectFrom('brawlers')
    .select((brawler) => brawler.fn.max('seen_at').as('until'))
    .executeTakeFirst()
  return row?.until ? [['brawlers', row.until]] : []
}
