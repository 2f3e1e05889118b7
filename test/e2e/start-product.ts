import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDemoProvider } from '#demo/start-demo-provider.ts'
import { EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { DAY_MS } from '#shared/days.ts'
import { tagInPath } from '#shared/tag.ts'
import { CONTROL } from '#test/demo-control.ts'
import { copyStore } from '#test/store-template.ts'

export type Site = {
  url: string
  /** Everything that it has written to the terminal. */
  output(): string
  stop(): Promise<void>
}

const MAIN = join(import.meta.dirname, '../../src/server/main.ts')

/** A small world that is filled quickly, and limits that the tests of one machine do not reach. */
const SETTINGS = {
  PORT: '0',
  LOG_LEVEL: 'warn',
  REQUESTS_PER_MINUTE: '100000',
  DEMO_CLUBS: '6',
  DEMO_HISTORY_DAYS: '20',
  GUEST_SESSIONS_PER_HOUR: '10000',
  GUEST_SEARCHES_PER_HOUR: '10000',
  GUEST_REFRESHES_PER_HOUR: '10000',
  REGISTRATIONS_PER_HOUR: '10000',
}

/**
 * Starts the product as `npm start` does and waits until its demo history is complete. It begins with an empty
 * directory, or with a copy of one that such a site has filled.
 */
export async function startSite(settings: Record<string, string> = {}, filled?: string): Promise<Site> {
  const directory = mkdtempSync(join(tmpdir(), 'delphin-site-'))
  if (filled !== undefined) cpSync(filled, directory, { recursive: true })
  const { url, output, says, end } = await startProduct({ ...SETTINGS, DATA_DIR: directory, ...settings })
  await says('Demo history: complete')
  const stop = async () => {
    await end()
    rmSync(directory, { recursive: true, force: true })
  }
  return { url, output, stop }
}

const LOOK_EVERY_MS = 100

/**
 * The data directory of a site that has filled its history, collected everything due, and stopped. A site that starts
 * on a copy has nothing to collect for a while. The site begins on a copy of an empty store.
 */
export async function fillSite(emptyStore: string): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'delphin-filled-'))
  copyStore(emptyStore, directory)
  const site = await startSite({ DATA_DIR: directory, CALLS_PER_SECOND: '1000' })
  while ((await dueAt(site.url)) > 0 || !(await knowsMaps(site.url)))
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  await site.stop()
  return directory
}

async function dueAt(url: string): Promise<number> {
  const status = (await (await fetch(`${url}/api/status`)).json()) as { queue: { due: number } }
  return status.queue.due
}

/** Whether the maps of now are read: before that, a player's page has less to show. */
async function knowsMaps(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/analytics/player/${tagInPath(EXAMPLE_PLAYER_TAG)}/play-now`)
  return ((await answer.json()) as { events: unknown[] }).events.length > 0
}

export type SiteAndGame = {
  url: string
  /** Changes the icon of a player in the game. */
  wear(tag: string, iconId: number): Promise<unknown>
  stop(): Promise<void>
}

/** The product without history, on a copy of an empty store, and a game that the test can change. */
export async function startSiteAndGame(
  emptyStore: string,
  settings: Record<string, string> = {},
): Promise<SiteAndGame> {
  const directory = mkdtempSync(join(tmpdir(), 'delphin-game-'))
  copyStore(emptyStore, directory)
  const game = await startDemoProvider({
    epoch: new Date(Date.now() - 20 * DAY_MS),
    clubs: 6,
    controlKey: CONTROL.controlKey,
  })
  const access = { BRAWL_API_URL: game.url, BRAWL_API_TOKEN: game.token, CALLS_PER_SECOND: '200' }
  const site = await startProduct({ ...access, PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: directory, ...settings })
  const change = (what: string, body: object) =>
    fetch(game.url.replace(/\/v1$/, `/_demo/${what}`), {
      method: 'PUT',
      headers: CONTROL.headers,
      body: JSON.stringify(body),
    })
  return {
    url: site.url,
    wear: (tag, iconId) => change('icons', { tag, iconId }),
    async stop() {
      await site.end()
      await game.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export type ProductProcess = {
  pid: number
  url: string
  /** Everything that it has written to the terminal. */
  output(): string
  /** Resolves when it has written these words. */
  says(words: string): Promise<void>
  /** Ends the process and resolves with its exit code. */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** Starts the product with only these settings, and waits until it has an address. */
export async function startProduct(settings: Record<string, string>, command?: string): Promise<ProductProcess> {
  const args = command === undefined ? [MAIN] : [MAIN, command]
  const { PATH, TZ, NODE_OPTIONS, TEST_CLOCK_OFFSET_MS } = process.env
  // The day of the tests and their time zone are the product's, too.
  const env = { PATH, TZ, NODE_OPTIONS, TEST_CLOCK_OFFSET_MS, ...settings }
  const child = spawn(process.execPath, args, { env, stdio: 'pipe' })
  let text = ''
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const says = (words: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => text.includes(words) && resolve()
      child.stdout.on('data', look)
      ended.then((code) => reject(new Error(`The product ended (${code}) before it said "${words}": ${text}`)))
      look()
    })
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk
    })
  }
  await says('Delphin is at')
  return {
    pid: child.pid ?? 0,
    url: /Delphin is at (\S+)/.exec(text)?.[1] ?? '',
    output: () => text,
    says,
    end(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

/** A free port of this machine, for a process that must keep its port over restarts. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
