// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Destination } from '#web/app/addresses.ts'
import { Link, RouterProvider, useLocation, useNavigate } from './Link.tsx'

afterEach(() => {
  cleanup()
  window.history.replaceState(null, '', '/')
})

let navigate: ReturnType<typeof useNavigate>

/** A site whose pages show where the visitor is. The code of `held` addresses arrives when the test releases it. */
function open(address: string, held: Record<string, Promise<void>> = {}): void {
  window.history.replaceState(null, '', address)
  render(
    <RouterProvider load={async (wanted) => held[wanted]}>
      <Where />
      <Link to="/club/$tag" params={{ tag: '2PYL' }}>
        Club
      </Link>
      <Link to="/status">Status</Link>
      <Link to="." search={(before) => ({ ...before, page: 2 })}>
        Next
      </Link>
    </RouterProvider>,
  )
}

function Where() {
  navigate = useNavigate()
  return <h1>{useLocation({ select: ({ pathname, searchStr, visit }) => `${pathname}${searchStr} ${visit}` })}</h1>
}

const shown = () => screen.getByRole('heading').textContent?.split(' ')[0]
const visit = () => screen.getByRole('heading').textContent?.split(' ')[1]
const address = () => window.location.pathname + window.location.search
const go = (destination: Destination & { replace?: boolean }) => act(async () => navigate(destination))

test('a link opens a page, and its address is in the history', async () => {
  open('/')
  expect(screen.getByRole('link', { name: 'Club' }).getAttribute('href')).toBe('/club/2PYL')
  fireEvent.click(screen.getByRole('link', { name: 'Club' }))
  await waitFor(() => expect([shown(), address()]).toEqual(['/club/2PYL', '/club/2PYL']))
})

test('a link within a page keeps the rest of the query string, whatever signs it has', async () => {
  open('/browse/clubs?search=a%26b+100%25&region=eu')
  fireEvent.click(screen.getByRole('link', { name: 'Next' }))
  await waitFor(() => expect(address()).toBe('/browse/clubs?search=a%26b+100%25&region=eu&page=2'))
})

test('a link marks itself on its own page', () => {
  open('/status')
  expect(screen.getByRole('link', { name: 'Status' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'Club' }).getAttribute('aria-current')).toBeNull()
})

test('a click with a key that asks for another tab is left to the browser', async () => {
  open('/')
  const link = screen.getByRole('link', { name: 'Status' })
  link.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(link, { ctrlKey: true })
  await act(async () => {})
  expect(address()).toBe('/')
})

/** Code that arrives when the test says so. */
function late() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { promise, arrive: resolve }
}

test('the page that a visitor leaves never sees the next address', async () => {
  const { promise, arrive } = late()
  open('/', { '/status': promise })
  fireEvent.click(screen.getByRole('link', { name: 'Status' }))
  await act(async () => {})
  expect([shown(), address()]).toEqual(['/', '/'])
  arrive()
  await waitFor(() => expect([shown(), address()]).toEqual(['/status', '/status']))
})

test('the newest of two navigations wins, also if the code of the older one arrives later', async () => {
  const { promise, arrive } = late()
  open('/', { '/status': promise })
  await go({ to: '/status' })
  await go({ to: '/scores' })
  arrive()
  await act(() => promise)
  expect([shown(), address()]).toEqual(['/scores', '/scores'])
})

test('replacing the address keeps the visit, a new entry has a new one', async () => {
  open('/status')
  await go({ to: '/scores', replace: true })
  expect([shown(), visit()]).toEqual(['/scores', 'first'])
  await go({ to: '/' })
  expect(shown()).toBe('/')
  expect(visit()).not.toBe('first')
})

test('going back shows the page of that entry again, with its visit', async () => {
  open('/status')
  await go({ to: '/scores' })
  window.history.replaceState({ visit: 'first' }, '', '/status')
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  await waitFor(() => expect([shown(), visit()]).toEqual(['/status', 'first']))
})

test('a page that was about to fade in does not open after the visitor has gone back', async () => {
  open('/')
  const fading: (() => void)[] = []
  Object.assign(document, { startViewTransition: (change: () => void) => fading.push(change) })
  await go({ to: '/status' })
  window.history.replaceState({ visit: 'first' }, '', '/')
  await act(async () => void window.dispatchEvent(new PopStateEvent('popstate')))
  act(() => {
    for (const change of fading) change()
  })
  Reflect.deleteProperty(document, 'startViewTransition')
  expect([fading.length, shown(), address()]).toEqual([1, '/', '/'])
})

test('an anchor of the page belongs to the same visit', async () => {
  open('/')
  await go({ to: '/scores' })
  const before = visit()
  window.history.pushState(null, '', '/scores#health')
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  await waitFor(() => expect(visit()).toBe(before))
})

test('an address with a tag in small letters, or that redirects, leads to the canonical one', async () => {
  open('/')
  await go({ to: '/club/$tag', params: { tag: '2pyl' } })
  expect(address()).toBe('/club/2PYL')
  await go({ to: '/search' })
  expect([address(), shown()]).toEqual(['/', '/'])
})
