import { expect, it } from 'vitest'
import { chooseIcons, type RequestIcons, STARTER_ICONS } from './icon-proof.ts'

const WORN = STARTER_ICONS[3] ?? 0

it('every pair of two other icons can be chosen, in either order, and none of them is worn already', () => {
  const seen = new Set<string>()
  let possible = 0
  for (let place = 0; place === 0 || place < possible; place += 1) {
    const icons = chooseIcons(WORN, [], (below) => {
      possible = below
      return place
    })
    expect([icons?.one, icons?.two]).not.toContain(WORN)
    expect(icons?.one).not.toBe(icons?.two)
    seen.add(`${icons?.one} ${icons?.two}`)
  }
  expect(seen.size).toBe(11 * 10)
})

it('a request is proved by no icons that are worn for another one, however many are open', () => {
  const open: RequestIcons[] = []
  for (;;) {
    const icons = chooseIcons(WORN, open)
    if (icons === null) break
    const worn = ({ before, one, two }: RequestIcons) => new Set([before, one, two])
    for (const other of open) {
      expect(worn(other).isSupersetOf(new Set([icons.one, icons.two]))).toBe(false)
      expect(worn(icons).isSupersetOf(new Set([other.one, other.two]))).toBe(false)
    }
    open.push(icons)
  }
  expect(open.length).toBeGreaterThanOrEqual(40)
})
