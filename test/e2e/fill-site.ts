import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSite } from './start-site.ts'

const LOOK_EVERY_MS = 100

/**
 * The data directory of a site that has filled its history, collected what was due, and stopped. Sites that start on
 * copies of it have nothing left to do but answer.
 */
export async function fillSite(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'delphin-filled-'))
  const site = await startSite({ DATA_DIR: directory, CALLS_PER_SECOND: '1000' })
  while ((await dueAt(site.url)) > 0) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  await site.stop()
  return directory
}

async function dueAt(url: string): Promise<number> {
  const status = (await (await fetch(`${url}/api/status`)).json()) as { queue: { due: number } }
  return status.queue.due
}
