import { parseArgs } from 'node:util'
import { DAY_MS } from '#shared/days.ts'
import { DEMO_SEED, DEMO_TOKEN, startDemoProvider } from './start-demo-provider.ts'

const HISTORY_DAYS = 120

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4100' },
    host: { type: 'string', default: '127.0.0.1' },
    token: { type: 'string', multiple: true, default: [DEMO_TOKEN] },
    control: { type: 'string' },
    seed: { type: 'string', default: String(DEMO_SEED) },
    epoch: { type: 'string', default: new Date(Date.now() - HISTORY_DAYS * DAY_MS).toISOString() },
    clubs: { type: 'string', default: '260' },
  },
})

const provider = await startDemoProvider({
  port: Number(values.port),
  host: values.host,
  tokens: values.token,
  ...(values.control === undefined ? {} : { controlKey: values.control }),
  seed: Number(values.seed),
  epoch: new Date(values.epoch),
  clubs: Number(values.clubs),
})

process.stdout.write(`Demo provider at ${provider.url}, token ${provider.token}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void provider.close())
