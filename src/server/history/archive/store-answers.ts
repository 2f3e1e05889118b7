import type { Database } from '#server/database/database.ts'
import { dataFault } from '#server/database/store-errors.ts'
import { storedLogs } from '../ingest/battle-logs.ts'
import { ingest } from '../ingest/ingest.ts'
import type { AnswerItem } from './read-item.ts'

/** What became of a batch of lines. */
export type Outcome = { stored: number; known: number; bad: { line: number; reason: string }[] }

/**
 * Stores the answers that are not stored yet, in any order. An answer that the store refuses does not keep it from the
 * others. Those that come late are put into their places by `replayDue`, once for all batches.
 */
export async function storeAnswers(db: Database, items: AnswerItem[]): Promise<Outcome> {
  const logs = items.flatMap(({ answer }) => (answer.kind === 'battle-log' ? [answer] : []))
  const knownLogs = await storedLogs(db, logs)
  const fresh = items.filter(({ answer }) => answer.kind !== 'battle-log' || !knownLogs.has(answer))
  const { repeated, bad } = await storeFresh(db, fresh)
  const known = knownLogs.size + repeated
  return { stored: items.length - known - bad.length, known, bad }
}

type Stored = { repeated: number; bad: Outcome['bad'] }

async function storeFresh(db: Database, items: AnswerItem[]): Promise<Stored> {
  try {
    const { repeated } = await ingestItems(db, items)
    return { repeated, bad: [] }
  } catch (error) {
    if (dataFault(error) === null) throw error
    return storeOneByOne(db, items)
  }
}

function ingestItems(db: Database, items: AnswerItem[]) {
  return ingest(
    db,
    items.map((item) => item.answer),
  )
}

async function storeOneByOne(db: Database, items: AnswerItem[]): Promise<Stored> {
  const stored: Stored = { repeated: 0, bad: [] }
  for (const item of items) {
    try {
      stored.repeated += (await ingestItems(db, [item])).repeated
    } catch (error) {
      const reason = dataFault(error)
      if (reason === null) throw error
      stored.bad.push({ line: item.line, reason })
    }
  }
  return stored
}
