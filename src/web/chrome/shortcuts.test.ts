// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { setShortcuts, shortcutsOn, subscribeToShortcuts } from './shortcuts.ts'

afterEach(() => setShortcuts(true))

test('single-key shortcuts work until they are switched off, and the choice is kept', async () => {
  expect(shortcutsOn()).toBe(true)
  setShortcuts(false)
  expect([shortcutsOn(), localStorage.getItem('delphin.shortcuts')]).toEqual([false, 'off'])
  vi.resetModules()
  const onNextVisit = await import('./shortcuts.ts')
  expect(onNextVisit.shortcutsOn()).toBe(false)
})

test('who shows the choice hears of its change until they leave', () => {
  const heard = vi.fn()
  const leave = subscribeToShortcuts(heard)
  setShortcuts(false)
  leave()
  setShortcuts(true)
  expect(heard).toHaveBeenCalledTimes(1)
})
