import { LRUCache } from 'lru-cache'
import {
  type ChangeTopic,
  clubChange,
  META_CHANGE,
  playerChange,
  RANKINGS_CHANGE,
} from '#server/kernel/announcements.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { createCoalescedCalls } from '#server/kernel/coalesced-calls.ts'
import { AppError } from '#server/kernel/errors.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import type { ReadyAnswer } from './ready-answer.ts'

export type Made = { answer: ReadyAnswer; freshSeconds: number }

/** `topics` names what the answer is made of. */
type Question = {
  key: string
  topics: readonly ChangeTopic[]
  make: () => Promise<Made>
}

export type ResponseCache = {
  /**
   * A fresh answer, a slightly older one while a new one is made, or a new one. Equal questions at the same time share
   * one making. Throws what `make` throws where there is no older answer, and `not_found` also where there is one.
   */
  answer(question: Question): Promise<ReadyAnswer>
  /** Drops the answers made of these. Answers that are being made of them are given but not kept. */
  drop(topics: readonly ChangeTopic[]): void
  size(): { entries: number; bytes: number }
}

export type CacheOptions = { clock: Clock; maxBytes: number; onError: (error: unknown) => void }

/** How long an older answer is given at once, while a new one is made. */
const STALE_MS = MINUTE_MS

/** How long an older answer is given when no new one can be made: most pages stay while the store is away. */
const STALE_IN_TROUBLE_MS = HOUR_MS

type Kept = Made & { topics: readonly ChangeTopic[]; freshUntil: number }

/** Keeps answers in bytes, up to `maxBytes` in all. Those least recently used go first. */
export function createResponseCache({ clock, maxBytes, onError }: CacheOptions): ResponseCache {
  const calls = createCoalescedCalls<ReadyAnswer, { topics: readonly ChangeTopic[] }>()
  const index = createTopicIndex()
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ answer }, key) => answer.bytes + 2 * key.length,
    dispose: ({ topics }, key) => index.remove(topics, key),
  })

  function makeAndKeep({ key, topics, make }: Question): Promise<ReadyAnswer> {
    const work = async (run: { isCurrent: boolean }) => {
      const { answer, freshSeconds } = await make()
      // After `drop` the run is not current: it may have read what was stored before the change.
      if (run.isCurrent && freshSeconds > 0) {
        const freshUntil = clock.monotonic() + freshSeconds * 1000
        kept.set(key, { answer, freshSeconds, topics, freshUntil })
        if (kept.has(key)) index.add(topics, key)
      }
      return answer
    }
    return calls.join(key, work, { topics })
  }

  return {
    async answer(question) {
      const found = kept.get(question.key)
      const now = clock.monotonic()
      if (found !== undefined && now < found.freshUntil) return found.answer
      const made = makeAndKeep(question)
      if (found === undefined || now >= found.freshUntil + STALE_IN_TROUBLE_MS) return made
      const older = made.catch((error: unknown) => {
        // What is gone was taken back or hidden: nobody is shown it again.
        if (error instanceof AppError && error.status === 404) {
          kept.delete(question.key)
          throw error
        }
        onError(error)
        return found.answer
      })
      if (now >= found.freshUntil + STALE_MS) return older
      older.catch(() => {})
      return found.answer
    },
    drop(topics) {
      for (const key of topics.flatMap(index.keys)) kept.delete(key)
      const dropped = new Set(topics)
      calls.forget((run) => run.topics.some((topic) => dropped.has(topic)))
    },
    size: () => ({ entries: kept.size, bytes: kept.calculatedSize }),
  }
}

/** The keys of the answers that are made of each topic. */
function createTopicIndex() {
  const keysOf = new Map<ChangeTopic, Set<string>>()
  return {
    keys: (topic: ChangeTopic): string[] => [...(keysOf.get(topic) ?? [])],
    add(topics: readonly ChangeTopic[], key: string): void {
      for (const topic of topics) {
        const keys = keysOf.get(topic) ?? new Set()
        keysOf.set(topic, keys.add(key))
      }
    },
    remove(topics: readonly ChangeTopic[], key: string): void {
      for (const topic of topics) {
        const keys = keysOf.get(topic)
        keys?.delete(key)
        if (keys?.size === 0) keysOf.delete(topic)
      }
    },
  }
}

/** Seconds for which an answer is fresh, and what it is made of: it is dropped when that changes. */
export type CachePolicy<Input> = {
  seconds: number
  topics?: (input: Input) => ChangeTopic[]
}

type AboutTag = { params: { tag: string } }

/** A club or player is collected every few minutes at most. */
const ENTITY_SECONDS = 30

/** A club and what is computed of its members. */
export const aboutClub = { seconds: ENTITY_SECONDS, topics: ({ params }: AboutTag) => [clubChange(params.tag)] }

export const aboutPlayer = { seconds: ENTITY_SECONDS, topics: ({ params }: AboutTag) => [playerChange(params.tag)] }

/** Lists and figures of everything tracked. Some of it changes every second, so no topic drops them. */
export const aboutAll = { seconds: 30 }

/** The weeks of brawlers and maps, and the rotation. */
export const aboutMeta = { seconds: 300, topics: () => [META_CHANGE] }

export const aboutRankings = { seconds: 60, topics: () => [RANKINGS_CHANGE] }

/** The state of the installation: kept only so that the store is not asked for every visitor. */
export const aboutNow = { seconds: 5 }

/** What changes only with a release of the game or of this product. */
export const aboutTheGame = { seconds: 300 }
