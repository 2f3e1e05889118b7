import { TARGET_CLASS, type TargetKind } from './target-class.ts'

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
