import { itemAt, mixBits } from '#shared/random.ts'
import { DAY, type Seconds } from './time.ts'

/** A brawler's id is 16000000 plus its index in this list. The game never gave out the ids of empty names. */
const NAMES =
  'SHELLY,COLT,BULL,BROCK,RICO,SPIKE,BARLEY,JESSIE,NITA,DYNAMIKE,EL PRIMO,MORTIS,CROW,POCO,BO,PIPER,PAM,TARA,' +
  'DARRYL,PENNY,FRANK,GENE,TICK,LEON,ROSA,CARL,BIBI,8-BIT,SANDY,BEA,EMZ,MR. P,MAX,,JACKY,GALE,NANI,SPROUT,SURGE,' +
  'COLETTE,AMBER,LOU,BYRON,EDGAR,RUFFS,STU,BELLE,SQUEAK,GROM,BUZZ,GRIFF,ASH,MEG,LOLA,FANG,,EVE,JANET,BONNIE,OTIS,' +
  'SAM,GUS,BUSTER,CHESTER,GRAY,MANDY,R-T,WILLOW,MAISIE,HANK,CORDELIUS,DOUG,PEARL,CHUCK,CHARLIE,MICO,KIT,' +
  'LARRY & LAWRIE,MELODIE,ANGELO,DRACO,LILY,BERRY,CLANCY,MOE,KENJI,SHADE,JUJU,COMET RANGER,MEEPLE,OLLIE,LUMI,' +
  'FINX,JAE-YONG,KAZE,ALLI,TRUNK,MINA,ZIGGY,PIERCE,GIGI,GLOWY,SIRIUS,NAJIA,DAMIAN,STARR NOVA,BOLT'

export const BRAWLER_NAMES: readonly (string | null)[] = NAMES.split(',').map((name) => name || null)

export const BRAWLER_COUNT = BRAWLER_NAMES.length

export const FIRST_BRAWLER_ID = 16_000_000

/** The guest brawler, which the game withdraws at this hour (UTC) of this day since the epoch. */
export const WITHDRAWN = { brawler: 88, day: 60, hour: 9 } as const

/** When the game withdraws the guest brawler (docs/game-api.md#withdrawn-brawlers). */
export function withdrawalTime({ epoch }: { epoch: Seconds }): Seconds {
  return epoch + WITHDRAWN.day * DAY + WITHDRAWN.hour * 3600
}

/** Indices of the brawlers that stay in the game, by id. */
export const LASTING_BRAWLERS: readonly number[] = BRAWLER_NAMES.flatMap((name, index) =>
  name === null || index === WITHDRAWN.brawler ? [] : [index],
)

/** A showdown: everybody alone, in twos or in threes. */
type Showdown = 'solo' | 'duo' | 'trio'

/** The sides of a battle: two teams, a showdown, one against one with three brawlers each, or a team against bots. */
type Shape = 'teams' | Showdown | 'duels' | 'against-bots'

/** Sides of a showdown. */
export const SHOWDOWN_SIDES: Readonly<Record<Showdown, number>> = { solo: 10, duo: 5, trio: 4 }

/**
 * A kind of battle. `weight`: share of battles. `mode`: `battle.mode`, which may differ from `eventMode`. `type`: null
 * against bots. `size`: players on a side. `bonus`: extra trophies of a victory. `duration`: typical seconds.
 */
export type BattleKind = {
  weight: number
  mode: string
  eventMode: string
  modeId: number
  type: 'ranked' | 'soloRanked' | 'friendly' | null
  shape: Shape
  size: number
  bonus: number
  duration: number
  maps: readonly string[]
}

const team = { type: 'ranked', shape: 'teams', size: 3, bonus: 0 } as const

function teamKind(weight: number, mode: string, modeId: number, duration: number, maps: readonly string[]): BattleKind {
  return { ...team, weight, mode, eventMode: mode, modeId, duration, maps }
}

const BRAWL_BALL_MAPS = ['Pinhole Punt', 'Center Stage', 'Sneaky Fields', 'Triple Dribble']
const KNOCKOUT_MAPS = ["Belle's Rock", 'Out in the Open', 'Flaring Phoenix']
const BOUNTY_MAPS = ['Hideout', 'Shooting Star', 'Dry Season']
const SHOWDOWN_MAPS = ['Double Trouble', 'Skull Creek', 'Feast or Famine', 'BOSS CROW']

/** All kinds of battles; timelines keep their index. Shares are those of recorded logs of 2026. */
export const BATTLE_KINDS: readonly BattleKind[] = [
  teamKind(44, 'brawlBall', 5, 97, BRAWL_BALL_MAPS),
  teamKind(14, 'knockout', 20, 90, KNOCKOUT_MAPS),
  teamKind(4, 'gemGrab', 0, 102, ['Undermine', 'Whisper Vale', 'Hard Rock Mine']),
  teamKind(3, 'hotZone', 17, 90, ['Ring of Fire', 'Dueling Beetles']),
  teamKind(3, 'bounty', 3, 96, BOUNTY_MAPS),
  teamKind(1.5, 'heist', 2, 94, ['Bridge Too Far', 'Safe Zone', 'Kaboom Canyon']),
  { ...teamKind(2.5, 'siege', 48, 230, ['Arena of Glory']), eventMode: 'brawlArena', bonus: 5 },
  { ...teamKind(1.5, 'brawlBall', 32, 100, ['Backyard Bowl']), eventMode: 'brawlBall5V5', size: 5 },
  { ...teamKind(3, 'knockout', 45, 85, ['Snowcone Square', 'Cold Snap']), eventMode: 'unknown', size: 2 },
  { ...teamKind(8, 'duoShowdown', 9, 0, SHOWDOWN_MAPS), shape: 'duo', size: 2 },
  { ...teamKind(4, 'duoShowdown', 38, 0, SHOWDOWN_MAPS), eventMode: 'trioShowdown', shape: 'trio' },
  { ...teamKind(4.5, 'soloShowdown', 6, 0, SHOWDOWN_MAPS), shape: 'solo', size: 1 },
  { ...teamKind(1, 'duels', 24, 60, ['Coin Flip', 'Slayers Paradise']), shape: 'duels', size: 1 },
  {
    ...teamKind(3, 'lastStand', 61, 0, ['Wasabi in the Eyes']),
    eventMode: 'unknown',
    type: null,
    shape: 'against-bots',
  },
  { ...teamKind(1.5, 'knockout', 20, 105, KNOCKOUT_MAPS), type: 'soloRanked' },
  { ...teamKind(1.5, 'bounty', 3, 115, BOUNTY_MAPS), type: 'soloRanked' },
  { ...teamKind(0.8, 'brawlBall', 5, 80, BRAWL_BALL_MAPS), type: 'friendly' },
]

/** Whether a party of `party` players can play this kind together. In a friendly battle friends play against each other. */
export function fitsParty(kind: BattleKind, party: number): boolean {
  if (party === 1) return true
  return kind.type !== 'soloRanked' && (kind.size >= party || kind.type === 'friendly')
}

/** A season end cuts brawlers above this number to it (docs/game-api.md#season-ends). */
export const SEASON_CAP = 1000

/** Battles in a battle log, at most. */
export const LOG_LENGTH = 25

const FIRST_EVENT_ID = 15_000_000
const CHANGE_HOURS = [8, 14, 20, 2]
const PLACES = new Map(
  BATTLE_KINDS.map((kind) => [
    kind,
    BATTLE_KINDS.findIndex(({ eventMode, modeId }) => eventMode === kind.eventMode && modeId === kind.modeId),
  ]),
)

/** The event of a kind of battle at a moment; its map changes once a day. */
export function eventOf(kind: BattleKind, at: Seconds) {
  const day = Math.floor((at - changeHour(kind) * 3600) / DAY)
  const map = itemAt(kind.maps, mixBits(PLACES.get(kind) ?? 0, day) % kind.maps.length)
  const id = FIRST_EVENT_ID + 7 + (mixBits(kind.modeId, map.length * 31 + map.charCodeAt(0)) % 1230)
  return { id, mode: kind.eventMode, modeId: kind.modeId, map }
}

/** The hour (UTC) at which the map of a kind of battle changes. */
export function changeHour(kind: BattleKind): number {
  return itemAt(CHANGE_HOURS, (PLACES.get(kind) ?? 0) % CHANGE_HOURS.length)
}

const EDGE = { mode: 0.07, map: 0.03 }

/**
 * How much better than the average brawler one is in a mode and on one of its maps, against people: an addition of
 * -0.1 to 0.1 to the chance of winning.
 */
export function brawlerEdge(brawler: number, modeId: number, event: number): number {
  return EDGE.mode * deviation(mixBits(brawler, modeId)) + EDGE.map * deviation(mixBits(brawler, event))
}

/** A number from -1 to 1 made of a hash. */
export function deviation(hash: number): number {
  return hash / 0x8000_0000 - 1
}

/** Whether the game fills some lobbies of this kind with bots: those of three against three on the trophy ladder. */
export function meetsBots({ type, shape, size }: BattleKind): boolean {
  return type === 'ranked' && shape === 'teams' && size === 3
}

const LOSSES_IN_A_ROW = 3
const SHARE_AFTER_LOSSES = 0.25

const MOST_BOTS = { usual: 0.8, climb: 0.55 }

/**
 * Share of lobbies that the game fills with bots, by a brawler's trophies: 0.8 below 290, 0 from 450 on. On a climb it is
 * 0.55 below 890, and 0 from 1,000 on. After three defeats in a row it is at least 0.25.
 */
export function shareOfBots(trophies: number, climbing: boolean, losses = 0): number {
  const [most, none] = climbing ? [MOST_BOTS.climb, 1000] : [MOST_BOTS.usual, 450]
  const share = Math.min(most, Math.max(0, (none - trophies) / 200))
  return losses >= LOSSES_IN_A_ROW ? Math.max(SHARE_AFTER_LOSSES, share) : share
}

const LOSS_PER_200 = [-1, -2, -2, -3, -4, -5, -8, -8, -9, -10]
const CHANGE_BY_RANK = {
  solo: [20, 16, 12, 8, 5, 2, -1, -4, -7, -10],
  duo: [20, 12, 5, -4, -9],
  trio: [18, 9, -3, -8],
} as const

/** The trophy change of a defeat, by the brawler's trophies (recorded logs of 2026). */
export function lossAt(trophies: number): number {
  return itemAt(LOSS_PER_200, Math.min(LOSS_PER_200.length - 1, Math.floor(trophies / 200)))
}

/** The trophy change of a team battle that was won or lost. `streak`: victories in a row before it. */
export function teamChange(kind: BattleKind, trophies: number, won: boolean, streak: number): number {
  if (!won) return Math.max(lossAt(trophies), -trophies)
  if (trophies >= 2000) return 8
  return 10 + kind.bonus + Math.min(10, streak)
}

/**
 * The trophy change of a showdown by rank (from 1). `streak`: first places in a row before it. A bad place costs at most
 * two trophies more than a defeat in a team battle.
 */
export function showdownChange(shape: Showdown, trophies: number, rank: number, streak: number): number {
  const change = itemAt(CHANGE_BY_RANK[shape], rank - 1)
  if (rank === 1) return change + Math.min(8, streak)
  return change > 0 ? change : Math.max(change, lossAt(trophies) - 2, -trophies)
}

/** The rank of a brawler by its highest trophies (rules of 2026): 1 below 250, up to 7 from 3,000. */
export function brawlerRank(highest: number): number {
  if (highest < 1000) return 1 + Math.floor(highest / 250)
  return Math.min(7, 4 + Math.floor(highest / 1000))
}

/** The largest level n with 5n² + 25n − 30 ≤ points; at least 1. All 88 recorded levels follow this law. */
export function experienceLevel(points: number): number {
  return Math.max(1, Math.floor((-25 + Math.sqrt(625 + 20 * (points + 30))) / 10))
}

/** Season 48 of the Ranked mode began on the third Thursday of August 2026 (docs/game-api.md#ranked). */
const A_SEASON = { number: 48, year: 2026, month: 7 }
const THURSDAY = 4
/** A new season lowers what is above this. */
const RESET_FLOOR = 750
const KEPT_SHARE = 0.85

/** The season of the Ranked mode at a moment, in seconds since 1970. Seasons begin on third Thursdays. */
export function rankedSeason(at: number): number {
  const date = new Date(at * 1000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const firstWeekday = new Date(Date.UTC(year, month, 1)).getUTCDay()
  const start = 15 + ((THURSDAY - firstWeekday + 7) % 7)
  const months = 12 * (year - A_SEASON.year) + month - A_SEASON.month
  return A_SEASON.number + months - (date.getUTCDate() < start ? 1 : 0)
}

/** A rating of the Ranked mode after so many season starts. */
export function loweredElo(elo: number, starts: number): number {
  let lowered = elo
  for (let start = 0; start < starts && lowered > RESET_FLOOR; start += 1) {
    lowered = RESET_FLOOR + Math.floor((lowered - RESET_FLOOR) * KEPT_SHARE)
  }
  return lowered
}
