import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { DEFAULT_HISTORY_PLAYER_TAG, EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { type DemoOptions, startDemoProvider } from './start-demo-provider.ts'

// Runs the provider in a worker thread. `workerData` holds the options without the clock, which cannot be cloned. The
// worker sends its parent the address, a token and the example tags. The parent sends icons that players shall wear, each
// with a port for the word that it is done.
// Who imports the file to compile it starts nothing.
if (!isMainThread) {
  const { url, token, wear } = await startDemoProvider(workerData as Omit<DemoOptions, 'now'>)
  const examples = { club: EXAMPLE_CLUB_TAG, player: EXAMPLE_PLAYER_TAG, defaultPlayer: DEFAULT_HISTORY_PLAYER_TAG }
  parentPort?.on('message', ({ tag, iconId, done }: { tag: string; iconId: number; done: MessagePort }) => {
    wear(tag, iconId)
    done.postMessage('worn')
  })
  parentPort?.postMessage({ url, token, examples })
}
