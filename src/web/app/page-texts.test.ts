// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest'
import { laterTexts, pageTexts, setPageTexts, t } from '#shared/texts.ts'
import { startTexts } from './page-texts.ts'

test('a visitor who moved on waits for the texts of the page they are on, not for those of the first one', async () => {
  const before = pageTexts()
  const never = new Promise<Response>(() => {})
  const fetch = vi.fn<() => Promise<Response>>().mockReturnValueOnce(never)
  fetch.mockImplementation(async () => Response.json({ 'ui.close': 'Schließen' }))
  vi.stubGlobal('fetch', fetch)
  onTestFinished(() => {
    vi.unstubAllGlobals()
    // Files share their modules: without this, later parts of the next file would ask for the texts of this page.
    setPageTexts(before, async () => {})
    window.history.replaceState(null, '', '/')
  })
  window.history.replaceState(null, '', '/de/club/2PYLQ')
  document.documentElement.lang = 'de'
  document.body.innerHTML =
    '<script type="application/json" id="texts" data-module="pages/club/ClubPage.tsx">{}</script>'
  startTexts(document)
  void laterTexts()
  window.history.pushState(null, '', '/de/player/8PYLQ')
  await laterTexts()
  expect(t('ui.close')).toBe('Schließen')
  expect(fetch).toHaveBeenCalledTimes(2)
})
