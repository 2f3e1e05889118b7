import * as z from 'zod'
import { TAG_ALPHABET } from '#shared/tag.ts'
import { count, maybeName } from './fields.ts'
import type { Glitch } from './glitch.ts'

/** Bots of friendly battles carry tags of two or three letters, so the usual shortest length does not hold here. */
const PARTICIPANT_TAG = new RegExp(`^#[${TAG_ALPHABET}]{1,14}$`)

const brawlerSchema = z.object({
  id: count,
  /** Null for a brawler that has left the game since. */
  name: maybeName,
  /** -1 in friendly battles. */
  trophies: z.int().nullish().catch(null),
  /** Only in duels, which count per brawler. */
  trophyChange: z.int().nullish(),
})

const participantSchema = z
  .object({
    tag: z.string().toUpperCase().regex(PARTICIPANT_TAG),
    brawler: brawlerSchema.nullish().catch(null),
    brawlers: z.array(brawlerSchema).max(10).nullish(),
  })
  .transform(({ tag, brawler, brawlers }) => ({ tag, brawlers: brawlers ?? (brawler ? [brawler] : []) }))

/** One who took part: with one brawler, with three in duels, with none when it is unknown. */
export type Participant = z.output<typeof participantSchema>

/** The parts of a battle that list people: teams, players, and the lone big brawler of old. */
export type ParticipantLists = { teams?: unknown; players?: unknown; bigBrawler?: unknown }

/** Most of anything: 5 against 5, or 10 in solo showdown, or 11 with a big brawler. */
const MOST_PARTICIPANTS = 30

function listed(lists: ParticipantLists): unknown[] {
  const teams = Array.isArray(lists.teams) ? lists.teams.flat(1) : []
  const players = Array.isArray(lists.players) ? lists.players : []
  const lone = lists.bigBrawler ? [lists.bigBrawler] : []
  return [...teams, ...players, ...lone].slice(0, MOST_PARTICIPANTS)
}

/** Everyone readable of one battle; the unreadable are added to `glitches`. */
export function readParticipants(lists: ParticipantLists, path: string, glitches: Glitch[]): Participant[] {
  return listed(lists).flatMap((item, index) => {
    const result = participantSchema.safeParse(item)
    if (result.success) return [result.data]
    glitches.push({ path: `${path}.participants.${index}`, kind: 'malformed', detail: 'unreadable participant' })
    return []
  })
}
