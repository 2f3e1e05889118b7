import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneOf, readSearchParams, wholeNumberOf, writeSearchParams } from './addresses.ts'

describe('the search part of an address', () => {
  it('leaves out values that are not given', () => {
    expect(writeSearchParams({ type: 'club', search: '', page: undefined, limit: 24 })).toBe('?type=club&limit=24')
    expect(writeSearchParams({})).toBe('')
  })

  it('has no quotes around texts that look like numbers', () => {
    expect(writeSearchParams({ search: '123', page: 2, region: undefined })).toBe('?search=123&page=2')
    expect(readSearchParams('?search=123&page=2')).toEqual({ search: '123', page: '2' })
  })

  it('is empty when no value is given', () => {
    expect(writeSearchParams({ search: '', page: undefined })).toBe('')
  })

  it('is read as it was written, whatever the names and texts', () => {
    const texts = fc.dictionary(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }))
    fc.assert(
      fc.property(texts, (values) => {
        expect(readSearchParams(writeSearchParams(values))).toEqual({ ...values })
      }),
    )
  })
})

describe('a value in an address', () => {
  it.each([
    ['24', 24],
    [7, 7],
    ['-1', undefined],
    ['1e3', undefined],
    ['4.5', undefined],
    [' 4', undefined],
    ['', undefined],
    [undefined, undefined],
    ['1234567890', undefined],
  ])('%j as a whole number is %j', (text, value) => {
    expect(wholeNumberOf(text)).toBe(value)
  })

  it('is no whole number below the minimum', () => {
    expect([wholeNumberOf('0', 1), wholeNumberOf('1', 1)]).toEqual([undefined, 1])
  })

  it('is one of the choices or undefined', () => {
    expect([oneOf(['na', 'eu'], 'eu'), oneOf(['na', 'eu'], 'mars'), oneOf(['na'], undefined)]).toEqual([
      'eu',
      undefined,
      undefined,
    ])
  })
})
