// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { OwnLanguage } from './Frame.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const offer = () => screen.queryByRole('link', { name: 'Delphin: Deutsch' })

/** Opens a page in a browser that asks for German. */
async function open() {
  cleanup()
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE', 'en'])
  await act(async () => void renderPage(<OwnLanguage />, {}))
}

test('the language of the browser is offered once, and not on the next page', async () => {
  await open()
  await vi.waitFor(() => expect(offer()).not.toBeNull())
  await open()
  expect(offer()).toBeNull()
})

test('who has chosen that language before is offered it once too, where a link leads to another', async () => {
  localStorage.setItem('delphin.language', 'de')
  await open()
  await vi.waitFor(() => expect(offer()).not.toBeNull())
  await open()
  expect(offer()).toBeNull()
})
