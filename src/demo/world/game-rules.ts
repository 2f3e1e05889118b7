import { itemAt } from './random.ts'

/** Ids are 16000000 + the index into this list. A null is an id that was never given out. */
const NAMES =
  'SHELLY,COLT,BULL,BROCK,RICO,SPIKE,BARLEY,JESSIE,NITA,DYNAMIKE,EL PRIMO,MORTIS,CROW,POCO,BO,PIPER,PAM,TARA,DARRYL,PENNY,FRANK,GENE,TICK,LEON,ROSA,CARL,BIBI,8-BIT,SANDY,BEA,EMZ,MR. P,MAX,,JACKY,GALE,NANI,SPROUT,SURGE,COLETTE,AMBER,LOU,BYRON,EDGAR,RUFFS,STU,BELLE,SQUEAK,GROM,BUZZ,GRIFF,ASH,MEG,LOLA,FANG,,EVE,JANET,BONNIE,OTIS,SAM,GUS,BUSTER,CHESTER,GRAY,MANDY,R-T,WILLOW,MAISIE,HANK,CORDELIUS,DOUG,PEARL,CHUCK,CHARLIE,MICO,KIT,LARRY & LAWRIE,MELODIE,ANGELO,DRACO,LILY,BERRY,CLANCY,MOE,KENJI,SHADE,JUJU,COMET RANGER,MEEPLE,OLLIE,LUMI,FINX,JAE-YONG,KAZE,ALLI,TRUNK,MINA,ZIGGY,PIERCE,GIGI,GLOWY,SIRIUS,NAJIA,DAMIAN,STARR NOVA,BOLT'

export const BRAWLER_NAMES: readonly (string | null)[] = NAMES.split(',').map((name) => name || null)

export const BRAWLER_COUNT = BRAWLER_NAMES.length

export const FIRST_BRAWLER_ID = 16_000_000

/** The guest brawler that leaves the game on this day of the world, counted from the epoch (at 09:00 UTC). */
export const WITHDRAWN = { brawler: 88, day: 60, hour: 9 } as const

/** Indices of the brawlers that stay in the game, in id order. */
export const LASTING_BRAWLERS: readonly number[] = BRAWLER_NAMES.flatMap((name, index) =>
  name === null || index === WITHDRAWN.brawler ? [] : [index],
)

/** How sides are made: two teams, showdown alone or in twos or threes, one against one with three brawlers each, or against bots. */
export type Shape = 'teams' | 'solo' | 'duo' | 'trio' | 'duels' | 'against-bots'

/**
 * A kind of battle. `weight`: share of battles; `mode`: battle.mode, often not the event's; `modeId` the game's number;
 * `type`: absent against bots; `size`: players a side; `bonus`: on top of a victory's trophies; `maps`: what is played there.
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

/** Every kind of battle; its index is kept in the timelines. Shares follow the logs of 2026. */
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

/** Whether a party of so many can play a kind together. Friends oppose each other in a friendly battle. */
export function fitsParty(kind: BattleKind, party: number): boolean {
  if (party === 1) return true
  return kind.type !== 'soloRanked' && (kind.size >= party || kind.type === 'friendly')
}

/** Trophies of one brawler above which a season end takes a quarter of the excess. */
export const SEASON_FLOOR = 1000

/** A brawler's trophies after a season end: a quarter of the excess over 1,000 is lost, rounded in the player's favour. */
export function trophiesAfterSeasonEnd(trophies: number): number {
  return trophies <= SEASON_FLOOR ? trophies : trophies - Math.floor((trophies - SEASON_FLOOR) / 4)
}

const LOSS_PER_200 = [-1, -2, -2, -3, -4, -5, -8, -8, -9, -10]
const CHANGE_BY_RANK = {
  solo: [20, 16, 12, 8, 5, 2, -1, -4, -7, -10],
  duo: [20, 12, 5, -4, -9],
  trio: [18, 9, -3, -8],
} as const

/** What a defeat costs at a number of trophies (rules of 2026, counted in battle logs). */
export function lossAt(trophies: number): number {
  return itemAt(LOSS_PER_200, Math.min(LOSS_PER_200.length - 1, Math.floor(trophies / 200)))
}

/** Trophy change of a team battle. `streak`: wins in a row before it. A draw changes nothing. */
export function teamChange(kind: BattleKind, trophies: number, won: boolean, streak: number): number {
  if (!won) return Math.max(lossAt(trophies), -trophies)
  if (trophies >= 2000) return 8
  return 10 + kind.bonus + Math.min(10, Math.max(0, streak - 1))
}

/** Trophy change of a showdown by rank, from 1. Losses are never worse than a 3v3 defeat and two more. */
export function showdownChange(shape: 'solo' | 'duo' | 'trio', trophies: number, rank: number): number {
  const change = itemAt(CHANGE_BY_RANK[shape], rank - 1)
  return change > 0 ? change : Math.max(change, lossAt(trophies) - 2, -trophies)
}

/** Rank of a brawler from its highest trophies, 2026: 1 below 250 up to 7 from 3,000 on. */
export function brawlerRank(highest: number): number {
  if (highest < 1000) return 1 + Math.floor(highest / 250)
  return Math.min(7, 4 + Math.floor(highest / 1000))
}

/** The level n with 5n²+25n−30 ≤ points, as every recorded account has it. */
export function experienceLevel(points: number): number {
  return Math.max(1, Math.floor((-25 + Math.sqrt(625 + 20 * (points + 30))) / 10))
}
