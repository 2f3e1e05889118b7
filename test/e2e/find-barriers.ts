import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { isWholeRun } from '../how-much.ts'

export const WIDTHS = [390, 1280] as const
const THEMES = ['default', 'light', 'dark'] as const
type View = { width: (typeof WIDTHS)[number]; theme: (typeof THEMES)[number] }

const ALL_VIEWS: readonly View[] = WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme })))

/**
 * How a page is looked at that has this place among others: in one theme at one width, so that three pages in a row see
 * each theme, and six each theme at each width. palettes.test.ts holds the contrast of every colour. A whole run looks at
 * each page in all ways, at each width in the first theme first.
 */
export function viewsOf(place: number): readonly View[] {
  if (isWholeRun) return ALL_VIEWS
  return ALL_VIEWS.filter(({ width, theme }) => width === WIDTHS[place % 2] && theme === THEMES[place % 3])
}

export const HEIGHT = 900

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>

/** Waits until everything has faded in. It does not wait for endless animations, nor for those driven by scrolling. */
const SETTLED = `Promise.allSettled(document.getAnimations()
  .filter(({ playState, timeline }) => playState === 'running' && timeline === document.timeline)
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished)).then(() => null)`

/** Runs the axe that an earlier analysis has put into the page. */
const CONTRAST = `axe.run({ runOnly: ['color-contrast', 'link-in-text-block'], resultTypes: ['violations'] })`

/**
 * The barriers of a page in some views. Every rule is tried in the first of a width, and in its others those that colours
 * can break. Legacy mode is faster: the pages have no frames, and otherwise axe opens a blank page for each analysis to join
 * the results of frames.
 */
export async function findBarriers(page: Page, views: readonly View[], where: string): Promise<string[]> {
  const found: string[] = []
  for (const [place, { width, theme }] of views.entries()) {
    const isKnown = views[place - 1]?.width === width
    await page.setViewportSize({ width, height: HEIGHT })
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    await page.evaluate(SETTLED)
    const all = () => new AxeBuilder({ page }).withTags(RULES).setLegacyMode().analyze()
    const { violations } = isKnown ? await page.evaluate<AxeResults>(CONTRAST) : await all()
    const named = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
    found.push(...named.map((what) => `${where} at ${width} px, ${theme}: ${what}`))
  }
  return found
}
