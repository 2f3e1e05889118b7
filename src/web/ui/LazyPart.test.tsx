// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { pageTexts, setPageTexts } from '#shared/texts.ts'

/** A module of its own: the files of a process share the others, and in those a visitor may have used the page already. */
const OWN_MODULE = './LazyPart.tsx?own'

test('a section out of sight asks for neither its code nor its texts before it comes into sight', async () => {
  const { lazySection } = (await import(OWN_MODULE)) as typeof import('./LazyPart.tsx')
  const texts = vi.fn(async () => {})
  const before = pageTexts()
  setPageTexts(before, texts)
  let comeIntoSight = () => {}
  class Sight {
    observe() {}
    disconnect() {}
    constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
      comeIntoSight = () => seen([{ isIntersecting: true }])
    }
  }
  vi.stubGlobal('IntersectionObserver', Sight)
  const box = document.createElement('div')
  onTestFinished(() => {
    root.unmount()
    vi.unstubAllGlobals()
    setPageTexts(before, async () => {})
  })
  const load = vi.fn(async () => () => <p>More</p>)
  const Section = lazySection(load)
  box.innerHTML = '<div id="_R_0_"><!--$--><p>More</p><!--/$--></div>'
  const root = await act(async () => hydrateRoot(box, <Section />, { onRecoverableError: () => {} }))
  expect([load.mock.calls.length, texts.mock.calls.length]).toEqual([0, 0])
  await act(async () => comeIntoSight())
  expect([load.mock.calls.length, texts.mock.calls.length]).toEqual([1, 1])
})
