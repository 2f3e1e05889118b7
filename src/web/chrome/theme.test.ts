// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { currentTheme, nextTheme, setTheme, subscribeToTheme, switchTheme, THEMES } from './theme.ts'

afterEach(() => {
  delete document.documentElement.dataset.theme
  localStorage.clear()
})

test('the toggle goes default, light, dark and round again', () => {
  expect(THEMES.map(nextTheme)).toEqual(['light', 'dark', 'default'])
})

test('a theme is told and kept at once, and shown with the next paint', async () => {
  const told = vi.fn()
  const stop = subscribeToTheme(told)
  const shown = setTheme('light')
  expect([currentTheme(), localStorage.getItem('delphin.theme'), told.mock.calls.length]).toEqual(['light', 'light', 1])
  await shown
  expect(document.documentElement.dataset.theme).toBe('light')
  stop()
  await setTheme('dark')
  expect(told).toHaveBeenCalledTimes(1)
})

test('of two quick choices the last one is shown', async () => {
  await Promise.all([setTheme('light'), setTheme('dark')])
  expect([currentTheme(), document.documentElement.dataset.theme]).toEqual(['dark', 'dark'])
})

test('going round shows the next theme and tells its name', () => {
  expect([switchTheme(), switchTheme(), switchTheme()]).toEqual(['Light', 'Dark', 'Beluga'])
  expect(currentTheme()).toBe('default')
})

test('an unknown theme reads as the default', () => {
  document.documentElement.dataset.theme = 'neon'
  expect(currentTheme()).toBe('default')
})
