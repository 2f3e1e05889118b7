import { spawnSync } from 'node:child_process'
import { type Acknowledged, forgottenGuests, useSite } from './acknowledged.ts'
import { type ProductProcess, startProduct } from './product-process.ts'

export const NO_LIMITS = {
  GUEST_SESSIONS_PER_HOUR: '1000000',
  GUEST_SEARCHES_PER_HOUR: '1000000',
  REGISTRATIONS_PER_HOUR: '1000000',
  REQUESTS_PER_MINUTE: '1000000',
}

/** Many clubs for some days: the history is being filled for many rounds, and a search need not wait long for its own. */
const SETTINGS = { ...NO_LIMITS, PORT: '0', LOG_LEVEL: 'warn', DEMO_CLUBS: '40', DEMO_HISTORY_DAYS: '20' }

/** A round ends some moments after its first search was answered, each a little later; without any, after this. */
const PATIENCE_MS = 5_000
const LATER_MS = 40

export type Round = {
  /** From the start of the process until it says that it is ready. */
  readyMs: number
  /** What Node takes by itself to start and end at that time: the machine may be busy with other things. */
  nodeMs: number
  /** Guests of the round before of whom something was forgotten. */
  forgotten: string[]
}

/**
 * Starts the product on the store that is there, looks whether it remembers the round before, uses it for some moments
 * while it collects, and kills it in the midst of that; what it works with may be killed before it.
 */
export async function killRound(
  settings: Record<string, string>,
  round: number,
  done: Acknowledged,
  killMore: () => Promise<void> | undefined = () => undefined,
): Promise<Round> {
  const before = [...done.searches].slice(-6)
  const nodeMs = took(() => spawnSync(process.execPath, ['-e', '']))
  const startedAt = performance.now()
  const product = await startProduct({ ...SETTINGS, ...settings })
  try {
    await untilReady(product)
    const readyMs = performance.now() - startedAt
    const forgotten = await forgottenGuests(product.url, before)
    const using = new AbortController()
    const tags = await knownTags(product.url)
    const visitors = [0, 1].map(() => useSite(product.url, tags, done, using.signal))
    const answered = () => [...done.searches.values()].flat().length
    const known = answered()
    const until = performance.now() + PATIENCE_MS
    while (answered() === known && performance.now() < until) await passes(20)
    await passes(LATER_MS * round)
    await killMore()
    await product.end('SIGKILL')
    using.abort()
    await Promise.all(visitors)
    return { readyMs, nodeMs, forgotten }
  } finally {
    await product.end('SIGKILL')
  }
}

/** Ready within 10 s on a machine on which Node alone takes 50 ms. */
export function slowStarts(rounds: Round[]): Round[] {
  const [readyMs, nodeMs] = [sum(rounds.map((round) => round.readyMs)), sum(rounds.map((round) => round.nodeMs))]
  return readyMs > 200 * nodeMs ? rounds : []
}

function sum(figures: number[]): number {
  return figures.reduce((total, figure) => total + figure, 0)
}

function took(work: () => unknown): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}

async function untilReady({ url }: ProductProcess): Promise<void> {
  while ((await fetch(`${url}/api/health/ready`)).status !== 200) await passes(20)
}

async function knownTags(url: string): Promise<string[]> {
  const site = (await (await fetch(`${url}/api/site`)).json()) as Record<string, string>
  return [site.example_club_tag, site.example_player_tag, site.default_player_tag].filter((tag) => tag !== undefined)
}

/** How long the product works before it dies is the test's input, so this one waits by the clock. */
export function passes(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
