import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { isWholeRun } from '../how-much.ts'

export const WIDTHS = [390, 1280] as const
const THEMES = ['default', 'light', 'dark'] as const
type View = { width: (typeof WIDTHS)[number]; theme: (typeof THEMES)[number] }

const EVERY_VIEW = WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme })))

/** The ways in which a page is looked at: every theme on a phone, one at a desk; all of both in a whole run. */
export const VIEWS: readonly View[] = isWholeRun
  ? EVERY_VIEW
  : EVERY_VIEW.filter(({ width, theme }) => width === WIDTHS[0] || theme === 'light')

/** For what colours cannot change: both widths in one theme. */
export const ONE_THEME: readonly View[] = EVERY_VIEW.filter(({ theme }) => theme === 'light')

export const HEIGHT = 900

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>

/** Waits until everything has faded in. It does not wait for endless animations, nor for those driven by scrolling. */
const SETTLED = `Promise.allSettled(document.getAnimations()
  .filter(({ playState, timeline }) => playState === 'running' && timeline === document.timeline)
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished)).then(() => null)`

/** What passes is not described, which takes half of axe's time. */
const VIOLATIONS = { resultTypes: ['violations' as const] }

/** Runs the axe that the first analysis has put into the page. */
const axeRun = (runOnly: string[]) => `axe.run(${JSON.stringify({ ...VIOLATIONS, runOnly })})`
const EVERY_RULE = axeRun(RULES)
const OF_COLOURS = axeRun(['color-contrast', 'link-in-text-block'])

/**
 * The barriers of a page in some views. Every rule is tried in the first of a width, and in its others those that colours
 * can break. Legacy mode is faster: the pages have no frames, and otherwise axe opens a blank page for each analysis to join
 * the results of frames.
 */
export async function findBarriers(page: Page, views: readonly View[], where: string): Promise<string[]> {
  const found: string[] = []
  for (const [place, { width, theme }] of views.entries()) {
    await page.setViewportSize({ width, height: HEIGHT })
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    await page.evaluate(SETTLED)
    const first = () =>
      new AxeBuilder({ page })
        .options({ ...VIOLATIONS })
        .withTags(RULES)
        .setLegacyMode()
        .analyze()
    const rules = views[place - 1]?.width === width ? OF_COLOURS : EVERY_RULE
    const { violations } = place === 0 ? await first() : await page.evaluate<AxeResults>(rules)
    const named = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
    found.push(...named.map((what) => `${where} at ${width} px, ${theme}: ${what}`))
  }
  return found
}
