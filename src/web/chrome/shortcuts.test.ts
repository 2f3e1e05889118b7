// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { setShortcuts, shortcutsOn, subscribeToShortcuts } from './shortcuts.ts'

afterEach(() => setShortcuts(true))

test('single-key shortcuts work until they are switched off, also on the next visit', async () => {
  expect(shortcutsOn()).toBe(true)
  setShortcuts(false)
  expect([shortcutsOn(), localStorage.getItem('delphin.shortcuts')]).toEqual([false, 'off'])
  vi.resetModules()
  const onNextVisit = await import('./shortcuts.ts')
  expect(onNextVisit.shortcutsOn()).toBe(false)
})

test('a listener hears that shortcuts were switched until it unsubscribes', () => {
  const heard = vi.fn()
  const unsubscribe = subscribeToShortcuts(heard)
  setShortcuts(false)
  unsubscribe()
  setShortcuts(true)
  expect(heard).toHaveBeenCalledTimes(1)
})
