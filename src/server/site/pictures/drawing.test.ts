import { readFileSync } from 'node:fs'
import { Resvg } from '@resvg/resvg-js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readMessages } from '#server/kernel/texts.ts'
import { FIRST_LANGUAGE } from '#shared/languages.ts'
import { makeTranslator, pageTexts, sayIn } from '#shared/texts.ts'
import { isWholeRun } from '#test/how-much.ts'
import { drawDolphin } from './canvas.ts'
import { drawProfile, drawReview } from './drawing.ts'
import { textWidth } from './fit-text.ts'
import { countFigure, learningNote, type Profile, type ReviewFigure, scoreFigure, trophiesFigure } from './profile.ts'

const ADA: Profile = {
  kind: 'Player',
  tag: '#2PY',
  name: 'Ada',
  clubName: 'Delphin Divers',
  figures: [
    trophiesFigure('48,214', 1820, 30),
    scoreFigure('Performance', 84.4),
    countFigure('Active days', '26', 'of 30'),
  ],
  line: [null, 1, 3, 2],
  asOf: new Date('2026-11-21T23:30:00Z'),
}
const draw = (changes: Partial<Profile>) => drawProfile({ ...ADA, ...changes })
const wordsOf = (svg: string) => [...svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, words]) => words)

it('a profile picture shows name, key figures, date, and that the site is unofficial', () => {
  const words = wordsOf(draw({}))
  expect(words).toContain('Player · #2PY · Delphin Divers')
  for (const said of ['Ada', '48,214', '+1,820 in 30 days', '84', 'Excellent', '26', 'of 30', 'Delphin']) {
    expect(words).toContain(said)
  }
  expect(words).toContain('As of Nov 21, 2026, 23:30 UTC')
  expect(words).toContain('Unofficial fan site, not endorsed by Supercell')
})

it('a picture in a language from right to left is turned over, and its texts and chart are not', () => {
  const english = pageTexts()
  const arabic = makeTranslator('ar', readMessages(FIRST_LANGUAGE))
  const svg = sayIn(arabic, () => draw({ name: "O'Neil" }))
  expect(pageTexts()).toBe(english)
  expect(svg).toContain('<g transform="translate(1200 0) scale(-1 1)">')
  expect(svg).toContain('\u2066#2PY\u2069')
  expect(svg).toContain('O&#39;Neil')
  expect(svg).toContain('21\u200f/11\u200f/2026')
  expect(svg).toMatch(/<text transform="translate\(56 604\) scale\(-1 1\)" [^>]*text-anchor="end"/)
})

it('a profile picture calls the days by their number, and says why there is no score', () => {
  const learning = learningNote({ observed_days: 2, needed: 7 })
  const figures = [trophiesFigure('12', 40, 16), scoreFigure('Performance', null, learning)]
  const words = wordsOf(draw({ figures }))
  expect(words).toContain('+40 in 16 days')
  expect(words).toContain('Learning: 2 of 7 days')
})

it('a note that is too long for its line is written in two lines, and is cut only below a bar', () => {
  const note = 'рейтинг 3 319, престиж 1 204'
  const figure = { label: 'Ранговые бои', value: 'Алмаз I', note: { text: note, colour: 'mut' } } as const
  const words = wordsOf(draw({ figures: [figure, figure, figure, figure] }))
  expect(words).toEqual(expect.arrayContaining(['рейтинг 3 319,', 'престиж 1 204']))
  const withBar = wordsOf(draw({ figures: Array.from({ length: 4 }, () => ({ ...figure, score: 50 })) }))
  expect(withBar).not.toContain('престиж 1 204')
})

it('a profile picture shows a dash and words, never a zero, for an unknown figure', () => {
  const figures = [
    trophiesFigure('12', null, null),
    scoreFigure('Performance', null),
    countFigure('Active days', null, 'of 0'),
  ]
  const words = wordsOf(draw({ figures, line: [null, null, 12] }))
  expect(words.filter((text) => text === '—')).toHaveLength(2)
  expect(words.filter((text) => text === 'not known yet')).toHaveLength(2)
  expect(words).toContain('30 days: not known yet')
  expect(words).toContain('The line begins with the second day')
  expect(words).not.toContain('0')
})

it('a profile picture shows the tag in place of a name that no font can write', () => {
  expect(wordsOf(draw({ name: 'ᚱᚢᚾ', clubName: 'ᚱᚢᚾ' })).slice(1, 3)).toEqual(['Player', '#2PY'])
})

it('the picture of a review shows every card, a dash for what is missing, and tags for names that no font can write', () => {
  const card = (title: string, value: string | null, tags: string | null = null) => ({
    title,
    value,
    note: 'why',
    tags,
    figure: { bars: [3, null, 5], best: true },
  })
  const about = {
    kind: 'Player',
    tag: '#2PY',
    name: 'Ada',
    title: 'Season of March 2026',
    seen: '25 of 28 days seen',
  } as const
  const cards = [card('Growth', '+250 trophies'), card('Hours', null), card('Company', 'ᚱᚢᚾ', '#2PL')]
  const all = wordsOf(drawReview({ ...about, cards }))
  for (const said of [
    'Player · #2PY · Season of March 2026',
    'Ada',
    '+250 trophies',
    '—',
    '#2PL',
    '25 of 28 days seen',
  ]) {
    expect(all).toContain(said)
  }
  const [one] = cards
  expect(wordsOf(drawReview({ ...about, cards: one === undefined ? [] : [one] }))).toContain('+250 trophies')
})

it('a card that has the picture for itself is drawn with its line, its bars or its dolphins', () => {
  const about = { kind: 'Player', tag: '#2PY', name: 'Ada', title: 'Season of March 2026', seen: '25 days' } as const
  const drawn = (figure: ReviewFigure | null) => {
    const svg = drawReview({ ...about, cards: [{ title: 'A', value: 'B', note: 'C', tags: null, figure }] })
    return {
      bars: svg.split('rx="4"').length - 1,
      faint: svg.split('opacity=".3"').length - 1,
      line: svg.includes('url(#below)'),
    }
  }
  expect(drawn(null)).toEqual({ bars: 0, faint: 0, line: false })
  expect(drawn({ line: [0, 5, 3] })).toEqual({ bars: 0, faint: 0, line: true })
  // What is not known has no bar.
  expect(drawn({ bars: [3, null, 5], best: false })).toEqual({ bars: 2, faint: 0, line: false })
  expect(drawn({ tenths: 7 })).toEqual({ bars: 0, faint: 3, line: false })
})

it('the bars of a card say what they are of, since its value is of something else', () => {
  const hours = { title: 'Hours', value: '01:00 UTC', note: '84 of 1,200 battles', tags: null }
  const figure = { bars: [3, 5, 2], best: false, scale: '00 to 23 UTC, all days of the week' }
  const seen = 'данные за 23 из 23 дней, пока 5 нояб. 2026 – 27 нояб. 2026'
  const about = { kind: 'Player', tag: '#2PY', name: 'Ada', title: 'Season of March 2026', seen } as const
  const svg = drawReview({ ...about, cards: [{ ...hours, figure }] })
  const words = wordsOf(svg)
  expect(words).toEqual(expect.arrayContaining(['01:00 UTC', '00 to 23 UTC, all days of the week']))
  // What was seen is written as small as the line at its right needs.
  const size = Number(/font-size="(\d+)"[^>]*>данные/.exec(svg)?.[1])
  const width =
    (textWidth(seen, 400) * size + textWidth('Unofficial fan site, not endorsed by Supercell', 400) * 22) / 100
  expect([words.includes(seen), width < 1088 - 30]).toEqual([true, true])
})

it('a profile picture can be drawn of any name, however hostile', () => {
  const hostile = [
    '</text><script>alert(1)</script>',
    '<image href="file:///etc/passwd"/>',
    '&xxe;',
    ']]>',
    '\ud800\u202e\u0000',
  ]
  const names = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
  const tags = (svg: string) => [...new Set([...svg.matchAll(/<(\w+)/g)].map(([, tag]) => tag))]
  const ours = tags(draw({ name: 'Ada 日本' }))
  fc.assert(
    fc.property(names, names, (name, clubName) => {
      const svg = draw({ name, clubName })
      expect(new Resvg(svg).width).toBe(1200)
      expect(tags(svg).filter((tag) => !ours.includes(tag))).toEqual([])
    }),
    { numRuns: isWholeRun ? 40 : 15 },
  )
})

it('the dolphin on pictures is the one in the site’s header', () => {
  const [body = '?', belly = '?'] = readFileSync('src/web/ui/Dolphin.tsx', 'utf8').match(/M[\d.]+ [^']+Z/g) ?? []
  expect(drawDolphin(0, 0, 62)).toContain(body)
  expect(drawDolphin(0, 0, 62)).toContain(belly)
})
