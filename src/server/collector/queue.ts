import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { DAY_MS } from '#shared/days.ts'
import { goneInterval, type Liveliness, nextInterval, retryInterval, TARGET_CLASS, type TargetKind } from './targets.ts'

/**
 * How long a target belongs to the collector that claimed it. Who has not finished by then, a crashed one above all,
 * has lost it: another may claim it, and what the first one brings late is not taken.
 */
const LEASE_MS = 120_000

/** No claim lasts so long: one that seems to is of before the clock was put back. */
const NEVER_MS = 3 * LEASE_MS

/**
 * Of twenty targets that a collector takes at once, so many of each class, if so many are due: a flood in one class
 * leaves the others their share. What a class does not need goes to the others, the best first.
 */
export const SHARES = [
  { class: TARGET_CLASS.searched, share: 8 },
  { class: TARGET_CLASS.ranked, share: 5 },
  { class: TARGET_CLASS.member, share: 4 },
  { class: TARGET_CLASS.discovered, share: 3 },
]

/** Targets of one round. */
export const ROUND = SHARES.reduce((sum, { share }) => sum + share, 0)

export type ClaimedTarget = {
  kind: TargetKind
  key: string
  class: number
  intervalSeconds: number
  failures: number
  wantedAt: Date | null
  /** When the claim ends; also what tells this claim from any other of the same target. */
  leasedUntil: Date
}

/** Claims a round of what is due now and not claimed by another. Empty when nothing is. */
export async function claimDue(context: Context): Promise<ClaimedTarget[]> {
  const claimed: ClaimedTarget[] = []
  const hungry: number[] = []
  for (const { class: targetClass, share } of SHARES) {
    const got = await claimOfClass(context, targetClass, share)
    claimed.push(...got)
    if (got.length === share) hungry.push(targetClass)
  }
  for (const targetClass of hungry) {
    if (claimed.length === ROUND) break
    claimed.push(...(await claimOfClass(context, targetClass, ROUND - claimed.length)))
  }
  return claimed
}

/** The longest due first. Rows that another collector is claiming at this moment are passed over, not waited for. */
async function claimOfClass({ db, clock }: Context, targetClass: number, limit: number): Promise<ClaimedTarget[]> {
  const now = clock.now()
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  const never = new Date(now.getTime() + NEVER_MS)
  const { rows } = await sql<ClaimedTarget>`
    update collection_targets set leased_until = ${leasedUntil}
    where (kind, key) in (
      select kind, key from collection_targets
      where class = ${targetClass} and due_at <= ${now}
        and (leased_until is null or leased_until <= ${now} or leased_until > ${never})
      order by due_at limit ${limit}
      for update skip locked
    )
    returning kind, key, class, interval_seconds as "intervalSeconds", failures, wanted_at as "wantedAt",
      leased_until as "leasedUntil"`.execute(db)
  return rows
}

/** What a collection brought, as far as the next one depends on it. */
export type Finding = { observedAt: Date; maxAgeSeconds: number; liveliness: Liveliness }

/** Without a visitor's interest for so long a searched target is no longer polled often; its history stays. */
const DEMAND_DAYS = 30

/** Turns are spread by this share of the interval, so that what was tracked together does not stay together. */
const JITTER = 0.1

/** The next turn of a collected target, never before the answer has run out. False when the claim had ended meanwhile. */
export async function settleCollected(context: Context, target: ClaimedTarget, finding: Finding): Promise<boolean> {
  const now = context.clock.now()
  const targetClass = isForgotten(target, now) ? TARGET_CLASS.discovered : target.class
  const interval = nextInterval({ ...target, class: targetClass }, finding.liveliness)
  const seconds = Math.max(interval * (1 - JITTER * Math.random()), finding.maxAgeSeconds)
  return settle(context, target, {
    class: targetClass,
    interval_seconds: interval,
    due_at: new Date(now.getTime() + seconds * 1000),
    collected_at: finding.observedAt,
    failures: 0,
    last_error: null,
    gone_at: null,
  })
}

/** Tried again later and later; the reason stays in the row. */
export async function settleFailed(context: Context, target: ClaimedTarget, reason: string): Promise<boolean> {
  const failures = target.failures + 1
  return settle(context, target, { failures, last_error: reason, due_at: after(context, retryInterval(failures)) })
}

/** The game does not know it any more. It is asked for rarely from now on; an hour first, should the game be mistaken. */
export async function settleGone(context: Context, target: ClaimedTarget): Promise<boolean> {
  const failures = target.failures + 1
  const due_at = after(context, goneInterval(failures))
  return settle(context, target, { failures, last_error: 'not-found', due_at, gone_at: context.clock.now() })
}

/** Given back as it was: the trouble was not the target's. */
export async function releaseTarget(context: Context, target: ClaimedTarget): Promise<boolean> {
  return settle(context, target, {})
}

/** A visitor's search collected it outside its turn: the turn moves on. A claim that is under way settles it itself. */
export async function noteCollected({ db, clock }: Context, kind: TargetKind, key: string): Promise<void> {
  const now = clock.now()
  await sql`
    update collection_targets set collected_at = ${now}, failures = 0, last_error = null, gone_at = null,
      due_at = greatest(due_at, ${now}::timestamptz + interval_seconds * interval '1 second')
    where kind = ${kind} and key = ${key}`.execute(db)
}

type Changes = Partial<{
  class: number
  interval_seconds: number
  due_at: Date
  collected_at: Date
  failures: number
  last_error: string | null
  gone_at: Date | null
}>

/** Only whoever still holds the claim may write: a collector that was paused past it changes nothing. */
async function settle({ db }: Context, target: ClaimedTarget, changes: Changes): Promise<boolean> {
  const result = await db
    .updateTable('collection_targets')
    .set({ ...changes, leased_until: null })
    .where('kind', '=', target.kind)
    .where('key', '=', target.key)
    .where('leased_until', '=', target.leasedUntil)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

function isForgotten(target: ClaimedTarget, now: Date): boolean {
  if (target.class !== TARGET_CLASS.searched) return false
  return (target.wantedAt?.getTime() ?? 0) < now.getTime() - DEMAND_DAYS * DAY_MS
}

function after({ clock }: Context, seconds: number): Date {
  return new Date(clock.now().getTime() + seconds * 1000)
}
