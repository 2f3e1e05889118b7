import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { findChromium } from '../../scripts/prepare/find-program.mjs'
import { BROWSER_ARGUMENTS } from './open-browser.ts'
import { startSite } from './start-site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the site that all files of the checklist share. */
    siteUrl: string
    /** Where the browser that they share is reached. */
    browserEndpoint: string
  }
}

/** Starts one site and one browser for all files of the checklist. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const site = await startSite({ LOGINS_PER_MINUTE: '10000' })
  const browser = await chromium.launchServer({ executablePath: findChromium() ?? 'chromium', args: BROWSER_ARGUMENTS })
  project.provide('siteUrl', site.url)
  project.provide('browserEndpoint', browser.wsEndpoint())
  return async () => {
    await browser.close()
    await site.stop()
  }
}
