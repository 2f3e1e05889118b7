import { hash } from 'node:crypto'
import type { Database } from '#server/database/database.ts'
import type {
  Battle,
  BattleFighter,
  BattleTeam,
  ClubAnswer,
  ClubMember,
  Observed,
  PlayerAnswer,
  PlayerBrawler,
} from '#server/game/answers.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { addDays, calendarDay } from '#shared/days.ts'

/** The tag of the club in all these answers. */
export const CLUB = '#2PP'

/** A row of a club's list: `member('#ADA', 1000)`. The name is the tag without its `#`. */
export function member(tag: string, trophies: number, given: Partial<ClubMember> = {}): ClubMember {
  return { tag, name: tag.slice(1), nameColor: null, role: 'member', trophies, iconId: null, ...given }
}

/** A scan of the club at a moment (`2026-03-01T12:00Z`). Its trophies are the sum of the members', unless given. */
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

const UNTOLD = { tier: null, rating: null }
/** What a profile says of the Ranked mode that lacks its fields. */
export const NO_RANKED: PlayerAnswer['ranked'] = { season: null, now: UNTOLD, seasonBest: UNTOLD, best: UNTOLD }

/** A player's profile, which tells neither club nor brawlers unless they are given. */
export function profile(
  at: string | Date,
  tag: string,
  trophies: number,
  given: Partial<PlayerAnswer> = {},
): Observed<'player'> {
  const unknown = { expPoints: null, totalPrestigeLevel: null, fame: null }
  const victories = { victories3v3: 120, soloVictories: 30, duoVictories: 12 }
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
    ranked: NO_RANKED,
    ...given,
  }
  return { kind: 'player', observedAt: new Date(at), body }
}

/** A brawler in a profile, of which only the trophies are told. */
export function ownedBrawler(id: number, trophies: number): PlayerBrawler {
  const untold = { name: null, power: null, rank: null, highestTrophies: null, prestigeLevel: null }
  const streaks = { currentWinStreak: null, maxWinStreak: null }
  const items = { gadgets: null, starPowers: null, gears: null, hyperCharges: null, buffies: null, skin: null }
  return { id, trophies, ...untold, ...streaks, ...items }
}

/** By tag, a sign a day: `#` gains 10 trophies, `.` does not play, a blank is not in the club, `?` has no scan. */
export type Rhythms = Record<string, string>

/** Scans at noon of every day up to `today`. */
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

/** Ingests scans of a club whose members play by these rhythms. */
export async function storeClubHistory(
  db: Database,
  rhythms: Rhythms,
  { today, startTrophies }: { today: string; startTrophies?: number },
): Promise<void> {
  await ingest(db, scansOf(rhythms, today, startTrophies))
}

/** A ladder battle. Battles of the same second have the same key, and any text may be given for it. */
export function battle(at: string, trophyChange: number, given: Partial<Battle> = {}): Battle {
  return {
    battleTime: new Date(at),
    eventId: 15000007,
    mode: 'brawlBall',
    map: 'Sneaky Fields',
    type: 'ranked',
    family: 'ladder',
    format: 'teams',
    result: trophyChange < 0 ? 'defeat' : 'victory',
    rank: null,
    durationSeconds: 110,
    trophyChange,
    brawlerChanges: null,
    teams: [],
    own: { team: 0, place: 0 },
    star: null,
    ...given,
    key: uuidOf(given.key ?? `battle-${at}`),
  }
}

function uuidOf(text: string): string {
  return hash('md5', text, 'hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** A team that met people: `team('#ADA #BO')`. Each plays Shelly with 800 trophies, unless others are given. */
export function team(tags: string, brawlers: BattleFighter['brawlers'] = SHELLY): BattleTeam {
  return { lobby: 'people', fighters: tags.split(' ').map((tag) => ({ tag, brawlers })) }
}

const SHELLY = [{ id: 16000000, power: 11, trophies: 800 }]

/** A player's battle log; the battles may be given in any order. In one without teams the player fought alone. */
export function battleLog(at: string, tag: string, battles: Battle[]): Observed<'battle-log'> {
  const newestFirst = battles.toSorted((one, other) => other.battleTime.getTime() - one.battleTime.getTime())
  const told = newestFirst.map((each) => (each.teams.length === 0 ? { ...each, teams: [team(tag)] } : each))
  return { kind: 'battle-log', tag, observedAt: new Date(at), body: { battles: told } }
}
