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
