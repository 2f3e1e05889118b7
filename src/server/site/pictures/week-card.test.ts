import fc from 'fast-check'
import { expect, it } from 'vitest'
import { textWidth } from './fit-text.ts'
import { CARD, drawWeekCard, type WeekCard } from './week-card.ts'

const ADA = { tag: '#2PY', name: 'Ada' }
const FULL: WeekCard = {
  kind: 'Club',
  tag: '#2PYL',
  name: 'Delphin Divers',
  week: 'Week 47',
  days: 'Nov 16 to Nov 22, 2026',
  won: { value: '+42,310 trophies', colour: 'good', note: 'won by play' },
  facts: [
    { label: 'Active members', value: '83%', note: 'seen on every day' },
    { label: 'Members', value: '29 of 30', note: 'when the week ended' },
    { label: 'Battles', value: null, note: 'not known' },
  ],
  rows: {
    title: 'Won most',
    empty: 'Nobody is known to have won trophies',
    items: [1, 2, 3, 4, 5].map((place) => ({ ...ADA, value: `+${place},000`, share: place / 5 })),
  },
  moves: [
    { title: 'Joined', names: [ADA] },
    { title: 'Left', names: [ADA] },
  ],
  record: { title: 'New best', who: ADA, value: '108,214' },
  goal: { title: '1.3M by Dec 3', note: '12,000 to go', share: 0.8 },
  address: 'delphin.example/club/2PYL',
}

type Line = { x: number; y: number; size: number; weight: 400 | 600 | 800; isRight: boolean; words: string }

const TEXT =
  /<text x="([\d.-]+)" y="([\d.-]+)" font-size="([\d.]+)" font-weight="(\d+)" text-anchor="(\w+)"[^>]*>([^<]*)</g

const LETTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function linesOf(svg: string): Line[] {
  return [...svg.matchAll(TEXT)].map(([, x, y, size, weight, anchor, words]) => ({
    x: Number(x),
    y: Number(y),
    size: Number(size),
    weight: Number(weight) as Line['weight'],
    isRight: anchor === 'end',
    words: String(words).replaceAll(/&(\w+|#39);/g, (_, name) => LETTERS[name] ?? '?'),
  }))
}

/** Where a line of text lies: left, right, upper and lower edge. */
function boxOf({ x, y, size, weight, isRight, words }: Line) {
  const width = (textWidth(words, weight) * size) / 100
  return { left: isRight ? x - width : x, right: isRight ? x : x + width, top: y - 0.7 * size, bottom: y }
}

/** The pairs of texts that lie one on the other, and texts that leave the picture. */
function faultsOf(card: WeekCard): string[] {
  const lines = linesOf(drawWeekCard(card)).map((line) => ({ words: line.words, box: boxOf(line) }))
  const outside = lines.filter(({ box }) => box.left < 40 || box.right > CARD.width - 40 || box.bottom > CARD.height)
  const pairs = lines.flatMap((one, place) => {
    return lines.slice(place + 1).flatMap((other) => {
      const apart =
        one.box.right <= other.box.left ||
        other.box.right <= one.box.left ||
        one.box.bottom <= other.box.top ||
        other.box.bottom <= one.box.top
      return apart ? [] : [`${one.words} | ${other.words}`]
    })
  })
  return [...outside.map(({ words }) => words), ...pairs]
}

it('the card of a week tells what was won, the best, who came and left, a record and the goal', () => {
  const words = linesOf(drawWeekCard(FULL)).map((line) => line.words)
  expect(words).toEqual(
    expect.arrayContaining(
      ['Delphin Divers', 'Week 47', '+42,310 trophies', '+5,000', 'Joined', 'Left', 'New best · Ada', '108,214'].concat(
        [
          '1.3M by Dec 3',
          '12,000 to go',
          'delphin.example/club/2PYL',
          'Unofficial fan site, not endorsed by Supercell',
        ],
      ),
    ),
  )
  expect(words).toContain('—')
  expect(words).not.toContain('0')
})

it('a week of which nothing is known says so', () => {
  const none = { ...FULL, won: { ...FULL.won, value: null }, rows: { ...FULL.rows, items: [] }, moves: [], goal: null }
  const words = linesOf(drawWeekCard({ ...none, record: null, facts: [] })).map((line) => line.words)
  expect(words).toEqual(expect.arrayContaining(['not known', 'Nobody is known to have won trophies']))
})

it('names that do not fit are counted, and a name that no font can write is told by its tag', () => {
  const long = Array.from({ length: 9 }, (_, place) => ({
    tag: '#2PQ',
    name: `A rather long name of a player ${place}`,
  }))
  const words = linesOf(drawWeekCard({ ...FULL, name: 'ᚱᚢᚾ', moves: [{ title: 'Joined', names: long }] }))
  expect(words.map((line) => line.words)).toContain('#2PYL')
  expect(words.some((line) => /^A rather long .* and \d more$/.test(line.words))).toBe(true)
})

it('nothing lies on anything else, whatever the names', () => {
  expect(faultsOf(FULL)).toEqual([])
  const name = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom(
      'محمد الكبير الطويل جدا',
      'דולפין'.repeat(5),
      'W'.repeat(60),
      '<c2>Roberto</c>',
      '🐬🐬',
      '日本の名前',
      '',
    ),
  )
  fc.assert(
    fc.property(fc.array(name, { minLength: 6, maxLength: 6 }), ([first = '', ...names]) => {
      const people = names.map((each) => ({ tag: '#2PYLQGRJ', name: each }))
      const items = people.map((who) => ({ ...who, value: '+12,345', share: 0.5 }))
      const moves = FULL.moves.map((each) => ({ ...each, names: people }))
      const record = { title: 'New best', who: people[0] ?? null, value: '108,214' }
      expect(faultsOf({ ...FULL, name: first, rows: { ...FULL.rows, items }, moves, record })).toEqual([])
    }),
    { numRuns: 8 },
  )
})
