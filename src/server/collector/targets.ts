import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/days.ts'
import type { TargetKind } from '#shared/kinds.ts'

/**
 * Why a target is kept current. When calls are short, class 1 comes first. The call for a visitor who waits has no
 * class: it is made at once.
 */
export const TARGET_CLASS = { searched: 1, ranked: 2, member: 3, discovered: 4 } as const

export type TargetClass = keyof typeof TARGET_CLASS

/** `key` is a tag; for a ranking a country like `US`, and for that of one brawler its id as well: `US/16000000`. */
export type Target = { kind: TargetKind; key: string; class: TargetClass }

const MINUTE = MINUTE_MS / SECOND_MS
const HOUR = HOUR_MS / SECOND_MS

/** Seconds between two collections, at least and at most (docs/decisions/0017-collection-intervals.md). */
export const SHORTEST_SECONDS = 30 * MINUTE
export const LONGEST_SECONDS = 24 * HOUR

/**
 * Seconds between two profiles of a player whose days somebody wants to see. A turn comes a little late each time: after 24
 * hours it would pass over a UTC day now and then.
 */
export const PROFILE_SECONDS = 23 * HOUR

/** How much that was not known a collection brought: much, some, or nothing. */
export type Liveliness = 'lively' | 'calm' | 'silent'

/**
 * New battles, of the 25 in a log, from which on a log is collected more often, since the game forgets older ones
 * (docs/decisions/0017-collection-intervals.md).
 */
const NEW_BATTLES_LIVELY = 20

/** From this share of members of whom something changed, a club is collected twice as often. */
const CHANGED_MEMBERS_LIVELY = 0.1

/** Seconds between the first two collections. Rankings, the list of brawlers and the rotation keep this interval. */
const FIRST_SECONDS: Record<TargetKind, number> = {
  club: HOUR,
  player: 6 * HOUR,
  'battle-log': 6 * HOUR,
  'player-ranking': HOUR,
  'club-ranking': HOUR,
  'brawler-ranking': LONGEST_SECONDS,
  brawlers: LONGEST_SECONDS,
  gamemodes: LONGEST_SECONDS,
  // Events change at full hours.
  rotation: HOUR / 2,
}

const ADAPTS: ReadonlySet<TargetKind> = new Set(['club', 'player', 'battle-log'])

export function firstInterval(kind: TargetKind): number {
  return FIRST_SECONDS[kind]
}

export function livelinessOfLog(newBattles: number): Liveliness {
  if (newBattles === 0) return 'silent'
  return newBattles >= NEW_BATTLES_LIVELY ? 'lively' : 'calm'
}

export function livelinessOfClub(changedMembers: number, members: number): Liveliness {
  if (changedMembers === 0) return 'silent'
  return changedMembers >= members * CHANGED_MEMBERS_LIVELY ? 'lively' : 'calm'
}

/**
 * Seconds until the next collection, from the interval before: halved after a lively collection, doubled after a silent
 * one, within 30 minutes and 24 hours; for players 23 hours. Players whom nobody asks for any more have 24 hours.
 */
export function nextInterval(
  { kind, class: targetClass, intervalSeconds }: { kind: TargetKind; class: number; intervalSeconds: number },
  liveliness: Liveliness,
): number {
  if (!ADAPTS.has(kind)) return firstInterval(kind)
  if (kind !== 'club' && targetClass === TARGET_CLASS.discovered) return LONGEST_SECONDS
  // One a day is what these are read for (daily-profiles.ts).
  if (kind === 'player' && targetClass === TARGET_CLASS.member) return PROFILE_SECONDS
  const factor = { lively: 0.5, calm: 1, silent: 2 }[liveliness]
  const longest = kind === 'player' ? PROFILE_SECONDS : LONGEST_SECONDS
  return Math.min(longest, Math.max(SHORTEST_SECONDS, Math.round(intervalSeconds * factor)))
}

/** Seconds until the next try, by the number of failures in a row: one minute at first, six hours at most. */
export function retryInterval(failures: number): number {
  return Math.min(6 * HOUR, MINUTE * 2 ** Math.min(failures - 1, 20))
}

/** Seconds until the game is asked again for a tag that it does not know any more: an hour at first, a week at most. */
export function goneInterval(failures: number): number {
  return Math.min(7 * LONGEST_SECONDS, HOUR * 4 ** Math.min(failures - 1, 20))
}

/**
 * Has the profiles of these players read soon, where they are tracked: a fall that a club's list shows may be a withdrawn
 * brawler, which only the next profile tells (docs/formulas.md#season-resets).
 */
export async function hastenProfiles(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  tags: readonly string[],
): Promise<void> {
  if (tags.length === 0) return
  await db
    .updateTable('collection_targets')
    .set({ due_at: clock.now() })
    .where('kind', '=', 'player')
    .where('key', 'in', tags)
    .where('due_at', '>', clock.now())
    .where('gone_at', 'is', null)
    .execute()
}

/**
 * Has targets collected from now on: at once, or spread over a time. A target that is tracked already keeps its turn and
 * gets the better of the two classes. The class `searched` notes that a visitor asked. Hidden players are not collected.
 */
export async function track({ db, clock }: Context, targets: Target[], spreadSeconds = 0): Promise<void> {
  if (targets.length === 0) return
  const now = clock.now()
  const rows = targets.map((target) => ({
    kind: target.kind,
    key: target.key,
    class: TARGET_CLASS[target.class],
    interval: firstInterval(target.kind),
    wanted: target.class === 'searched',
  }))
  await sql`
    insert into collection_targets as stored (kind, key, class, due_at, interval_seconds, wanted_at)
    select kind, key, min(class),
      ${now}::timestamptz + mod(hashtext(key)::bigint + 2147483648, ${spreadSeconds + 1}) * interval '1 second',
      min(interval), case when bool_or(wanted) then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(kind text, key text, class smallint, interval integer, wanted boolean)
    where not (kind in ('player', 'battle-log') and exists (select from tombstones where tag = key))
    group by kind, key order by kind, key
    on conflict (kind, key) do update set class = least(stored.class, excluded.class),
      wanted_at = coalesce(excluded.wanted_at, stored.wanted_at)
    where excluded.class < stored.class or excluded.wanted_at is not null`.execute(db)
}
