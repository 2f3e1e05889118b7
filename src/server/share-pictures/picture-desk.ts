import type { Clock } from '#shared/clock.ts'
import type { Changes, ChangeTag } from '../changes.ts'
import { AppError } from '../http/app-error.ts'
import type { ReadyAnswer } from '../http/ready-answer.ts'
import { createResponseCache } from '../http/response-cache.ts'
import type { Drawing } from './drawing.ts'
import { readyPicture } from './ready-picture.ts'
import type { Renderer } from './renderer.ts'

/** One is drawn and the others wait: a quarter of a second of work. */
const WAITING_MAX = 9

/** Some hundred pictures. */
const CACHE_BYTES = 16 * 1024 * 1024

type Wanted = { key: string; tags: readonly ChangeTag[]; freshSeconds: number; drawing: () => Promise<Drawing> }

/** Where pictures are asked for. */
export type PictureDesk = {
  /** A picture that may change; null when too many wait already. */
  changing(wanted: Wanted): Promise<ReadyAnswer | null>
  /** A picture that stays as it is: drawn once, and never refused. */
  lasting(drawing: Drawing): Promise<ReadyAnswer>
  close(): Promise<unknown>
}

export type DeskOptions = {
  clock: Clock
  changes: Changes
  renderer: Renderer
  headers: Readonly<Record<string, string>>
  onError: (error: unknown) => void
}

/** Keeps pictures that were drawn until something new is known of whom they show, and bounds how many are drawn. */
export function createPictureDesk({ clock, changes, renderer, headers, onError }: DeskOptions): PictureDesk {
  const cache = createResponseCache({
    clock,
    maxBytes: CACHE_BYTES,
    onError: (error) => {
      if (!(error instanceof TooManyWait)) onError(error)
    },
  })
  const stopListening = changes.listen(cache.drop)
  const lasting = new Map<string, Promise<ReadyAnswer>>()

  async function drawn(drawing: Drawing): Promise<ReadyAnswer> {
    const png = await renderer.render(drawing).catch((cause: unknown) => {
      onError(cause)
      throw new AppError('unavailable', SENTENCE, { code: 'pictures_unavailable', retryAfterSeconds: 60, cause })
    })
    return readyPicture(png, headers, drawing.of === 'profile' ? CHANGING_SECONDS : LASTING_SECONDS)
  }

  return {
    changing({ key, tags, freshSeconds, drawing }) {
      const make = async () => {
        const wanted = await drawing()
        if (renderer.waiting() >= WAITING_MAX) throw new TooManyWait()
        return { answer: await drawn(wanted), freshSeconds }
      }
      return cache.answer({ key, tags, make }).catch((error: unknown) => {
        if (error instanceof TooManyWait) return null
        throw error
      })
    },
    lasting(drawing) {
      const key = JSON.stringify(drawing)
      const answer = lasting.get(key) ?? drawn(drawing)
      lasting.set(key, answer)
      answer.catch(() => lasting.delete(key))
      return answer
    },
    close() {
      stopListening()
      return renderer.close()
    },
  }
}

const CHANGING_SECONDS = 3600
const LASTING_SECONDS = 86_400
const SENTENCE = 'Pictures cannot be drawn just now. Please try again later.'

class TooManyWait extends Error {}
