import { expect, it } from 'vitest'
import { nextTab } from './Tabs.tsx'

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 0, 2],
  ['ArrowLeft', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['Enter', 1, null],
  ['a', 1, null],
])('the key %s on tab %i of three moves to %j', (key, place, next) => {
  expect(nextTab(key, place, 3)).toBe(next)
})

it('no key moves when there are no tabs', () => {
  expect(nextTab('End', 0, 0)).toBeNull()
})
