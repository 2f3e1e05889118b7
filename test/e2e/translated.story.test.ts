import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { isWholeRun } from '../how-much.ts'
import { shows, visitSite } from './visitor.ts'

const PHONE = 390
const visitor = visitSite(PHONE)

/** Translates a page as browsers do: puts a `<font>` in the place of every text, also of texts that come or change. */
const TRANSLATOR = `(() => {
  const translate = (text) => {
    if (!text.data.trim() || text.parentElement?.closest('font, script, style, svg, textarea, [translate=no]')) return
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = text.data
    outer.append(inner)
    text.replaceWith(outer)
  }
  const translateIn = (node) => {
    if (node instanceof Text) return translate(node)
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const texts = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    texts.forEach(translate)
  }
  document.documentElement.classList.add('translated-ltr')
  translateIn(document.body)
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') translate(target)
      else addedNodes.forEach((node) => node.isConnected && translateIn(node))
    }
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
})()`

const CONTROLS = ['button', 'select', 'summary', 'input:not([type=range])'].map((each) => `main ${each}`).join()

/** Uses every control of the page, one after the other, and closes what opens. Returns the last one used, and how many. */
const USE_EVERYTHING = `(async () => {
  const painted = () => new Promise((go) => requestAnimationFrame(() => setTimeout(go)))
  const { pathname } = location
  const count = document.querySelectorAll(${JSON.stringify(CONTROLS)}).length
  let used = 0
  for (let place = 0; place < count && location.pathname === pathname; place += 1) {
    const control = document.querySelectorAll(${JSON.stringify(CONTROLS)})[place]
    if (!control) continue
    used += 1
    if (control instanceof HTMLSelectElement) {
      control.selectedIndex = (control.selectedIndex + 1) % control.options.length
      control.dispatchEvent(new Event('change', { bubbles: true }))
    } else if (/^(text|search)$/.test(control.type)) {
      control.focus()
      document.execCommand('insertText', false, 'a')
    } else control.click()
    await painted()
    document.querySelector('dialog[open] button')?.click()
    await painted()
    if (document.querySelector('main > [role=alert] h1')) return [used, control.outerHTML]
  }
  return [used, null]
})()`

/** Opens a page and translates it. Returns its uncaught errors. */
async function translated(path: string): Promise<{ page: Page; errors: string[] }> {
  const page = await visitor.stranger(path)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.evaluate(TRANSLATOR)
  return { page, errors }
}

/** Pages with most of what can be pressed, and how many controls each has at least. */
const MANY: [string, number][] = [
  [`/club/${EXAMPLE_CLUB_TAG.slice(1)}`, 10],
  [`/player/${EXAMPLE_PLAYER_TAG.slice(1)}`, 10],
  ['/browse/players', 5],
]
const OTHERS: [string, number][] = [
  ['/', 1],
  ['/browse/clubs', 5],
  ['/leaderboards', 3],
  ['/analytics', 1],
  ['/compare?type=club', 2],
  ['/dashboard', 0],
  ['/status', 1],
  ['/privacy', 1],
]

it.each(isWholeRun ? [...MANY, ...OTHERS] : MANY)(
  '%s stays whole in the browser’s own translation, whatever is pressed',
  async (path, atLeast) => {
    const { page, errors } = await translated(path)
    const [used, brokenBy] = (await page.evaluate(USE_EVERYTHING)) as [number, string | null]
    await page.waitForLoadState('networkidle')
    expect([used >= atLeast, brokenBy, errors]).toEqual([true, null, []])
    expect(await page.getByText('Something went wrong').count()).toBe(0)
  },
)

it('a filtered list says how many match, also in translation', async () => {
  const { page } = await translated('/browse/players')
  await shows(page, /tracked players/)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Europe' }).click()
  await page.getByRole('button', { name: 'Show results' }).click()
  await shows(page, /matching players?/)
  expect(await page.getByText(/tracked players/).count()).toBe(0)
})
