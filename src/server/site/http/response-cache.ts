import { LRUCache } from 'lru-cache'
import { type ChangeTopic, clubChange, playerChange, RANKINGS_CHANGE } from '#server/kernel/announcements.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { HOUR_MS } from '#shared/days.ts'
import type { ReadyAnswer } from './ready-answer.ts'

/** How long an answer is fresh; for as long again it is given while a new one is made. */
type Kept = { answer: ReadyAnswer; tags: readonly ChangeTopic[]; freshUntil: number }

export type Made = { answer: ReadyAnswer; freshSeconds: number }

type Question = { key: string; tags: readonly ChangeTopic[]; make: () => Promise<Made> }
type Flight = { tags: readonly ChangeTopic[]; made: Promise<ReadyAnswer> }

export type ResponseCache = {
  /** The key of an address that was read before; saves reading it again. */
  keyOf(address: string): string | undefined
  rememberKey(address: string, key: string): void
  /** A fresh answer, if there is one. */
  fresh(key: string): ReadyAnswer | undefined
  /** A fresh answer, or one a little older while a new one is made, or a new one; made once however many ask. */
  answer(question: Question): Promise<ReadyAnswer>
  /** Drops what was made of these; what is being made of them is not kept. */
  drop(tags: readonly ChangeTopic[]): void
  size(): { entries: number; bytes: number; addresses: number }
}

export type CacheOptions = { clock: Clock; maxBytes: number; onError: (error: unknown) => void }

const ADDRESSES_MAX = 20_000
const ADDRESS_LENGTH_MAX = 300

/** Keeps answers in bytes, at most so many bytes, those used last. */
export function createResponseCache({ clock, maxBytes, onError }: CacheOptions): ResponseCache {
  const flights = new Map<string, Flight>()
  const index = createTagIndex()
  const addresses = new LRUCache<string, string>({ max: ADDRESSES_MAX })
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer }, key) => answer.bytes + 2 * key.length,
    dispose: ({ tags }, key) => index.remove(tags, key),
  })

  function start({ key, tags, make }: Question): Promise<ReadyAnswer> {
    const flight: Flight = { tags, made: make().then(keep) }
    const ended = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    flights.set(key, flight)
    flight.made.then(ended, ended)
    return flight.made

    function keep({ answer, freshSeconds }: Made): ReadyAnswer {
      // A flight that was dropped on its way may have read what was there before.
      if (flights.get(key) !== flight || freshSeconds <= 0) return answer
      kept.set(key, { answer, tags, freshUntil: clock.monotonic() + freshSeconds * 1000 })
      if (kept.has(key)) index.add(tags, key)
      return answer
    }
  }

  return {
    keyOf: (address) => addresses.get(address),
    rememberKey(address, key) {
      if (address.length <= ADDRESS_LENGTH_MAX) addresses.set(address, key)
    },
    fresh(key) {
      const found = kept.get(key)
      return found !== undefined && clock.monotonic() < found.freshUntil ? found.answer : undefined
    },
    async answer(question) {
      const found = kept.get(question.key)
      const now = clock.monotonic()
      if (found !== undefined && now < found.freshUntil) return found.answer
      const made = flights.get(question.key)?.made ?? start(question)
      if (found === undefined || now >= found.freshUntil + STALE_IN_TROUBLE_MS) return made
      const older = made.catch((error: unknown) => {
        onError(error)
        return found.answer
      })
      return now >= found.freshUntil + STALE_MS ? older : found.answer
    },
    drop(tags) {
      for (const key of tags.flatMap(index.keys)) kept.delete(key)
      if (flights.size === 0) return
      const dropped = new Set(tags)
      for (const [key, flight] of flights) if (flight.tags.some((tag) => dropped.has(tag))) flights.delete(key)
    },
    size: () => ({ entries: kept.size, bytes: kept.calculatedSize, addresses: addresses.size }),
  }
}

/** An answer older than fresh is given for this long while a new one is made. */
const STALE_MS = 60_000

/** And for this long when none can be made: a store that is away takes nothing down that was asked for before. */
const STALE_IN_TROUBLE_MS = HOUR_MS

/** Which keys were made of what. */
function createTagIndex() {
  const keysOf = new Map<ChangeTopic, Set<string>>()
  return {
    keys: (tag: ChangeTopic): string[] => [...(keysOf.get(tag) ?? [])],
    add(tags: readonly ChangeTopic[], key: string): void {
      for (const tag of tags) {
        const keys = keysOf.get(tag) ?? new Set()
        keysOf.set(tag, keys.add(key))
      }
    },
    remove(tags: readonly ChangeTopic[], key: string): void {
      for (const tag of tags) {
        const keys = keysOf.get(tag)
        keys?.delete(key)
        if (keys?.size === 0) keysOf.delete(tag)
      }
    },
  }
}

type AboutTag = { params: { tag: string } }

/** Collected every few minutes at best; dropped at once when something new is stored. */
const ENTITY_SECONDS = 30

/** A club and what is worked out of its members. */
export const aboutClub = { seconds: ENTITY_SECONDS, tags: ({ params }: AboutTag) => [clubChange(params.tag)] }

export const aboutPlayer = { seconds: ENTITY_SECONDS, tags: ({ params }: AboutTag) => [playerChange(params.tag)] }

/** Lists and figures over all that is tracked: some of it changes every second. */
export const aboutAll = { seconds: 30 }

export const aboutRankings = { seconds: 60, tags: () => [RANKINGS_CHANGE] }

/** How the installation does just now: only to be spared from asking the store for every visitor. */
export const aboutNow = { seconds: 5 }

/** What changes with a release of the game or of ours. */
export const aboutTheGame = { seconds: 300 }
