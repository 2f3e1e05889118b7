import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { DEFAULT_HISTORY_PLAYER_TAG, EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { type DemoOptions, startDemoProvider } from './start-demo-provider.ts'

/** How often the thread looks at what it uses, and by how much this has grown when it collects garbage. */
const LOOK_EVERY_MS = 30_000
const GROWN = 1.5

/** The simulation leaves more garbage than it uses, and V8 does not hurry on a machine with much memory. */
function collectGarbage(): void {
  let used = 0
  const look = () => {
    if (globalThis.gc === undefined || process.memoryUsage().heapUsed < GROWN * used) return
    globalThis.gc()
    used = process.memoryUsage().heapUsed
  }
  setInterval(look, LOOK_EVERY_MS).unref()
}

// Runs the provider in a worker thread. `workerData` holds the options without the clock, which cannot be cloned. The
// worker sends its parent the address, a token and the example tags. The parent sends icons that players shall wear, each
// with a port for the word that it is done.
// Who imports the file to compile it starts nothing.
if (!isMainThread) {
  const { url, token, wear } = await startDemoProvider(workerData as Omit<DemoOptions, 'now'>)
  collectGarbage()
  const examples = { club: EXAMPLE_CLUB_TAG, player: EXAMPLE_PLAYER_TAG, defaultPlayer: DEFAULT_HISTORY_PLAYER_TAG }
  parentPort?.on('message', ({ tag, iconId, done }: { tag: string; iconId: number; done: MessagePort }) => {
    wear(tag, iconId)
    done.postMessage('worn')
  })
  parentPort?.postMessage({ url, token, examples })
}
