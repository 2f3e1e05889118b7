import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJson, refusedAddress } from './request.ts'

describe('the JSON of an answer', () => {
  test.each([
    ['cut short', '{"tag":"#2PP","name":"A'],
    ['HTML', '<html>maintenance</html>'],
    ['NaN', '{"trophies":NaN}'],
    ['nothing', ''],
    ['a hundred thousand brackets', '['.repeat(100_000)],
    ['deep and well closed', `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`],
  ])('is malformed when it is %s', (_story, text) => {
    expect(() => readJson(text)).toThrow(expect.objectContaining({ kind: 'malformed' }))
  })

  test('may have brackets within text', () => {
    const text = JSON.stringify({ name: '[{"\\'.repeat(50) })
    expect(readJson(text)).toEqual(JSON.parse(text))
  })

  test('is repaired where it has lone surrogates or NUL', () => {
    expect(readJson('{"name":"a\\ud800b\\u0000c","flag":"\\ud83c\\uddeb"}')).toEqual({ name: 'a\ufffdbc', flag: '🇫' })
  })

  test.each(['{"__proto__":{"isAdmin":true},"a":1}', '{"\\u005f_proto__":{"isAdmin":true},"a":1}'])(
    'loses a key that could reach a prototype: %s',
    (text) => {
      const read = readJson(text)
      expect(Object.keys(read as object)).toEqual(['a'])
      expect(read).not.toHaveProperty('isAdmin')
    },
  )

  test('is read as it is otherwise', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value)
        if (!text.includes('\\u') && !text.includes('__proto__')) expect(readJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })
})

const INVALID_IP = 'accessDenied.invalidIp'

describe('the refusal of a token', () => {
  test.each([
    ['an address', { reason: INVALID_IP, message: 'API key does not allow access from IP 203.0.113.9' }, '203.0.113.9'],
    ['one with a full stop', { reason: INVALID_IP, message: 'no access from IP 203.0.113.9.' }, '203.0.113.9'],
    ['one of the new kind', { reason: INVALID_IP, message: 'no access from IP 2001:db8::7' }, '2001:db8::7'],
    ['none', { reason: INVALID_IP }, null],
    ['something else', { reason: INVALID_IP, message: 'from IP <b>999.1.1.1</b>' }, null],
    ['an address for another reason', { reason: 'accessDenied', message: 'from IP 203.0.113.9' }, null],
  ])('may name %s', (_what, body, address) => {
    expect(refusedAddress(JSON.stringify(body))).toBe(address)
  })
})
