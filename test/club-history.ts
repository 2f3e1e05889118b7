import type { Database } from '#server/database/database.ts'
import type { Battle, ClubAnswer, ClubMember, Observed, PlayerAnswer } from '#server/game/answers.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { addDays, calendarDay } from '#shared/days.ts'

/** The club of every history here. */
export const CLUB = '#2PP'

/** A member as a story names one: `member('#ADA', 1000)`. The name is the tag without its mark. */
export function member(tag: string, trophies: number, given: Partial<ClubMember> = {}): ClubMember {
  return { tag, name: tag.slice(1), nameColor: null, role: 'member', trophies, iconId: null, ...given }
}

/** What the game says of the club at a moment (`2026-03-01T12:00Z`). Its trophies are its members' unless said. */
export function scan(at: string | Date, members: ClubMember[], given: Partial<ClubAnswer> = {}): Observed<'club'> {
  const body: ClubAnswer = {
    tag: CLUB,
    name: 'Dolphins',
    description: 'We play daily',
    type: 'open',
    badgeId: 8000000,
    requiredTrophies: 500,
    trophies: members.reduce((sum, { trophies }) => sum + trophies, 0),
    isFamilyFriendly: null,
    members,
    membersComplete: true,
    ...given,
  }
  return { kind: 'club', observedAt: new Date(at), body }
}

/** What the game says of a player. The club is left unsaid, and the brawlers out. */
export function profile(
  at: string | Date,
  tag: string,
  trophies: number,
  given: Partial<PlayerAnswer> = {},
): Observed<'player'> {
  const unknown = { expPoints: null, totalPrestigeLevel: null, rankedRank: null, rankedRankName: null, rankedElo: null }
  const victories = { victories3v3: 120, soloVictories: 30, duoVictories: 12 }
  const ranked = { highestAllTimeRankedRank: null, highestAllTimeRankedElo: null }
  const body: PlayerAnswer = {
    tag,
    name: tag.slice(1),
    nameColor: null,
    iconId: null,
    trophies,
    highestTrophies: trophies,
    expLevel: 50,
    club: undefined,
    brawlers: [],
    ...unknown,
    ...victories,
    ...ranked,
    ...given,
  }
  return { kind: 'player', observedAt: new Date(at), body }
}

/** A day of a rhythm: `#` wins 10 trophies, `.` does not play, a blank is not in the club, `?` nobody looked. */
export type Rhythms = Record<string, string>

/** Scans at noon of every day up to `today`: the rhythm of each member, by tag, says what the day brought. */
export function scansOf(rhythms: Rhythms, today: string, startTrophies = 1000): Observed<'club'>[] {
  const length = Math.max(...Object.values(rhythms).map((pattern) => pattern.length))
  const trophies = new Map(Object.keys(rhythms).map((tag) => [tag, startTrophies]))
  return Array.from({ length }, (_, index) => {
    const signs = Object.entries(rhythms).map(([tag, pattern]) => [tag, pattern.padStart(length)[index]] as const)
    for (const [tag, sign] of signs) if (sign === '#') trophies.set(tag, (trophies.get(tag) ?? 0) + 10)
    if (signs.every(([, sign]) => sign === '?')) return []
    const members = signs.filter(([, sign]) => sign !== ' ').map(([tag]) => member(tag, trophies.get(tag) ?? 0))
    const day = addDays(calendarDay(today), index + 1 - length)
    return [scan(`${day}T12:00:00Z`, members)]
  }).flat()
}

/** Stores a club whose members have played by these rhythms, through the product's own door. */
export async function storeClubHistory(
  db: Database,
  rhythms: Rhythms,
  { today, startTrophies }: { today: string; startTrophies?: number },
): Promise<void> {
  await ingest(db, scansOf(rhythms, today, startTrophies))
}

/** A battle on the ladder, by its second: the same key in whoever's log it stands. */
export function battle(at: string, trophyChange: number, given: Partial<Battle> = {}): Battle {
  return {
    battleTime: new Date(at),
    eventId: 15000007,
    mode: 'brawlBall',
    map: 'Sneaky Fields',
    type: 'ranked',
    result: trophyChange < 0 ? 'defeat' : 'victory',
    rank: null,
    durationSeconds: 110,
    trophyChange,
    isLadder: true,
    starPlayer: null,
    brawlerId: 16000000,
    brawlerName: 'SHELLY',
    brawlerTrophies: 800,
    participants: [],
    key: `battle-${at}`,
    ...given,
  }
}

/** What the game says a player fought lately; battles may be given in any order. */
export function battleLog(at: string, tag: string, battles: Battle[]): Observed<'battle-log'> {
  const newestFirst = battles.toSorted((one, other) => other.battleTime.getTime() - one.battleTime.getTime())
  return { kind: 'battle-log', tag, observedAt: new Date(at), body: { battles: newestFirst } }
}
