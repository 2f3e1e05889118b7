import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDemoProvider } from '#demo/start-demo-provider.ts'
import { startProduct } from './product-process.ts'

export type SiteAndGame = {
  url: string
  /** What a player does in the game: wears another icon. */
  wear(tag: string, iconId: number): Promise<unknown>
  stop(): Promise<void>
}

/** The product without history, on a game that the test can reach too. */
export async function startSiteAndGame(): Promise<SiteAndGame> {
  const directory = mkdtempSync(join(tmpdir(), 'delphin-game-'))
  const game = await startDemoProvider({ epoch: new Date(Date.now() - 20 * 86_400_000), clubs: 6 })
  const access = { BRAWL_API_URL: game.url, BRAWL_API_TOKEN: game.token, CALLS_PER_SECOND: '200' }
  const site = await startProduct({ ...access, PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: directory })
  const icons = game.url.replace(/\/v1$/, '/_demo/icons')
  return {
    url: site.url,
    wear: (tag, iconId) => fetch(icons, { method: 'PUT', body: JSON.stringify({ tag, iconId }) }),
    async stop() {
      await site.end()
      await game.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
