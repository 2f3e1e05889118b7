import { sql } from 'kysely'
import type { Context } from '#server/context.ts'

/**
 * Who wants a target kept current; the lower, the sooner it is served when the budget is short. A visitor who waits is
 * in no class: that call is made at once.
 */
export const TARGET_CLASS = { searched: 1, ranked: 2, member: 3, discovered: 4 } as const

export type TargetClass = keyof typeof TARGET_CLASS

/** What can be collected. `key` is a tag, or for rankings a country and, for one brawler's, its id: `US`, `US/16000000`. */
export type TargetKind =
  | 'club'
  | 'player'
  | 'battle-log'
  | 'player-ranking'
  | 'club-ranking'
  | 'brawler-ranking'
  | 'brawlers'

export type Target = { kind: TargetKind; key: string; class: TargetClass }

const MINUTE = 60
const HOUR = 3600

/** Seconds between two collections, at the least and the most. */
export const SHORTEST_SECONDS = 30 * MINUTE
export const LONGEST_SECONDS = 24 * HOUR

/** How much a collection brought: much, some, or nothing that was not known. */
export type Liveliness = 'lively' | 'calm' | 'silent'

/** Of a battle log's 25: the game forgets the older ones, so from here on it must be read more often (decision D11b). */
const NEW_BATTLES_LIVELY = 20

/** Share of a club's members with new trophies from which on the club is worth a look twice as often. */
const CHANGED_MEMBERS_LIVELY = 0.1

/** Seconds until the second collection, when nothing is known yet; rankings and the catalogue keep to theirs. */
const FIRST_SECONDS: Record<TargetKind, number> = {
  club: HOUR,
  player: 6 * HOUR,
  'battle-log': 6 * HOUR,
  'player-ranking': HOUR,
  'club-ranking': HOUR,
  'brawler-ranking': LONGEST_SECONDS,
  brawlers: LONGEST_SECONDS,
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
 * Seconds until the next collection, from the seconds before it: halved after a lively one, doubled after a silent one,
 * within 30 minutes and 24 hours. Players whom nobody asked for any more are looked at once a day.
 */
export function nextInterval(
  { kind, class: targetClass, intervalSeconds }: { kind: TargetKind; class: number; intervalSeconds: number },
  liveliness: Liveliness,
): number {
  if (!ADAPTS.has(kind)) return firstInterval(kind)
  if (kind !== 'club' && targetClass === TARGET_CLASS.discovered) return LONGEST_SECONDS
  const factor = { lively: 0.5, calm: 1, silent: 2 }[liveliness]
  return Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, Math.round(intervalSeconds * factor)))
}

/** Seconds until a target that failed so often in a row is tried again: one minute at first, six hours at most. */
export function retryInterval(failures: number): number {
  return Math.min(6 * HOUR, MINUTE * 2 ** Math.min(failures - 1, 20))
}

/** Seconds until the game is asked again for what it does not know any more: an hour at first, a week at most. */
export function goneInterval(failures: number): number {
  return Math.min(7 * LONGEST_SECONDS, HOUR * 4 ** Math.min(failures - 1, 20))
}

export type TrackOptions = {
  /** The first collections are spread over this time instead of being due at once. */
  spreadSeconds?: number
}

/**
 * Has targets collected from now on. A target that is tracked already keeps its turn, and rises to the better of the
 * two classes. `wanted`, or the class `searched`, notes that a visitor asked. Hidden players are not collected.
 */
export async function track(
  { db, clock }: Context,
  targets: Target[],
  wanted = false,
  { spreadSeconds = 0 }: TrackOptions = {},
): Promise<void> {
  if (targets.length === 0) return
  const now = clock.now()
  const rows = targets.map((target) => ({
    kind: target.kind,
    key: target.key,
    class: TARGET_CLASS[target.class],
    interval: firstInterval(target.kind),
    wanted: wanted || target.class === 'searched',
  }))
  await sql`
    insert into collection_targets as stored (kind, key, class, due_at, interval_seconds, wanted_at)
    select kind, key, min(class), ${now}::timestamptz + mod(hashtext(key)::bigint + 2147483648, ${spreadSeconds + 1}) * interval '1 second',
      min(interval), case when bool_or(wanted) then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(kind text, key text, class smallint, interval integer, wanted boolean)
    where not (kind in ('player', 'battle-log') and exists (select from tombstones where tag = key))
    group by kind, key order by kind, key
    on conflict (kind, key) do update set class = least(stored.class, excluded.class),
      wanted_at = coalesce(excluded.wanted_at, stored.wanted_at)
    where excluded.class < stored.class or excluded.wanted_at is not null`.execute(db)
}
