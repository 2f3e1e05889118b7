import type { AnswerItem, Item, RowItem } from './read-item.ts'
import { shapeOf } from './store-rows.ts'

/** Lines that are stored together: either answers or rows of one table. */
export type Batch = { answers: AnswerItem[]; rows: RowItem[] }

/** Answers from which on a batch ends with the moment it is at, and with which it ends in any case. */
const ENOUGH_ANSWERS = 200
const MOST_ANSWERS = 400
const MOST_ROWS = 500

export function emptyBatch(): Batch {
  return { answers: [], rows: [] }
}

/**
 * Adds a line, or returns the batch when that is to be stored before this line. Where batches end depends on the file
 * alone, not on what is stored, so that a run that was killed and its successor store the same as one run.
 */
export function addToBatch(batch: Batch, item: Item): Batch | null {
  if (item.is === 'answer') {
    if (batch.rows.length > 0 || isFull(batch.answers, item)) return batch
    batch.answers.push(item)
  }
  if (item.is === 'row') {
    const [first] = batch.rows
    const fits = first === undefined || (batch.rows.length < MOST_ROWS && shapeOf(first) === shapeOf(item))
    if (batch.answers.length > 0 || !fits) return batch
    batch.rows.push(item)
  }
  return null
}

/** Answers of the same moment stay together: their order among themselves matters. */
function isFull(answers: AnswerItem[], next: AnswerItem): boolean {
  const last = answers.at(-1)
  if (last === undefined || answers.length < ENOUGH_ANSWERS) return false
  return answers.length >= MOST_ANSWERS || last.answer.observedAt.getTime() !== next.answer.observedAt.getTime()
}
