import { freePort } from '../../test/e2e/free-port.ts'
import { type ProductProcess, startProduct } from '../../test/e2e/product-process.ts'

export type Pair = {
  urls: string[]
  /** Stops one of the two and starts it again. */
  restart(which: number): Promise<{ code: number | null; seconds: number }>
  stop(): Promise<void>
}

/** Two processes that serve the same store, each on a port of its own that it keeps. */
export async function startPair(settings: Record<string, string>): Promise<Pair> {
  const ports = [await freePort(), await freePort()]
  const start = (which: number) => startProduct({ ...settings, PORT: String(ports[which]) }, 'serve')
  const processes: ProductProcess[] = [await start(0), await start(1)]
  return {
    urls: processes.map(({ url }) => url),
    async restart(which) {
      const began = performance.now()
      const code = (await processes[which]?.end()) ?? null
      const seconds = (performance.now() - began) / 1000
      processes[which] = await start(which)
      return { code, seconds }
    },
    async stop() {
      await Promise.all(processes.map((process) => process.end()))
    },
  }
}
