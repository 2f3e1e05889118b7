// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { ComparePage } from './ComparePage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('after Compare on a club page, the compare page names the club and its tag', async () => {
  renderPage(<ComparePage raw={{ type: 'club', a: '2PYL' }} />, {
    '/api/browse/club/2PYL': { name: '<c3>Deep</c> Pod' },
  })
  expect(await screen.findByText(/Choose a club to compare .Deep Pod. \(#2PYL\) with/)).toBeTruthy()
})

test('the compare page names an unknown club by its tag', async () => {
  renderPage(<ComparePage raw={{ type: 'club', a: '2PYL' }} />, {})
  expect(await screen.findByText('Choose a club to compare #2PYL with')).toBeTruthy()
})

test('the compare page shows a text that is not a tag, says so, and makes no call for it', async () => {
  const asked = renderPage(<ComparePage raw={{ a: 'HELLO' }} />, {})
  expect((await screen.findByLabelText('First')).getAttribute('value')).toBe('HELLO')
  expect(screen.getAllByText(/This is no tag: a tag has 3 to 14 of the letters/)).toHaveLength(1)
  expect(screen.getByText('Choose two players')).toBeTruthy()
  expect(asked.filter((call) => call.includes('browse'))).toEqual([])
})
