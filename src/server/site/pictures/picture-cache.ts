import { Worker } from 'node:worker_threads'
import type { Announcements, ChangeTopic } from '#server/kernel/announcements.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { AppError } from '#server/kernel/errors.ts'
import { said } from '#shared/texts.ts'
import { type ReadyAnswer, readyAnswer } from '../http/ready-answer.ts'
import { createResponseCache } from '../http/response-cache.ts'
import type { Drawing } from './drawing.ts'

/** A picture that is shown with a page. Those of the game are kept elsewhere. */
export type PageDrawing = Exclude<Drawing, { of: 'art' }>

type Wanted = { key: string; topics: readonly ChangeTopic[]; freshSeconds: number; drawing: () => Promise<PageDrawing> }

/** Keeps drawn pictures, and draws what is missing. Equal requests at the same time share one drawing. */
export type PictureCache = {
  /** The picture of a club or player, drawn anew after a change. Null when too many pictures wait to be drawn. */
  changing(wanted: Wanted): Promise<ReadyAnswer | null>
  /** A picture of the site, which never changes. It is drawn however many others wait. */
  lasting(drawing: PageDrawing): Promise<ReadyAnswer>
  close(): Promise<unknown>
}

type PictureCacheOptions = {
  clock: Clock
  announcements: Announcements
  renderer: Renderer
  onError: (error: unknown) => void
}

/** One picture is drawn and eight wait: a quarter of a second of work. */
const WAITING_MAX = 9

/** Room for some hundred pictures. */
const CACHE_BYTES = 16 * 1024 * 1024

export function createPictureCache(options: PictureCacheOptions): PictureCache {
  const { clock, announcements, renderer, onError } = options
  const cache = createResponseCache({
    clock,
    maxBytes: CACHE_BYTES,
    onError: (error) => {
      if (!(error instanceof TooManyWaiting)) onError(error)
    },
  })
  const stopListening = announcements.listen(cache.drop)

  async function drawn(drawing: PageDrawing): Promise<ReadyAnswer> {
    const png = await renderer.render(drawing).catch((cause: unknown) => {
      onError(cause)
      const sentence = said('error.noPictures')
      throw new AppError('unavailable', sentence, { code: 'pictures_unavailable', retryAfterSeconds: 60, cause })
    })
    // Other sites are meant to show it.
    const headers = { 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' }
    return readyAnswer({ status: 200, headers: { ...headers, 'cache-control': CACHE_CONTROL[drawing.of] }, text: png })
  }

  /** A picture whose figures have not changed is not drawn again. */
  function keep(drawing: PageDrawing, waitingMax = Number.POSITIVE_INFINITY): Promise<ReadyAnswer> {
    const make = async () => {
      if (renderer.waiting() >= waitingMax) throw new TooManyWaiting()
      return { answer: await drawn(drawing), freshSeconds: Number.POSITIVE_INFINITY }
    }
    return cache.answer({ key: JSON.stringify(drawing), topics: [], make })
  }

  return {
    changing({ key, topics, freshSeconds, drawing }) {
      const make = async () => {
        const wanted = await drawing()
        return { answer: await keep(wanted, WAITING_MAX), freshSeconds }
      }
      return cache.answer({ key, topics, make }).catch((error: unknown) => {
        if (error instanceof TooManyWaiting) return null
        throw error
      })
    },
    lasting: (drawing) => keep(drawing),
    close() {
      stopListening()
      return renderer.close()
    },
  }
}

class TooManyWaiting extends Error {}

/** A review that was taken back must be gone from other caches too, and so must a name that was hidden. */
const CACHE_CONTROL: Record<PageDrawing['of'], string> = {
  profile: 'public, max-age=3600',
  card: 'public, max-age=0, must-revalidate',
  review: 'public, max-age=0, must-revalidate',
  site: 'public, max-age=86400',
  icon: 'public, max-age=86400',
}

/** Draws pictures as PNG in a thread of its own, one at a time. */
export type Renderer = {
  /** Rejects when this picture cannot be drawn. The pictures after it are still drawn. */
  render(drawing: Drawing): Promise<Buffer>
  /** Pictures that are being drawn or wait to be drawn, without art, which is small and bounded elsewhere. */
  waiting(): number
  close(): Promise<unknown>
}

/** A picture uses about 3 MB that the garbage collector does not see, small art far less. The end of the thread frees it. */
const PICTURES_PER_THREAD = 8
const SHARE_OF_ART = 1 / 16

type Job = { drawing: Drawing; resolve(png: Buffer): void; reject(error: unknown): void }

/** Makes a renderer. Its thread starts with the first picture, and again after a fault. */
export function createRenderer(): Renderer {
  const jobs: Job[] = []
  let worker: Worker | null = null

  function startWorker(): Worker {
    const started = new Worker(new URL('./render-worker.ts', import.meta.url))
    let drawn = 0
    started.on('message', (png: Uint8Array) => {
      drawn += jobs[0]?.drawing.of === 'art' ? SHARE_OF_ART : 1
      if (drawn >= PICTURES_PER_THREAD) end(started)
      settleFirst(({ resolve }) => resolve(Buffer.from(png.buffer, png.byteOffset, png.length)))
    })
    started.on('error', (error) => {
      end(started)
      settleFirst(({ reject }) => reject(error))
    })
    started.unref()
    return started
  }

  function end(ended: Worker): void {
    if (worker === ended) worker = null
    void ended.terminate()
  }

  /** Settles the first job and starts the one after it. */
  function settleFirst(settle: (job: Job) => void): void {
    const done = jobs.shift()
    if (done !== undefined) settle(done)
    begin()
  }

  function begin(): void {
    const [job] = jobs
    if (job === undefined) return
    worker ??= startWorker()
    worker.postMessage(job.drawing)
  }

  return {
    render: (drawing) =>
      new Promise((resolve, reject) => {
        jobs.push({ drawing, resolve, reject })
        if (jobs.length === 1) begin()
      }),
    waiting: () => jobs.filter(({ drawing }) => drawing.of !== 'art').length,
    async close() {
      const error = new Error('The site is closing')
      for (const { reject } of jobs.splice(0)) reject(error)
      await worker?.terminate()
    },
  }
}
