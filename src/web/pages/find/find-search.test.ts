import { expect, test } from 'vitest'
import { finderQuery } from './find-search.ts'

test('full clubs are left out until the visitor asks for them', () => {
  expect(finderQuery({})).toEqual({ seats: 'free' })
  expect(finderQuery({ seats: 'any' })).toEqual({})
})
