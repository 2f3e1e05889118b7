import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { addDays, dayOf } from '#shared/days.ts'

/** A change at a desk that was answered: the record, and the entry of the log that was promised with it. */
export type Change = { record: 'mark' | 'absence' | 'decision'; player: string; text: string; log: number }

const PAUSE_MS = 20

/**
 * Marks members of the example club at desks of new guests, enters their absences and decides about them, until the
 * site dies. It notes only what was answered.
 */
export async function leadClub(url: string, tag: string, done: Change[], signal: AbortSignal): Promise<void> {
  try {
    while (!signal.aborted) {
      const players = await membersOf(url, tag, signal)
      const begun = await fetch(`${url}/api/auth/guest-session`, {
        method: 'POST',
        body: '{}',
        headers: JSON_BODY,
        signal,
      })
      const { session_id = '' } = begun.status === 200 ? ((await begun.json()) as { session_id: string }) : {}
      if (players.length === 0 || session_id === '') await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      else await noteAll({ url: `${url}/api/desk/${tag.slice(1)}`, guest: session_id, done, signal }, players)
    }
  } catch {
    // The connection broke. What was not answered was not promised.
  }
}

const JSON_BODY = { 'content-type': 'application/json' }

async function membersOf(url: string, tag: string, signal: AbortSignal): Promise<string[]> {
  const answer = await fetch(`${url}/api/browse/club/${tag.slice(1)}`, { signal })
  if (answer.status !== 200) return []
  const { members } = (await answer.json()) as { members: { tag: string }[] }
  return members.map((member) => member.tag)
}

type Leader = { url: string; guest: string; done: Change[]; signal: AbortSignal }

/** Three changes for each player: the blacklist puts them into the queue, so that something can be decided. */
async function noteAll(leader: Leader, players: readonly string[]): Promise<void> {
  const today = dayOf(new Date())
  for (const player of players) {
    const text = crypto.randomUUID()
    const at = { player, text }
    await change(leader, { record: 'mark', ...at }, 'marks', { kind: 'blacklist', player_tag: player, text })
    const span = { from: today, until: addDays(today, 3) }
    await change(leader, { record: 'absence', ...at }, 'absences', { player_tag: player, note: text, ...span })
    const decided = { action: 'snoozed', days: 3, version: 0 }
    await change(leader, { record: 'decision', ...at }, `queue/${player.slice(1)}`, decided)
  }
}

async function change({ url, guest, done, signal }: Leader, made: Omit<Change, 'log'>, path: string, body: object) {
  const headers = { ...JSON_BODY, 'x-guest-session': guest }
  const answer = await fetch(`${url}/${path}`, { method: 'POST', headers, body: JSON.stringify(body), signal })
  if (answer.status === 200) done.push({ ...made, log: ((await answer.json()) as { log_id: number }).log_id })
}

/** Changes that were answered and are not there exactly once. */
export async function lostChanges(db: Database, done: readonly Change[]): Promise<Change[]> {
  const marks = await db.selectFrom('member_marks').select(['text', 'player_tag as player']).execute()
  const absences = await db.selectFrom('absences').select(['note as text', 'player_tag as player']).execute()
  const log = await db.selectFrom('desk_log').select(['id', 'desk', 'record']).execute()
  const decisions = await db.selectFrom('queue_decisions').select(['desk', 'player_tag as player']).execute()
  const entries = new Map(log.map((entry) => [entry.id, entry]))
  const times = ({ record, player, text, log: id }: Change): number => {
    const entry = entries.get(id)
    if (entry === undefined) return 0
    if (record === 'decision') return decisions.filter((row) => row.desk === entry.desk && row.player === player).length
    const rows = record === 'mark' ? marks : absences
    return rows.filter((row) => row.player === player && row.text === text).length
  }
  return done.filter((each) => times(each) !== 1)
}

/** Records without their entry in the log, and entries without their record. */
export async function halfChanges(db: Database): Promise<string[]> {
  const { rows } = await sql<{ half: string }>`
    with records as (
      select desk, 'member_marks ' || id as record from member_marks
      union all select desk, 'absences ' || id from absences
      union all select desk, 'queue_decisions ' || player_tag from queue_decisions
    )
    select 'no entry: ' || record as half from records r
      where not exists (select from desk_log l where l.desk = r.desk and l.record = r.record)
    union all
    select 'no record: ' || record from desk_log l
      where not exists (select from records r where r.desk = l.desk and r.record = l.record)`.execute(db)
  return rows.map(({ half }) => half)
}
