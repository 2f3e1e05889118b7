import { pino } from 'pino'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { type Context, createProcessState } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import type { ClubAnswer, ObservedAnswer } from '#server/game/answers.ts'
import { createGameApi } from '#server/game/client.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { MINUTE_MS } from '#shared/days.ts'
import { FIRST_LANGUAGE } from '#shared/languages.ts'
import { setPageTexts } from '#shared/texts.ts'
import { manualClock } from '#test/manual-clock.ts'
import { rising, settle } from '#test/small-world.ts'

/**
 * The small world of the HTTP benchmark: clubs, members of each, and days of history. There are more clubs than
 * requests at a time, so that no two requests share an answer.
 */
export const CLUBS = 48
export const MEMBERS = 30
const DAYS = 90
/** The tag of a number, in the game's alphabet. Numbers of clubs come first, then those of the members by club. */
export function worldTag(index: number): string {
  const digits = '0289PYLQGRJCUV'
  return `#2P${[...String(10_000 + index)].map((digit) => digits[Number(digit)]).join('')}`
}

/** The product over a store with the small world, without a game, a demo or limits that a bench would meet. */
export async function openBench(db: Database, clock: Clock, settings: Record<string, string> = {}) {
  const context: Context = {
    config: readConfig({ REQUESTS_PER_MINUTE: '10000000', LOGINS_PER_MINUTE: '1000000', ...settings }),
    installation: { demo: false, exampleClubTag: null, examplePlayerTag: null, defaultPlayerTag: null },
    db,
    gameApi: createGameApi({ baseUrl: 'http://127.0.0.1:9/v1', tokens: ['none'], callsPerSecond: 1, clock }),
    clock,
    log: pino({ level: 'silent' }),
    summarise: async () => {},
    ...createProcessState(clock),
    demoHistory: null,
  }
  setPageTexts(context.texts(FIRST_LANGUAGE))
  await fillWorld(context)
  return { app: await createApp(context), context }
}

/** Stores the clubs of the small world with their members and a history that ends today. */
export async function fillWorld(context: Context): Promise<void> {
  const clubs = Array.from({ length: CLUBS }, (_, club) => ({
    tag: worldTag(club),
    name: `Club ${club}`,
    country: club % 2 === 0 ? 'US' : 'JP',
    members: Array.from({ length: MEMBERS }, (_, member) => ({
      tag: worldTag(CLUBS + club * MEMBERS + member),
      name: `Player ${member} of ${club}`,
      days: rising(activity(club * MEMBERS + member), 10_000 + 500 * member, 5 + member),
    })),
  }))
  await settle({ ...context, clock: manualClock(new Date()) }, clubs)
}

/** The tags of the members, by club. */
export function worldMembers(): string[][] {
  return Array.from({ length: CLUBS }, (_, club) => {
    return Array.from({ length: MEMBERS }, (_, member) => worldTag(CLUBS + club * MEMBERS + member))
  })
}

/** A player's days as a pattern: most are active. Each player has a different one. */
function activity(player: number): string {
  return Array.from({ length: DAYS }, (_, day) => ((day * 7919 + player * 104_729) % 101 < 65 ? '#' : '.')).join('')
}

/** A further scan of one club after another, `turn` minutes from now: every fourth member has played since. */
export function scanOf(turn: number): ObservedAnswer {
  const club = turn % CLUBS
  const members = Array.from({ length: MEMBERS }, (_, member) => ({
    tag: worldTag(CLUBS + club * MEMBERS + member),
    name: `Player ${member} of ${club}`,
    nameColor: null,
    iconId: null,
    role: 'member' as const,
    trophies: 100_000 + 500 * member + 8 * Math.floor((turn / CLUBS + member) / 4),
  }))
  const settings = { description: null, type: 'open', badgeId: null, requiredTrophies: 0, isFamilyFriendly: null }
  const trophies = members.reduce((sum, member) => sum + member.trophies, 0)
  const body = { tag: worldTag(club), name: `Club ${club}`, ...settings, trophies, members, membersComplete: true }
  return { kind: 'club', observedAt: new Date(Date.now() + turn * MINUTE_MS), body: body as ClubAnswer }
}
