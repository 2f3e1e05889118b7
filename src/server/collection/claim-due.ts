import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { TARGET_CLASS, type TargetKind } from './target-class.ts'

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
