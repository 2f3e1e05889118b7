import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { open, seal } from './sealed-text.ts'

const master = { id: 'ours', key: randomBytes(32) }

describe('a sealed text', () => {
  it('opens for its user, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (text, userId) => {
        expect(open(seal(text, userId, master), userId, master)).toBe(text.toWellFormed())
      }),
    )
  })

  it('looks different each time', () => {
    expect(seal('key', 1, master).sealed).not.toEqual(seal('key', 1, master).sealed)
  })

  it('stays shut for another user, another master key, and when a bit of it was changed', () => {
    const sealed = seal('key', 1, master)
    expect(() => open(sealed, 2, master)).toThrow()
    expect(() => open(sealed, 1, { ...master, key: randomBytes(32) })).toThrow()
    expect(() => open(sealed, 1, { ...master, id: 'theirs' })).toThrow()
    for (let i = 0; i < sealed.sealed.length; i += 1) {
      const altered = Buffer.from(sealed.sealed)
      altered[i] = (altered[i] ?? 0) ^ 1
      expect(() => open({ ...sealed, sealed: altered }, 1, master)).toThrow()
    }
    expect(() => open({ ...sealed, sealed: sealed.sealed.subarray(0, 4) }, 1, master)).toThrow()
  })
})
