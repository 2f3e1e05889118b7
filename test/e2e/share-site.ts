import { rmSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { findStoryBrowser } from '../../scripts/prepare/find-program.mjs'
import { makeStoreTemplate } from '../store-template.ts'
import { BROWSER_ARGUMENTS } from './open-browser.ts'
import { fillSite, startSite } from './start-product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data directory with the demo's history. Files that start an own site copy it. */
    filledSite: string
    /** A data directory with an empty store, for files that begin without history. Making one takes seconds. */
    emptyStore: string
    /** Address of the site that most files share. No file changes it in a way that disturbs the others. */
    siteUrl: string
    /** WebSocket address of the browser that they share. */
    browserEndpoint: string
  }
}

/** Fills a site for all stories, and starts one site and one browser that most of them share. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const empty = await makeStoreTemplate()
  const filled = await fillSite(empty.dataDirectory)
  const site = await startSite({ LOGINS_PER_MINUTE: '10000' }, filled)
  const browser = await chromium.launchServer({
    executablePath: findStoryBrowser() ?? 'chromium',
    args: BROWSER_ARGUMENTS,
  })
  project.provide('filledSite', filled)
  project.provide('emptyStore', empty.dataDirectory)
  project.provide('siteUrl', site.url)
  project.provide('browserEndpoint', browser.wsEndpoint())
  return async () => {
    await browser.close()
    await site.stop()
    rmSync(filled, { recursive: true, force: true })
    empty.remove()
  }
}
