import { LRUCache } from 'lru-cache'
import type { Database } from '#server/database/database.ts'
import { closedDays, type Window } from '#server/history/battles/battle-players.ts'
import { addDays, type CalendarDay } from '#shared/days.ts'

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
 * Of whom and of which days: `name` is that of the question, `asked` what its sums depend on beside the battles of `tags`,
 * `versions` those that `playedOf` read.
 */
type Question = {
  name: string
  asked?: string
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
  { name, asked = '', tags, window, versions }: Question,
  { sum, bytes }: Adding<Sums>,
): Promise<Sums> {
  const versionOf = (known: ReadonlyMap<string, string>) => {
    return [window.since, window.open, asked, ...tags.map((tag) => `${tag} ${known.get(tag) ?? ''}`)].join()
  }
  const sums = keptOf(db)
  const found = sums.get(name)
  if (found?.version === versionOf(versions)) return found.sums as Sums
  const read = versions.size === 0 ? { days: new Map<string, Buffer>(), versions } : await closedDays(db, tags, window)
  const closed = sum(read.days)
  sums.set(name, { version: versionOf(read.versions), sums: closed, bytes: bytes(closed) })
  return closed
}
