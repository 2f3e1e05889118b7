import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wrongWith } from '#test/fake-discord.ts'
import { fitLines, shortenText, withinLimits } from './discord-text.ts'

const URL = 'https://delphin.example/club/2PYL'

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 5000 }),
  fc.constantFrom('🐬'.repeat(3000), 'word '.repeat(2000), '\\*'.repeat(3000), 'ﷺ'.repeat(500)),
)
const filled = fc.oneof(fc.constantFrom('Trophies', 'x'.repeat(2000)), fc.string({ minLength: 1, maxLength: 40 }))
const embed = fc.record(
  {
    title: text,
    url: fc.constantFrom(null, URL),
    lines: fc.array(text, { maxLength: 60 }),
    fields: fc.array(fc.record({ name: filled, value: filled }), { maxLength: 30 }),
    footer: text,
  },
  { requiredKeys: ['title', 'url', 'lines'] },
)

describe('a message for Discord', () => {
  it('is taken whatever it says: within every limit, and without a mention', () => {
    fc.assert(
      fc.property(fc.array(embed, { minLength: 1, maxLength: 12 }), (embeds) => {
        const message = withinLimits({ embeds })
        expect(wrongWith(message)).toBeNull()
        expect(message.allowed_mentions).toEqual({ parse: [] })
      }),
      { numRuns: 300 },
    )
  })

  it('says all of what fits', () => {
    const lines = ['Ada joined', 'Bob left']
    const message = withinLimits({ embeds: [{ title: 'News', url: URL, lines, footer: 'today' }] })
    expect(message.embeds).toMatchObject([
      { title: 'News', url: URL, description: 'Ada joined\nBob left', footer: { text: 'today' } },
    ])
  })

  it('counts what it leaves out, with a link to it', () => {
    const lines = Array.from({ length: 1000 }, (_, place) => `Member number ${place} joined the club`)
    const description = withinLimits({ embeds: [{ title: 'News', url: URL, lines }] }).embeds?.[0]?.description ?? ''
    const kept = description.split('\n').length - 1
    expect(kept).toBeGreaterThan(50)
    expect(description.endsWith(`[and ${1000 - kept} more](${URL})`)).toBe(true)
  })

  it('lets a long part leave room for those that follow', () => {
    const lines = Array.from({ length: 500 }, () => 'a line of some length')
    const embeds = ['One', 'Two', 'Three'].map((title) => ({ title, url: null, lines }))
    expect(withinLimits({ embeds }).embeds?.map(({ title }) => title)).toEqual(['One', 'Two', 'Three'])
  })
})

describe('a text that is too long', () => {
  it.each([
    ['dolphins swim far', 20, 'dolphins swim far'],
    ['dolphins swim far', 16, 'dolphins swim…'],
    ['dolphinsswimfar', 10, 'dolphinss…'],
    ['🐬🐬🐬', 4, '🐬…'],
    ['escaped \\*\\*', 10, 'escaped…'],
    ['dolphin', 1, '…'],
  ])('%s is cut to %i characters: %s', (given, max, expected) => {
    expect(shortenText(given, max)).toBe(expected)
  })

  it('keeps a first line and the count where no second one fits', () => {
    expect(fitLines(['a'.repeat(30), 'b', 'c'], 24, null)).toBe(`${'a'.repeat(12)}…\nand 2 more`)
  })
})
