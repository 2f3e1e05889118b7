import { parentPort, workerData } from 'node:worker_threads'
import { type DemoOptions, startDemoProvider } from './start-demo-provider.ts'

// Runs the provider in a worker thread. `workerData` holds the options that can be cloned, so not the clock; the parent gets {url, token}.
const provider = await startDemoProvider(workerData as Omit<DemoOptions, 'now'>)
parentPort?.postMessage({ url: provider.url, token: provider.token })
