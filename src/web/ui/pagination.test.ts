import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageNumbers } from './Pagination.tsx'

describe('the page numbers to show', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, null, 9]],
    [5, 9, [1, null, 4, 5, 6, null, 9]],
    [3, 9, [1, 2, 3, 4, null, 9]],
    [4, 9, [1, 2, 3, 4, 5, null, 9]],
    [9, 9, [1, null, 8, 9]],
    [7, 0, []],
  ])('on page %i of %i are %j', (page, pages, numbers) => {
    expect(pageNumbers(page, pages)).toEqual(numbers)
  })

  it('ascend, are at most seven, and include the current one', () => {
    const pair = fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 500 }))
    fc.assert(
      fc.property(pair, ([one, other]) => {
        const [page, pages] = [Math.min(one, other), Math.max(one, other)]
        const shown = pageNumbers(page, pages)
        const numbers = shown.filter((each) => each !== null)
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
        expect([shown.length <= 7, numbers.includes(page)]).toEqual([true, true])
      }),
    )
  })
})
