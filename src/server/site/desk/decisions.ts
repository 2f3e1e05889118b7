import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, queryRows } from '#server/database/database.ts'
import { AppError } from '#server/kernel/errors.ts'
import { type Judged, quietCounts } from '#server/metrics/desk-queue.ts'
import type { Suggestion } from '#shared/contract/desk.ts'
import { DECISIONS, type DecisionAction, type decide, type getQueue, SUGGESTIONS } from '#shared/contract/desk.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import { addDays, DAY_MS, dayInWords, dayOf } from '#shared/days.ts'
import { WARNING_DAYS } from '#shared/desk.ts'
import { reasonWords } from '#shared/desk-reasons.ts'
import { CLUB_SEATS } from '#shared/limits.ts'
import { said } from '#shared/texts.ts'
import { authorName, authorTag, changedMeanwhile, namesOf, noRecord, type Undo, writeLog } from './desk-log.ts'
import { insertMark, undoOfNew } from './marks.ts'
import { type Desk, shownDesk } from './open-desk.ts'
import { describeKnowledge, judgeDesk } from './queue.ts'

type Queue = Output<typeof getQueue>
type Decision = Queue['settled'][number]['decision']

/** A decision with what the roster log showed since. */
type Decided = { player: string; version: number; decision: Decision; madeAt: Date }

/** Days for which a decision stands in the list after it was closed. */
const SETTLED_DAYS = 14

/** Days for which an entry rests: until the game shows what was decided, or until the warning had time to work. */
const RESTS_DAYS: Record<DecisionAction, number | null> = { removed: 3, promoted: 3, warned: 7, snoozed: null }

/** Who needs a decision, and what was decided. */
export async function readQueue(context: Context, desk: Desk): Promise<Queue> {
  const [{ watched, judged }, decided] = await Promise.all([judgeDesk(context, desk), readDecisions(context, desk)])
  const present = new Set(judged.map(({ member }) => member.tag))
  const last = new Map(decided.map((each) => [each.player, each]))
  const entries: Queue['entries'] = []
  const resting = new Set<string>()
  for (const each of judged) {
    if (each.suggestion === null) continue
    const before = last.get(each.member.tag)
    if (before !== undefined && isResting(before, each.suggestion, watched.now)) resting.add(each.member.tag)
    else entries.push(entryOf(each, each.suggestion, before))
  }
  const names = await namesOf(
    context.db,
    decided.map(({ player }) => player),
  )
  const settled = decided
    .filter(
      ({ player, decision }) =>
        resting.has(player) || (decision.closed !== null && isLate(decision.closed.at, watched.now)),
    )
    .map(({ player, decision, version }) => ({
      player_tag: player,
      player_name: names(player),
      decision,
      version,
      resting: present.has(player) && resting.has(player),
    }))
  return {
    club_tag: desk.clubTag,
    club_name: desk.clubName,
    desk: shownDesk(desk, judged.filter(({ suggestion }) => suggestion === 'blacklisted').length),
    entries,
    settled,
    quiet: quietCounts(judged),
    members: judged.length,
    free_seats: Math.max(0, CLUB_SEATS - judged.length),
    ...describeKnowledge(watched),
  }
}

function isLate(at: string, now: Date): boolean {
  return now.getTime() - Date.parse(at) < SETTLED_DAYS * DAY_MS
}

/** Whether an entry rests: while snoozed, and for some days after a decision about the same suggestion. */
function isResting({ decision, madeAt }: Decided, suggestion: Suggestion, now: Date): boolean {
  if (decision.closed !== null) return false
  if (decision.action === 'snoozed') {
    const isNews = suggestion === 'blacklisted' && decision.suggestion !== 'blacklisted'
    return !isNews && decision.until !== null && dayOf(now) < decision.until
  }
  const days = RESTS_DAYS[decision.action] ?? 0
  return decision.suggestion === suggestion && now.getTime() - madeAt.getTime() < days * DAY_MS
}

function entryOf(
  { member, figures, facts, think_twice }: Judged,
  suggestion: Suggestion,
  before: Decided | undefined,
): Queue['entries'][number] {
  return {
    player_tag: member.tag,
    player_name: member.name,
    role: member.role,
    trophies: member.trophies,
    suggestion,
    reasons: facts.map(reasonWords),
    facts,
    think_twice,
    figures,
    decision: before?.decision.closed === null ? before.decision : null,
    version: before?.version ?? 0,
  }
}

const DECIDED = {
  player: z.string(),
  action: z.enum(DECISIONS),
  suggestion: z.enum(SUGGESTIONS),
  until: z.nullable(z.string()),
  author: z.nullable(z.string()),
  madeAt: z.date(),
  version: z.number(),
}

/** The decisions of a desk, newest first, each with what the roster log showed since. */
async function readDecisions({ db }: Context, desk: Desk): Promise<Decided[]> {
  const rows = await queryRows(
    db,
    DECIDED,
    sql`
      select player_tag as player, action, suggestion, until::text as until,
        ${authorTag('queue_decisions.author_id', desk.clubTag)} as author, changed_at as "madeAt", version
      from queue_decisions where desk = ${desk.key} and removed_at is null
      order by changed_at desc, player_tag`,
  )
  if (rows.length === 0) return []
  const since = rows.at(-1)?.madeAt ?? new Date(0)
  const events = await readEvents(db, desk.clubTag, since)
  const names = await namesOf(
    db,
    rows.flatMap(({ author }) => author ?? []),
  )
  return rows.map(({ player, author, madeAt, version, ...row }) => ({
    player,
    version,
    madeAt,
    decision: {
      action: row.action,
      suggestion: row.suggestion,
      at: madeAt.toISOString(),
      by: authorName(desk, names, author),
      until: row.until,
      closed: closedBy(
        row.action,
        events.filter((event) => event.player === player && event.at > madeAt),
      ),
    },
  }))
}

const EVENT = { player: z.string(), kind: z.enum(['left', 'promoted', 'demoted']), at: z.date() }
type Event = { player: string; kind: 'left' | 'promoted' | 'demoted'; at: Date }

function readEvents(db: Database, clubTag: string, since: Date): Promise<Event[]> {
  return queryRows(
    db,
    EVENT,
    sql`
      select player_tag as player, kind, observed_at as at from roster_events
      where club_tag = ${clubTag} and observed_at > ${since} and player_tag is not null
        and kind in ('left', 'promoted', 'demoted')
      order by observed_at, id`,
  )
}

/** The first event that settles a decision: a leave settles all, a new role what was decided about the role. */
function closedBy(action: DecisionAction, events: readonly Event[]): Decision['closed'] {
  const closing = events.find(({ kind }) => kind === 'left' || (kind === 'promoted' && action === 'promoted'))
  if (closing === undefined) return null
  return { kind: closing.kind, at: closing.at.toISOString() }
}

type Deciding = Input<typeof decide>['body'] & { player: string }

/** Notes what was decided about an entry. A warning also becomes a mark, with the first reason of the entry. */
export async function storeDecision(context: Context, desk: Desk, given: Deciding): Promise<Output<typeof decide>> {
  const { player, action, version, days = RESTS_DAYS.warned ?? 7 } = given
  const { judged, watched } = await judgeDesk(context, desk)
  const entry = judged.find(({ member }) => member.tag === player)
  if (entry === undefined || entry.suggestion === null) {
    throw new AppError('not_found', said('error.noEntry'), { code: 'no_entry' })
  }
  const today = dayOf(watched.now)
  const until = action === 'snoozed' ? addDays(today, days) : null
  const { suggestion, facts: reasons } = entry
  const [reason] = reasons
  const log_id = await context.db.transaction().execute(async (db) => {
    const undo = await writeDecision(context, db, desk, { player, action, suggestion, until, version })
    if (undo === null) return null
    const more: Undo[] = []
    if (action === 'warned') {
      const columns = {
        text: reason === undefined ? '' : reasonWords(reason),
        facts: reason ?? null,
        pinned: false,
        weight: 1,
        until: addDays(today, WARNING_DAYS.usual),
      }
      const id = await insertMark(context, db, desk, { kind: 'warning', player_tag: player, ...columns })
      more.push(undoOfNew(context, id))
    }
    const text = `${describeDecision(action, until)}: ${reasons.map(reasonWords).join('; ')}`
    const facts = { about: 'decision', action, until, reasons } as const
    return writeLog(context, db, desk, { kind: 'decided', player, text, facts, undo: [undo, ...more] })
  })
  const now = (await readDecisions(context, desk)).find((each) => each.player === player)
  if (log_id === null) throw changedMeanwhile(now)
  if (now === undefined) throw noRecord()
  return { decision: now.decision, version: now.version, log_id }
}

function describeDecision(action: DecisionAction, until: string | null): string {
  return until === null ? `${action.charAt(0).toUpperCase()}${action.slice(1)}` : `Snoozed until ${dayInWords(until)}`
}

type NewDecision = {
  player: string
  action: DecisionAction
  suggestion: Suggestion
  until: string | null
  version: number
}

/** What undoes it; null when the stored decision is not the one that the caller knows. */
async function writeDecision(
  { clock }: Context,
  db: Database,
  desk: Desk,
  { player, action, suggestion, until, version }: NewDecision,
): Promise<Undo | null> {
  const now = clock.now()
  const before = await db
    .selectFrom('queue_decisions')
    .select(['action', 'suggestion', 'until', 'author_id', 'changed_at', 'removed_at', 'version'])
    .where('desk', '=', desk.key)
    .where('player_tag', '=', player)
    .forUpdate()
    .executeTakeFirst()
  const known = before?.removed_at === null ? before.version : 0
  if (known !== version) return null
  const columns = { action, suggestion, until, author_id: desk.userId, changed_at: now, removed_at: null }
  const next = (before?.version ?? 0) + 1
  const row = await db
    .insertInto('queue_decisions')
    .values({ desk: desk.key, player_tag: player, ...columns, version: next })
    .onConflict((conflict) =>
      conflict
        .columns(['desk', 'player_tag'])
        .doUpdateSet({ ...columns, version: next })
        .where('queue_decisions.version', '=', next - 1),
    )
    .returning('version')
    .executeTakeFirst()
  if (row === undefined) return null
  const { version: _version, ...columnsBefore } = before ?? { version: 0, removed_at: now }
  const set = before?.removed_at === null ? columnsBefore : { removed_at: now }
  return { table: 'queue_decisions', key: player, version: row.version, set }
}
