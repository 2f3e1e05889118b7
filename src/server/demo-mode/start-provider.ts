import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export type Provider = {
  url: string
  token: string
  examples: { club: string; player: string; defaultPlayer: string }
  close(): Promise<void>
}

/** Starts the demo provider in a thread of its own. From then on it is reached over HTTP alone, like the real one. */
export async function startProvider(options: { epoch: Date; clubs: number }): Promise<Provider> {
  const worker = new Worker(new URL('../../demo/worker.ts', import.meta.url), { workerData: options })
  const [started] = (await once(worker, 'message')) as [Omit<Provider, 'close'>]
  return {
    ...started,
    close: async () => {
      await worker.terminate()
    },
  }
}
