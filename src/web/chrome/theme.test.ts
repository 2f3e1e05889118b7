// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { currentTheme, nextTheme, setTheme, subscribeToTheme, THEMES } from './theme.ts'

afterEach(() => {
  delete document.documentElement.dataset.theme
  localStorage.clear()
})

test('the toggle goes default, light, dark and round again', () => {
  expect(THEMES.map(nextTheme)).toEqual(['light', 'dark', 'default'])
})

test('a theme is shown, kept and told', () => {
  const told = vi.fn()
  const stop = subscribeToTheme(told)
  setTheme('light')
  expect([currentTheme(), localStorage.getItem('delphin.theme'), told.mock.calls.length]).toEqual(['light', 'light', 1])
  stop()
  setTheme('dark')
  expect(told).toHaveBeenCalledTimes(1)
})

test('an unknown theme reads as the default', () => {
  document.documentElement.dataset.theme = 'neon'
  expect(currentTheme()).toBe('default')
})
