// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { EntityLink } from './EntityLink.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test.each([
  ['<c2>Ada</c>', 'Ada'],
  ['\u2800\u2800', '#2PYL'],
  ['', '#2PYL'],
])('the name %j is a link with the text %s; a clipped one has it as its title', async (name, shown) => {
  renderPage(<EntityLink to="/player/$tag" tag="#2PYL" name={name} clipped />, {})
  const link = await screen.findByRole('link', { name: shown })
  expect([link.textContent, link.getAttribute('href'), link.title]).toEqual([shown, '/player/2PYL', shown])
})

test('the name of a hidden player, who has no tag, is no link', async () => {
  renderPage(<EntityLink to="/player/$tag" tag="~5" name="Hidden player" />, {})
  expect(await screen.findByText('Hidden player')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
