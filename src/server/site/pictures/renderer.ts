import { Worker } from 'node:worker_threads'
import type { Drawing } from './drawing.ts'

/** Draws pictures as PNG in a thread of its own, one at a time. */
export type Renderer = {
  /** Rejects when this picture cannot be drawn. The pictures after it are still drawn. */
  render(drawing: Drawing): Promise<Buffer>
  /** Pictures that are being drawn or wait to be drawn. */
  waiting(): number
  close(): Promise<unknown>
}

/** Each picture uses about 3 MB that the garbage collector does not see. They are freed when the thread ends. */
const PICTURES_PER_THREAD = 8

type Job = { drawing: Drawing; resolve(png: Buffer): void; reject(error: unknown): void }

/** Makes a renderer. Its thread starts with the first picture, and again after a fault. */
export function createRenderer(): Renderer {
  const jobs: Job[] = []
  let worker: Worker | null = null

  function startWorker(): Worker {
    const started = new Worker(new URL('./render-worker.ts', import.meta.url))
    let drawn = 0
    started.on('message', (png: Uint8Array) => {
      drawn += 1
      if (drawn === PICTURES_PER_THREAD) end(started)
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
    waiting: () => jobs.length,
    async close() {
      const error = new Error('The site is closing')
      for (const { reject } of jobs.splice(0)) reject(error)
      await worker?.terminate()
    },
  }
}
