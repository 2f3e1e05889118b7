import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { queryRows, type RowOf } from '#server/database/database.ts'
import { isUnclaimed, leaseEnd } from '#server/database/leases.ts'
import { HELD_MS } from '#server/history/ingest/fold-club.ts'
import { DAY_MS } from '#shared/days.ts'
import { TARGET_KINDS, type TargetKind } from '#shared/kinds.ts'
import { goneInterval, type Liveliness, nextInterval, retryInterval, TARGET_CLASS } from './targets.ts'

/**
 * The most targets of each class that a collector takes in one round: a crowd in one class leaves the others their share.
 * What a class does not need goes to the others, the best class first.
 */
const SHARES = [
  { class: TARGET_CLASS.searched, share: 8 },
  { class: TARGET_CLASS.ranked, share: 5 },
  { class: TARGET_CLASS.member, share: 4 },
  { class: TARGET_CLASS.discovered, share: 3 },
]

/** Targets in one round. */
export const ROUND = SHARES.reduce((sum, { share }) => sum + share, 0)

const CLAIMED = {
  kind: z.enum(TARGET_KINDS),
  key: z.string(),
  class: z.int(),
  intervalSeconds: z.int(),
  failures: z.int(),
  /** When a visitor last asked for it. */
  wantedAt: z.nullable(z.date()),
  /** When the claim ends. It also tells this claim from any other of the same target. */
  leasedUntil: z.date(),
}

export type ClaimedTarget = RowOf<typeof CLAIMED>

/** Claims a round of targets that are due and not claimed by another collector. Empty when there are none. */
export async function claimDue(context: Context): Promise<ClaimedTarget[]> {
  const claimed: ClaimedTarget[] = []
  const unfinished: number[] = []
  for (const { class: targetClass, share } of SHARES) {
    const got = await claimOfClass(context, targetClass, share)
    claimed.push(...got)
    if (got.length === share) unfinished.push(targetClass)
  }
  for (const targetClass of unfinished) {
    if (claimed.length === ROUND) break
    claimed.push(...(await claimOfClass(context, targetClass, ROUND - claimed.length)))
  }
  return claimed
}

/** Claims those that are due for longest. Rows that another collector is claiming at this moment are skipped. */
async function claimOfClass({ db, clock }: Context, targetClass: number, limit: number): Promise<ClaimedTarget[]> {
  const now = clock.now()
  return queryRows(
    db,
    CLAIMED,
    sql`
    update collection_targets set leased_until = ${leaseEnd(now)}
    where (kind, key) in (
      select kind, key from collection_targets
      where class = ${targetClass} and due_at <= ${now} and ${isUnclaimed(now)}
      order by due_at limit ${limit}
      for update skip locked
    )
    returning kind, key, class, interval_seconds as "intervalSeconds", failures, wanted_at as "wantedAt",
      leased_until as "leasedUntil"`,
  )
}

/** What a collection brought, as far as the next one depends on it. */
export type Finding = {
  observedAt: Date
  maxAgeSeconds: number
  liveliness: Liveliness
  /** The answer was held back: the next one is wanted as soon as it may confirm this one. */
  isHeldBack?: boolean
}

/** Days after which a searched target is collected less often, unless a visitor asks for it. Its history stays. */
const DEMAND_DAYS = 30

/** The next turn is moved by up to this share of the interval, so that targets tracked together spread out. */
const JITTER = 0.1

/** Sets the next turn of a collected target, not before the answer expires. False when the claim had ended meanwhile. */
export async function settleCollected(context: Context, target: ClaimedTarget, finding: Finding): Promise<boolean> {
  const now = context.clock.now()
  const targetClass = isForgotten(target, now) ? TARGET_CLASS.discovered : target.class
  const interval = nextInterval({ ...target, class: targetClass }, finding.liveliness)
  const untilNext = finding.isHeldBack ? HELD_MS / 1000 : interval * (1 - JITTER * Math.random())
  const seconds = Math.max(untilNext, finding.maxAgeSeconds)
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

/**
 * Sets the next try of a target that failed, and notes the reason. The tries come later and later; in an outage, where
 * everything fails, the failure does not count and the next try is in a minute. False when the claim had ended.
 */
export async function settleFailed(
  context: Context,
  target: ClaimedTarget,
  reason: string,
  { isOutage = false } = {},
): Promise<boolean> {
  const failures = isOutage ? target.failures : target.failures + 1
  const due_at = addSeconds(context, retryInterval(isOutage ? 1 : failures))
  return settle(context, target, { failures, last_error: reason, due_at })
}

/**
 * Notes that the game does not know the target any more. It is asked for rarely from now on: first after an hour, in case
 * the game is mistaken. False when the claim had ended.
 */
export async function settleGone(context: Context, target: ClaimedTarget): Promise<boolean> {
  const failures = target.failures + 1
  const due_at = addSeconds(context, goneInterval(failures))
  return settle(context, target, { failures, last_error: 'not-found', due_at, gone_at: context.clock.now() })
}

/** Gives a target back as it was. False when the claim had ended. */
export async function releaseTarget(context: Context, target: ClaimedTarget): Promise<boolean> {
  return settle(context, target, {})
}

/**
 * Moves the turn of a target that was collected outside its turn, for a visitor. A claim that is under way stays, and
 * sets the next turn when it ends. An answer that was held back has its next turn soon.
 */
export async function noteCollected(
  { db, clock }: Context,
  { kind, key, isHeldBack = false }: { kind: TargetKind; key: string; isHeldBack?: boolean | undefined },
): Promise<void> {
  const now = clock.now()
  if (isHeldBack) {
    const soon = new Date(now.getTime() + HELD_MS)
    await sql`
      update collection_targets set collected_at = ${now}, failures = 0, last_error = null, gone_at = null, due_at = ${soon}
      where kind = ${kind} and key = ${key}`.execute(db)
    return
  }
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

/** Writes only while the claim is held: a collector that was paused for longer changes nothing. */
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

function addSeconds({ clock }: Context, seconds: number): Date {
  return new Date(clock.now().getTime() + seconds * 1000)
}
