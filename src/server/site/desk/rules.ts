import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, queryRows } from '#server/database/database.ts'
import { AppError } from '#server/kernel/errors.ts'
import type { QueueRules } from '#server/metrics/desk-queue.ts'
import type { getNotice, getRules, inviteStaff, listStaff, setNotice, setRules } from '#shared/contract/desk.ts'
import type { Input, Output } from '#shared/contract/endpoint.ts'
import { DESK_RULES, ruleConflict } from '#shared/desk.ts'
import { CLUB_ROLES } from '#shared/kinds.ts'
import { tierAt } from '#shared/ranked-tiers.ts'
import { keysOf } from '#shared/records.ts'
import { type Sentence, said } from '#shared/texts.ts'
import { changedMeanwhile, namesOf, writeLog } from './desk-log.ts'
import { type Desk, deskRoleOf } from './open-desk.ts'

type StoredRules = Output<typeof getRules>
type Rules = StoredRules['rules']

/** The rules of a club whose leaders have set none. */
export const USUAL_RULES: Rules = {
  warn_after_days: DESK_RULES.warn_after_days.usual,
  remove_after_days: DESK_RULES.remove_after_days.usual,
  grace_days: DESK_RULES.grace_days.usual,
  seats_to_spare: DESK_RULES.seats_to_spare.usual,
  entry_trophies: DESK_RULES.entry_trophies.usual,
  entry_tier: DESK_RULES.entry_tier.usual,
  entry_prestige: DESK_RULES.entry_prestige.usual,
  promote_after_days: DESK_RULES.promote_after_days.usual,
  promote_activity: DESK_RULES.promote_activity.usual,
  promote_overall: DESK_RULES.promote_overall.usual,
  strikes_to_remove: DESK_RULES.strikes_to_remove.usual,
}

const USUAL_ZONE = 'UTC'

/** The rules of a desk, with the usual ones where none are set. */
export async function readRules(
  { db }: Pick<Context, 'db'>,
  desk: Pick<Desk, 'key' | 'clubTag'>,
): Promise<StoredRules> {
  const [row, club] = await Promise.all([
    db.selectFrom('club_rules').selectAll().where('desk', '=', desk.key).executeTakeFirst(),
    db.selectFrom('clubs').select('required_trophies').where('tag', '=', desk.clubTag).executeTakeFirst(),
  ])
  return {
    rules: { ...USUAL_RULES, ...(row?.rules as Rules | undefined) },
    defaults: USUAL_RULES,
    club_entry_trophies: club?.required_trophies ?? null,
    time_zone: row?.time_zone ?? USUAL_ZONE,
    version: row?.version ?? 0,
  }
}

/** The rules as the queue applies them: the club's own bar where the leaders set none. */
export function appliedRules(rules: Rules, clubBar: number | null): QueueRules {
  const bar = rules.entry_trophies ?? clubBar
  return { ...rules, entry_trophies: bar === 0 ? null : bar }
}

/** Sets all rules at once. */
export async function storeRules(
  context: Context,
  desk: Desk,
  { rules, time_zone, version }: Input<typeof setRules>['body'],
): Promise<Output<typeof setRules>> {
  checkRules(rules)
  if (!isZone(time_zone)) {
    const sentence = said('error.timeZone')
    throw new AppError('invalid', sentence, { fields: { time_zone: sentence } })
  }
  const before = await readRules(context, desk)
  const log_id = await context.db.transaction().execute(async (db) => {
    const stored = await writeRules(context, db, { desk, rules, time_zone, version })
    if (stored === null) return null
    const set = { rules: before.rules, time_zone: before.time_zone }
    return writeLog(context, db, desk, {
      kind: 'rules_changed',
      player: null,
      text: difference(before, { rules, time_zone }),
      facts: changesOf(before, { rules, time_zone }),
      undo: [{ table: 'club_rules', key: desk.key, version: stored, set }],
    })
  })
  if (log_id === null) throw changedMeanwhile(await readRules(context, desk))
  return { ...(await readRules(context, desk)), log_id }
}

/** Throws `invalid` for rules of which no club could make use. */
export function checkRules(rules: Rules): void {
  if (ruleConflict(rules) === null) return
  const sentence: Sentence = () => ruleConflict(rules) ?? ''
  throw new AppError('invalid', sentence, { fields: { remove_after_days: sentence } })
}

/** Whether it is an IANA name of a time zone that the server knows. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

type Written = { desk: Desk; rules: Rules; time_zone: string; version: number }

/** The new version; null when the stored one is not that which the caller knows. */
async function writeRules({ clock }: Context, db: Database, { desk, rules, time_zone, version }: Written) {
  const row = await db
    .insertInto('club_rules')
    .values({ desk: desk.key, rules: JSON.stringify(rules), time_zone, changed_at: clock.now(), version: version + 1 })
    .onConflict((conflict) =>
      conflict
        .column('desk')
        .doUpdateSet((eb) => ({
          rules: eb.ref('excluded.rules'),
          time_zone: eb.ref('excluded.time_zone'),
          changed_at: eb.ref('excluded.changed_at'),
          version: eb.ref('excluded.version'),
        }))
        .where('club_rules.version', '=', version),
    )
    .returning('version')
    .executeTakeFirst()
  return row?.version ?? null
}

type Set = Pick<StoredRules, 'rules' | 'time_zone'>

function changesOf(before: Set, after: Set) {
  const changes = keysOf(USUAL_RULES)
    .filter((rule) => before.rules[rule] !== after.rules[rule])
    .map((rule) => ({ rule, before: before.rules[rule], after: after.rules[rule] }))
  const zones = { before: before.time_zone, after: after.time_zone }
  return { about: 'rules', changes, time_zone: zones.before === zones.after ? null : zones } as const
}

/** `warn_after_days 7 to 5, time zone UTC to Europe/Berlin`. */
function difference(before: Set, after: Set): string {
  const inWords = (name: keyof Rules, value: number | null) => {
    if (value === null) return name === 'entry_trophies' ? "the club's own" : 'none'
    return name === 'entry_tier' ? tierAt(value) : String(value)
  }
  const { changes, time_zone } = changesOf(before, after)
  const rules = changes.map(
    (each) => `${each.rule} ${inWords(each.rule, each.before)} to ${inWords(each.rule, each.after)}`,
  )
  const zone = time_zone === null ? [] : [`time zone ${time_zone.before} to ${time_zone.after}`]
  return [...rules, ...zone].join(', ') || 'Nothing changed'
}

type Notice = Output<typeof getNotice>

/** What the club says that it looks for; nothing where nobody wrote anything. */
export async function readNotice({ db }: Pick<Context, 'db'>, desk: Pick<Desk, 'key'>): Promise<Notice> {
  const columns = ['text', 'languages', 'min_trophies', 'version'] as const
  const row = await db.selectFrom('club_notices').select(columns).where('desk', '=', desk.key).executeTakeFirst()
  return row ?? { text: '', languages: [], min_trophies: null, version: 0 }
}

/** Says what the club looks for. The finder shows it in public; what is said at a trial desk stays there. */
export async function storeNotice(
  context: Context,
  desk: Desk,
  { version, ...notice }: Notice,
): Promise<Output<typeof setNotice>> {
  const { version: _before, ...set } = await readNotice(context, desk)
  const written = { ...notice, changed_at: context.clock.now(), version: version + 1 }
  const log_id = await context.db.transaction().execute(async (db) => {
    const row = await db
      .insertInto('club_notices')
      .values({ desk: desk.key, ...written })
      .onConflict((conflict) =>
        conflict.column('desk').doUpdateSet(written).where('club_notices.version', '=', version),
      )
      .returning('version')
      .executeTakeFirst()
    if (row === undefined) return null
    const undo = { table: 'club_notices', key: desk.key, version: row.version, set } as const
    const text = notice.text === '' ? 'Looking for: no text' : `Looking for: ${notice.text}`
    const facts = { about: 'notice', text: notice.text } as const
    return writeLog(context, db, desk, { kind: 'notice_changed', player: null, text, facts, undo: [undo] })
  })
  if (log_id === null) throw changedMeanwhile(await readNotice(context, desk))
  return { ...(await readNotice(context, desk)), log_id }
}

const STAFF = { tag: z.string(), role: z.enum(CLUB_ROLES), invited: z.boolean(), linked: z.boolean() }

/** Presidents, vice presidents and seniors of the club. */
export async function readStaff({ db }: Context, desk: Desk): Promise<Output<typeof listStaff>> {
  const rows = await queryRows(
    db,
    STAFF,
    sql`
      select m.player_tag as tag, m.role, coalesce(s.invited, false) as invited, exists (
          select from linked_players l left join tombstones t on t.tag = l.player_tag
          where m.player_tag in (l.player_tag, t.alias)) as linked
      from club_members m left join club_staff s on s.desk = ${desk.key} and s.player_tag = m.player_tag
      where m.club_tag = ${desk.clubTag} and m.left_at is null and m.role in ('president', 'vicePresident', 'senior')
      order by array_position(array['president', 'vicePresident', 'senior'], m.role), m.trophies desc, m.player_tag`,
  )
  const names = await namesOf(
    db,
    rows.map(({ tag }) => tag),
  )
  const staff = rows.map(({ tag, role, invited, linked }) => ({
    player_tag: tag,
    player_name: names(tag),
    role,
    access: deskRoleOf(role, invited),
    invited,
    linked,
  }))
  return { staff }
}

/** Lets a senior of the club read the desk, or no longer. */
export async function inviteMember(
  context: Context,
  desk: Desk,
  { player, invited }: { player: string; invited: boolean },
): Promise<Output<typeof inviteStaff>> {
  const { staff } = await readStaff(context, desk)
  const senior = staff.find(({ player_tag }) => player_tag === player)
  if (senior?.role !== 'senior') {
    throw new AppError('not_found', said('error.notASenior'), { code: 'not_a_senior' })
  }
  const now = context.clock.now()
  const log_id = await context.db.transaction().execute(async (db) => {
    const { version } = await db
      .insertInto('club_staff')
      .values({ desk: desk.key, player_tag: player, invited, changed_at: now, version: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['desk', 'player_tag'])
          .doUpdateSet((eb) => ({ invited, changed_at: now, version: eb('club_staff.version', '+', 1) })),
      )
      .returning('version')
      .executeTakeFirstOrThrow()
    return writeLog(context, db, desk, {
      kind: invited ? 'invited' : 'uninvited',
      player,
      text: invited ? 'May read the desk' : 'May no longer read the desk',
      facts: { about: 'staff', invited },
      undo: [{ table: 'club_staff', key: player, version, set: { invited: senior.invited } }],
    })
  })
  return { invited, log_id }
}
