// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { routerAt } from '#test/render-page.tsx'
import { RouterProvider } from '#web/router/Link.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Opens the page at an unknown address. Returns a function that reads the address. */
async function visit(): Promise<() => string> {
  const router = routerAt('/nowhere')
  render(<RouterProvider router={router}>{() => <NotFoundPage />}</RouterProvider>)
  await screen.findByRole('heading', { name: 'Page Not Found' })
  return () => router.read().place.pathname
}

test('the not-found page counts down five seconds and goes home', async () => {
  const address = await visit()
  expect(screen.getByText('Going home in 5 seconds')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(screen.getByText('Going home in 1 second')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(address()).toBe('/')
})

test('the countdown of the not-found page can be stopped', async () => {
  const address = await visit()
  act(() => screen.getByRole('button', { name: 'Stay Here' }).click())
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(address()).toBe('/nowhere')
  expect(screen.getByRole('link', { name: 'Go Home Now' })).toBeTruthy()
})
