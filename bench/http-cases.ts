// The answers that have a figure to reach, with the goals' own names.
import type { Load } from './load.ts'
import { CLUBS, MEMBERS, worldTag } from './world.ts'

/** `server` says who answers: the yardsticks, the app with its answers ready, or the app making each one anew. */
export type Case = {
  id: string
  name: string
  goal: number
  server: 'hello' | 'statement' | 'ready' | 'making'
  load: Load
}

export const headers = { 'accept-encoding': 'gzip, deflate, br' }
const club = worldTag(0).slice(1)
const player = worldTag(CLUBS).slice(1)
const clubAt = (turn: number) => worldTag(turn % CLUBS).slice(1)
const playerAt = (turn: number) => worldTag(CLUBS + (turn % (CLUBS * MEMBERS))).slice(1)
const daysAt = (turn: number) => [7, 14, 30, 90][Math.floor(turn / CLUBS) % 4]

/** Pages of all players; half of them are of one region. */
const PAGES = (CLUBS * MEMBERS) / 24

/** What is asked for again with its ETag. */
export const REVALIDATED = `/api/browse/club/${club}`

export const YARDSTICKS: Case[] = [
  { id: '-', name: 'hello', goal: 1, server: 'hello', load: { path: () => '/' } },
  {
    id: '-',
    name: 'one statement of 30 rows',
    goal: Number.POSITIVE_INFINITY,
    server: 'statement',
    load: { path: () => '/' },
  },
]

const ready = (name: string, path: string, given: Record<string, string> = headers): Case => {
  return { id: 'P1', name: `ready: ${name}`, goal: 2, server: 'ready', load: { path: () => path, headers: given } }
}

const made = (id: string, goal: number, name: string, path: Load['path']): Case => {
  return { id, name: `made: ${name}`, goal, server: 'making', load: { path, headers } }
}

export const CASES: Case[] = [
  ready('browse', '/api/browse/entities?type=player'),
  ready('browse, uncompressed', '/api/browse/entities?type=player', {}),
  ready('club', `/api/browse/club/${club}`),
  ready('player', `/api/browse/player/${player}`),
  ready('dashboard', '/api/browse/dashboard'),
  ready('analytics of a club', `/api/browse/club/${club}/analytics`),
  ready('member scores', `/api/analytics/club/${club}/member-scores`),
  ready('heatmap', `/api/analytics/club/${club}/activity-heatmap`),
  made('P3', 8, 'progression of a player', (turn) => {
    return `/api/analytics/player/${playerAt(turn)}/trophy-progression?days=${daysAt(turn)}`
  }),
  made('P3', 8, 'progression of a club', (turn) => {
    return `/api/analytics/club/${clubAt(turn)}/trophy-progression?days=${daysAt(turn)}`
  }),
  made('P3', 8, 'member scores', (turn) => `/api/analytics/club/${clubAt(turn)}/member-scores?days=${daysAt(turn)}`),
  made('P3', 8, 'heatmap', (turn) => `/api/analytics/club/${clubAt(turn)}/activity-heatmap?days=${daysAt(turn)}`),
  made('P3', 8, 'analytics of a club', (turn) => `/api/browse/club/${clubAt(turn)}/analytics`),
  made('P3', 8, 'analytics of a player', (turn) => `/api/browse/player/${playerAt(turn)}/analytics`),
  made('P4', 12, 'browse', (turn) => `/api/browse/entities?type=player&page=${1 + (turn % PAGES)}`),
  made(
    'P4',
    12,
    'browse of a region',
    (turn) => `/api/browse/entities?type=player&region=na&page=${1 + (turn % (PAGES / 2))}`,
  ),
  made(
    'P4',
    12,
    'browse by trophies',
    (turn) => `/api/browse/entities?type=player&trophyMin=${turn % 20_000}&trophyMax=100000`,
  ),
]
