// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { currentTheme, nextTheme, setTheme, subscribeToTheme, switchTheme, THEMES } from './theme.ts'

afterEach(() => {
  delete document.documentElement.dataset.theme
  localStorage.clear()
})

test('the themes follow each other: default, light, dark, default', () => {
  expect(THEMES.map(nextTheme)).toEqual(['light', 'dark', 'default'])
})

test('a chosen theme is kept and announced at once, and shown with the next paint', async () => {
  const heard = vi.fn()
  const unsubscribe = subscribeToTheme(heard)
  const shown = setTheme('light')
  expect([currentTheme(), localStorage.getItem('delphin.theme'), heard.mock.calls.length]).toEqual([
    'light',
    'light',
    1,
  ])
  await shown
  expect(document.documentElement.dataset.theme).toBe('light')
  unsubscribe()
  await setTheme('dark')
  expect(heard).toHaveBeenCalledTimes(1)
})

test('of two themes chosen in quick succession the last one is shown', async () => {
  await Promise.all([setTheme('light'), setTheme('dark')])
  expect([currentTheme(), document.documentElement.dataset.theme]).toEqual(['dark', 'dark'])
})

test('switching shows the next theme and returns it', () => {
  expect([switchTheme(), switchTheme(), switchTheme()]).toEqual(['light', 'dark', 'default'])
  expect(currentTheme()).toBe('default')
})

test('an unknown theme counts as the default one', () => {
  document.documentElement.dataset.theme = 'neon'
  expect(currentTheme()).toBe('default')
})
