import { describe, expect, test } from 'vitest'
import { insertValues, type Message } from './insert-values.ts'

const members: Message = [['count', 'plural', { one: ['#', ' member'], other: ['#', ' members'] }]]

describe('values in messages', () => {
  test('a text without values stands as it is, and a value stands where its name is', () => {
    expect(insertValues('Open a club', {}, 'en')).toBe('Open a club')
    expect(insertValues(['Open ', ['name'], '!'], { name: '# {name}' }, 'en')).toBe('Open # {name}!')
  })

  test('a plural takes the form of its number, and writes the number as the language does', () => {
    expect(insertValues(members, { count: 1 }, 'en')).toBe('1 member')
    expect(insertValues(members, { count: 1234567 }, 'en')).toBe('1,234,567 members')
    expect(insertValues(members, { count: -1234 }, 'en')).toBe('-1,234 members')
    expect(insertValues(members, { count: 2.5 }, 'en')).toBe('2.5 members')
    expect(insertValues(members, { count: 12345 }, 'de')).toBe('12.345 members')
    const days: Message = [
      ['days', 'plural', { one: ['#', ' день'], few: ['#', ' дня'], many: ['#', ' дней'], other: '' }],
    ]
    expect([1, 2, 5, 21].map((count) => insertValues(days, { days: count }, 'ru'))).toEqual([
      '1 день',
      '2 дня',
      '5 дней',
      '21 день',
    ])
  })

  test('a form for exactly one number goes first', () => {
    const message: Message = [['count', 'plural', { 0: 'nobody', one: 'one', other: ['#', ' players'] }]]
    expect(insertValues(message, { count: 0 }, 'en')).toBe('nobody')
    expect(insertValues(message, { count: 2 }, 'en')).toBe('2 players')
  })

  test('places have forms of their own', () => {
    const message: Message = [
      ['rank', 'selectordinal', { one: ['#', 'st'], two: ['#', 'nd'], few: ['#', 'rd'], other: ['#', 'th'] }],
    ]
    const places = [1, 2, 3, 11, 22].map((rank) => insertValues(message, { rank }, 'en'))
    expect(places).toEqual(['1st', '2nd', '3rd', '11th', '22nd'])
  })

  test('a choice by a word has a form for other words, and keeps the number around it', () => {
    const message: Message = [
      ['days', 'plural', { other: [['known', 'select', { yes: ['#', ' days'], other: 'some days' }]] }],
    ]
    expect(insertValues(message, { days: 3, known: 'yes' }, 'en')).toBe('3 days')
    expect(insertValues(message, { days: 3, known: 'no' }, 'en')).toBe('some days')
  })
})
