import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { isWholeRun } from '../how-much.ts'

export const WIDTHS = [390, 1280] as const
type Width = (typeof WIDTHS)[number]

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * Whether a page has a barrier is tried at each width in the first theme and in one more: palettes.test.ts holds the
 * contrast of every colour. A whole run tries each theme at each width.
 */
const ALL_THEMES = ['default', 'light', 'dark']
const THEMES: Readonly<Record<Width, readonly string[]>> = isWholeRun
  ? { 390: ALL_THEMES, 1280: ALL_THEMES }
  : { 390: ['default', 'light'], 1280: ['default', 'dark'] }

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>

/** Waits until everything has faded in. It does not wait for endless animations, nor for those driven by scrolling. */
const SETTLED = `Promise.allSettled(document.getAnimations()
  .filter(({ playState, timeline }) => playState === 'running' && timeline === document.timeline)
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished)).then(() => null)`

/** Runs the axe that an earlier analysis has put into the page. */
const CONTRAST = `axe.run({ runOnly: ['color-contrast', 'link-in-text-block'], resultTypes: ['violations'] })`

/**
 * The barriers of a page that is shown at this width: those by every rule in the first theme, and in the others those by
 * the rules that colours can break. Legacy mode is faster: the pages have no frames, and otherwise axe opens a blank page
 * for each analysis to join the results of frames.
 */
export async function findBarriers(page: Page, width: Width, where: string): Promise<string[]> {
  const found: string[] = []
  for (const theme of THEMES[width]) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    await page.evaluate(SETTLED)
    const all = () => new AxeBuilder({ page }).withTags(RULES).setLegacyMode().analyze()
    const { violations } = theme === 'default' ? await all() : await page.evaluate<AxeResults>(CONTRAST)
    const named = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
    found.push(...named.map((what) => `${where} at ${width} px, ${theme}: ${what}`))
  }
  return found
}
