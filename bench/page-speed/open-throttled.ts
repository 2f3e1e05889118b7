import type { Browser, Page } from 'playwright-core'

/** A phone on a slow network, as Lighthouse has it: 1.6 Mbps down, 150 ms there and back, a quarter of the speed. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
const CPU_SLOWER = 4
const SCREEN = { width: 412, height: 823 }

/** A new visitor with an empty cache, slowed down, whose pages run a script before their own. */
export async function openThrottled(browser: Browser, script: string): Promise<Page> {
  const context = await browser.newContext({ viewport: SCREEN, isMobile: true, hasTouch: true })
  const page = await context.newPage()
  await page.addInitScript({ content: script })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
  return page
}
