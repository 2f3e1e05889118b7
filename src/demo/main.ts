import { parseArgs } from 'node:util'
import { DEFAULT_HISTORY_PLAYER_TAG, EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { DAY_MS } from '#shared/days.ts'
import { DEMO_SEED, DEMO_TOKEN, startDemoProvider } from './start-demo-provider.ts'

// Runs the simulated game by itself, or as a child of the product, which is sent the address, the token and the example
// tags, and which alone decides when the child ends.

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

const parent = process.send?.bind(process)

if (parent) {
  // The system closes the channel however the parent ends.
  process.once('disconnect', () => process.exit())
  if (!process.connected) process.exit()
  // A terminal and systemd signal all processes of the product. Its collector still asks while it stops.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
}

const provider = await startDemoProvider({
  port: Number(values.port),
  host: values.host,
  tokens: values.token,
  ...(values.control === undefined ? {} : { controlKey: values.control }),
  seed: Number(values.seed),
  epoch: new Date(values.epoch),
  clubs: Number(values.clubs),
})

if (parent) {
  const examples = { club: EXAMPLE_CLUB_TAG, player: EXAMPLE_PLAYER_TAG, defaultPlayer: DEFAULT_HISTORY_PLAYER_TAG }
  parent({ url: provider.url, token: provider.token, examples })
} else {
  process.stdout.write(`Demo provider at ${provider.url}, token ${provider.token}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void provider.close())
}
