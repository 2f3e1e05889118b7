import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { isWholeRun } from '../how-much.ts'

export const WIDTHS = [390, 1280] as const
const THEMES = ['default', 'light', 'dark'] as const
export type View = { width: (typeof WIDTHS)[number]; theme: (typeof THEMES)[number] }

const EVERY_VIEW = WIDTHS.flatMap((width) => THEMES.map((theme) => ({ width, theme })))

/**
 * The ways in which the page at some place of a list is looked at: each theme once, two on a phone and one at a desk, by
 * turns. A whole run looks at all of both.
 */
export function viewsAt(place: number): readonly View[] {
  if (isWholeRun) return EVERY_VIEW
  const themes = THEMES.map((_, turn) => THEMES[(place + turn) % THEMES.length] ?? THEMES[0])
  return themes.map((theme, turn) => ({ width: turn < 2 ? WIDTHS[0] : WIDTHS[1], theme }))
}

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
