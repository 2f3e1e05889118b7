// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RouterAt } from '#test/render-page.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Opens the page at an unknown address. */
async function visit(address = '/nowhere'): Promise<void> {
  render(
    <RouterAt address={address}>
      <NotFoundPage />
    </RouterAt>,
  )
  await screen.findByRole('heading', { name: 'Page Not Found' })
}

test('the not-found page counts down five seconds and goes home', async () => {
  await visit()
  expect(screen.getByText('Going home in 5 seconds')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(screen.getByText('Going home in 1 second')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(window.location.pathname).toBe('/')
})

test('the countdown of the not-found page can be stopped', async () => {
  await visit()
  act(() => screen.getByRole('button', { name: 'Stay Here' }).click())
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(window.location.pathname).toBe('/nowhere')
  expect(screen.getByRole('link', { name: 'Go Home Now' })).toBeTruthy()
})

test('an address in a language that the site has not offers the page in English', async () => {
  await visit('/xx/club/2PYL?days=7')
  expect(screen.getByRole('link', { name: 'See this page in English' }).getAttribute('href')).toBe('/club/2PYL?days=7')
  cleanup()
  await visit('/xx/nowhere')
  expect(screen.queryByRole('link', { name: 'See this page in English' })).toBeNull()
})
