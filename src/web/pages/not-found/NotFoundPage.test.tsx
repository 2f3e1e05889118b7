// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NotFoundPage } from './NotFoundPage.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

async function visit() {
  const root = createRootRoute({ notFoundComponent: NotFoundPage })
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => <p>Home</p> })
  const history = createMemoryHistory({ initialEntries: ['/nowhere'] })
  const router = createRouter({ routeTree: root.addChildren([home]), history })
  render(<RouterProvider router={router} />)
  await screen.findByRole('heading', { name: 'Page Not Found' })
  return history
}

test('the not-found page counts down five seconds and goes home', async () => {
  const history = await visit()
  expect(screen.getByText('Going home in 5 seconds')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(screen.getByText('Going home in 1 second')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(history.location.pathname).toBe('/')
})

test('the countdown of the not-found page can be stopped', async () => {
  const history = await visit()
  act(() => screen.getByRole('button', { name: 'Stay Here' }).click())
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(history.location.pathname).toBe('/nowhere')
  expect(screen.getByRole('link', { name: 'Go Home Now' })).toBeTruthy()
})
