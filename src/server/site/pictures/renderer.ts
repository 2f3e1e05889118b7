import { Worker } from 'node:worker_threads'
import type { Drawing } from './drawing.ts'

/** Draws pictures as PNG, one at a time, in a thread of its own. */
export type Renderer = {
  /** Rejects when the picture cannot be drawn; later ones may be. */
  render(drawing: Drawing): Promise<Buffer>
  /** Pictures that are being drawn or wait for it. */
  waiting(): number
  close(): Promise<unknown>
}

/** Each leaves some 3 MB that the thread's garbage collector does not see; they are freed when the thread ends. */
const PICTURES_A_THREAD = 8

type Job = { drawing: Drawing; resolve(png: Buffer): void; reject(error: unknown): void }

/** A renderer whose thread starts with the first picture, and anew after a fault. */
export function createRenderer(): Renderer {
  const jobs: Job[] = []
  let worker: Worker | null = null

  function startWorker(): Worker {
    const started = new Worker(new URL('./render-worker.ts', import.meta.url))
    let drawn = 0
    started.on('message', (png: Uint8Array) => {
      drawn += 1
      if (drawn === PICTURES_A_THREAD) end(started)
      next(({ resolve }) => resolve(Buffer.from(png.buffer, png.byteOffset, png.length)))
    })
    started.on('error', (error) => {
      end(started)
      next(({ reject }) => reject(error))
    })
    started.unref()
    return started
  }

  function end(ended: Worker): void {
    if (worker === ended) worker = null
    void ended.terminate()
  }

  /** Ends the job at the head and begins the one behind it. */
  function next(settle: (job: Job) => void): void {
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
