import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { ingest } from '../ingestion/ingest.ts'
import { dataFault } from './data-fault.ts'
import { knownLogs } from './known-logs.ts'
import type { AnswerItem, RecordedAnswer } from './read-item.ts'
import { storedUntil, subjectOf } from './stored-until.ts'

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
