import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRingBuffer } from './ring-buffer.ts'

test('it keeps the last items in their order, whatever was added', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 12 }), (added, size) => {
      const buffer = createRingBuffer<number>(size)
      for (const item of added) buffer.add(item)
      expect(buffer.items()).toEqual(added.slice(-size))
    }),
  )
})
