import { firstOf } from '#shared/number-format.ts'
import { t } from '#shared/texts.ts'
import { BELUGA, type BelugaColour, drawCanvas, drawDolphin, drawPanel, write } from './canvas.ts'
import { fitText, shownName } from './fit-text.ts'

/** Somebody whom a card names. The tag stands for a name that no font can write. */
export type CardName = { tag: string; name: string }

/** What the card of a week shows (docs/formulas.md#the-card-of-a-week). All texts are ready; null is not known. */
export type WeekCard = CardName & {
  /** `Club` or `Player`. */
  kind: string
  /** `Week 47`, and its days. */
  week: string
  days: string
  /** What was won by play, and a sentence below it. */
  won: { value: string | null; colour: BelugaColour; note: string }
  /** Up to three figures side by side. */
  facts: { label: string; value: string | null; note: string }[]
  /** The best of a club, or the days of a player: `share` is the length of the bar, from 0 to 1. */
  rows: { title: string; empty: string; items: (CardName & { value: string; share: number })[] }
  /** Who came and who left. Empty lists are not drawn. */
  moves: { title: string; names: CardName[] }[]
  record: { title: string; who: CardName | null; value: string } | null
  goal: { title: string; note: string; share: number } | null
  /** Where the page is, without the scheme; null where the site does not know its own address. */
  address: string | null
}

/** As tall as Instagram shows a picture in its feed. */
export const CARD = { width: 1080, height: 1350 }

const LEFT = 64
const INNER = CARD.width - 2 * LEFT
const GAP = 16
const PADDING = 32

/** A part of the card: how tall it is, and its drawing from the upper edge on. */
type Part = { height: number; draw: (top: number) => string }

/** The week of a club or player as one picture. With all its parts it is full; with fewer they stand further apart. */
export function drawWeekCard(card: WeekCard): string {
  const parts = [
    wonPart(card),
    factsPart(card),
    rowsPart(card),
    goalPart(card),
    recordPart(card),
    movesPart(card),
  ].filter((part) => part !== null)
  const spare = BOTTOM - TOP - parts.reduce((sum, { height }) => sum + height, 0)
  const gap = Math.min(GAP_MAX, spare / parts.length)
  let top = TOP
  const drawn = parts.map((part) => {
    const at = top
    top += part.height + gap
    return part.draw(at)
  })
  const content = [WATER, ...waves(top), ...heading(card), ...drawn, ...footer(card)]
  return drawCanvas(content.join('\n'), { ...CARD, definitions: DEPTH })
}

/** From the surface down. A gradient from above to below takes a third of the bytes of one around a point. */
const DEPTH = `<linearGradient id="depth" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#05343f"/>
<stop offset=".6" stop-color="${BELUGA.bg}"/></linearGradient>`
const WATER = `<rect width="${CARD.width}" height="${CARD.height}" fill="url(#depth)"/>`

const TOP = 256
const BOTTOM = CARD.height - 84
const GAP_MAX = 28

/** The sea, where the parts leave room for it. */
function waves(top: number): string[] {
  if (BOTTOM - top < 360) return []
  const crest = (y: number) =>
    `<path d="M0 ${y}q135-54 270 0t270 0 270 0 270 0V${CARD.height}H0Z" fill="${BELUGA.c1}" opacity=".09"/>`
  return [
    crest(CARD.height - 250),
    crest(CARD.height - 190),
    drawDolphin(CARD.width - LEFT - 210, CARD.height - 420, 190),
  ]
}

function heading(card: WeekCard): string[] {
  const title = fitText(written(card), { width: INNER, weight: 800, largest: 84, smallest: 48 })
  const about = fitText(`${card.kind} ${card.tag} · ${card.days}`, {
    width: INNER,
    weight: 400,
    largest: 32,
    smallest: 24,
  })
  return [
    drawDolphin(LEFT, 44, 60),
    write('Delphin', { x: LEFT + 76, y: 84, size: 40, weight: 800 }),
    write(card.week, { x: CARD.width - LEFT, y: 84, size: 40, weight: 800, colour: 'acc', anchor: 'end' }),
    write(title.text, { x: LEFT - 3, y: 184, size: title.size, weight: 800 }),
    write(about.text, { x: LEFT, y: 230, size: about.size, colour: 'mut' }),
  ]
}

/** The name, or the tag in its place. */
function written({ tag, name }: CardName): string {
  return shownName(name) ?? tag
}

function wonPart({ won }: WeekCard): Part {
  const width = INNER - 2 * PADDING
  const height = 150
  return {
    height,
    draw(top) {
      const value = fitText(won.value ?? t('picture.unknown'), { width, weight: 800, largest: 84, smallest: 48 })
      const note = fitText(won.note, { width, weight: 400, largest: 30, smallest: 21 })
      const x = LEFT + PADDING
      return [
        drawPanel(LEFT, top, INNER, height),
        write(value.text, { x, y: top + 86, size: value.size, weight: 800, colour: won.colour }),
        write(note.text, { x, y: top + 128, size: note.size, colour: 'mut' }),
      ].join('')
    },
  }
}

function factsPart({ facts }: WeekCard): Part | null {
  if (facts.length === 0) return null
  const width = (INNER - GAP * (facts.length - 1)) / facts.length
  const inner = width - 2 * 24
  const height = 126
  const draw = (top: number) =>
    facts.map(({ label, value, note }, place) => {
      const x = LEFT + place * (width + GAP)
      const number = fitText(value ?? '—', { width: inner, weight: 800, largest: 46, smallest: 26 })
      const words = fitText(note, { width: inner, weight: 400, largest: 24, smallest: 16 })
      return [
        drawPanel(x, top, width, height),
        write(label, { x: x + 24, y: top + 36, size: 24, colour: 'mut' }),
        write(number.text, {
          x: x + 24,
          y: top + 82,
          size: number.size,
          weight: 800,
          colour: value === null ? 'mut' : 'ink',
        }),
        write(words.text, { x: x + 24, y: top + 112, size: words.size, colour: 'mut' }),
      ].join('')
    })
  return { height, draw: (top) => draw(top).join('') }
}

const ROW = 54

/** Names with bars behind them, the longest for the most. */
function rowsPart({ rows: { title, empty, items } }: WeekCard): Part {
  const height = 66 + ROW * Math.max(1, items.length)
  const x = LEFT + PADDING
  const width = INNER - 2 * PADDING
  const row = ({ value, share, ...who }: WeekCard['rows']['items'][number], y: number) => {
    const figure = fitText(value, { width: 260, weight: 800, largest: 32, smallest: 20 })
    const name = fitText(written(who), { width: width - 290, weight: 600, largest: 32, smallest: 22 })
    return [
      write(name.text, { x, y, size: name.size, weight: 600 }),
      write(figure.text, { x: x + width, y, size: figure.size, weight: 800, anchor: 'end' }),
      bar({ x, y: y + 11, width, height: 6, share, colour: 'c1' }),
    ].join('')
  }
  return {
    height,
    draw: (top) =>
      [
        drawPanel(LEFT, top, INNER, height),
        write(title, { x, y: top + 42, size: 26, colour: 'mut' }),
        ...(items.length === 0 ? [write(empty, { x, y: top + 90, size: 28 })] : []),
        ...items.map((item, place) => row(item, top + 88 + ROW * place)),
      ].join(''),
  }
}

type Bar = { x: number; y: number; width: number; height: number; share: number; colour: BelugaColour }

function bar({ x, y, width, height, share, colour }: Bar): string {
  const rail = (length: number, fill: string) =>
    `<rect x="${x}" y="${y}" width="${length.toFixed(1)}" height="${height}" rx="${height / 2}" fill="${fill}"/>`
  const length = width * Math.min(1, Math.max(0, share))
  return rail(width, BELUGA.raise) + (length > 0 ? rail(Math.max(height, length), BELUGA[colour]) : '')
}

function goalPart({ goal }: WeekCard): Part | null {
  if (goal === null) return null
  const [x, width, height] = [LEFT + PADDING, INNER - 2 * PADDING, 104]
  return {
    height,
    draw(top) {
      const title = fitText(goal.title, { width: width * 0.55, weight: 600, largest: 30, smallest: 20 })
      const note = fitText(goal.note, { width: width * 0.42, weight: 400, largest: 28, smallest: 18 })
      return [
        drawPanel(LEFT, top, INNER, height),
        write(title.text, { x, y: top + 46, size: title.size, weight: 600 }),
        write(note.text, { x: x + width, y: top + 46, size: note.size, colour: 'mut', anchor: 'end' }),
        bar({ x, y: top + 66, width, height: 18, share: goal.share, colour: 'good' }),
      ].join('')
    },
  }
}

function recordPart({ record }: WeekCard): Part | null {
  if (record === null) return null
  const [x, width, height] = [LEFT + PADDING, INNER - 2 * PADDING, 76]
  const text = [record.title, ...(record.who === null ? [] : [written(record.who)])].join(' · ')
  return {
    height,
    draw(top) {
      const value = fitText(record.value, { width: 300, weight: 800, largest: 34, smallest: 22 })
      const words = fitText(text, { width: width - 330, weight: 600, largest: 30, smallest: 21 })
      return [
        drawPanel(LEFT, top, INNER, height),
        write(words.text, { x, y: top + 48, size: words.size, weight: 600 }),
        write(value.text, { x: x + width, y: top + 49, size: value.size, weight: 800, colour: 'good', anchor: 'end' }),
      ].join('')
    },
  }
}

const NAMED = 4

/** As many of the first names as fit into a line, and how many more there are. */
function fittingNames(names: readonly string[], width: number): { text: string; size: number } {
  const room = { width, weight: 600, largest: 28, smallest: 21 } as const
  for (let told = Math.min(NAMED, names.length); ; told--) {
    const whole = firstOf(names, told)
    const fitted = fitText(whole, room)
    if (fitted.text === whole || told === 1) return fitted
  }
}

/** One line for those who came, and one for those who left. */
function movesPart({ moves }: WeekCard): Part | null {
  const lines = moves.filter(({ names }) => names.length > 0)
  if (lines.length === 0) return null
  const [x, width] = [LEFT + PADDING, INNER - 2 * PADDING]
  const height = 32 + 42 * lines.length
  const line = ({ title, names }: WeekCard['moves'][number], y: number) => {
    const words = fittingNames(
      names.map((who) => written(who)),
      width - 170,
    )
    return [
      write(title, { x, y, size: 28, colour: 'mut' }),
      write(words.text, { x: x + 170, y, size: words.size, weight: 600 }),
    ].join('')
  }
  return {
    height,
    draw: (top) =>
      drawPanel(LEFT, top, INNER, height) + lines.map((each, place) => line(each, top + 47 + 42 * place)).join(''),
  }
}

function footer({ address }: WeekCard): string[] {
  const y = CARD.height - 34
  const right = { x: CARD.width - LEFT, y, size: 22, colour: 'mut', anchor: 'end' } as const
  if (address === null) return [write(t('picture.unofficial'), { ...right, x: LEFT, anchor: 'start' })]
  return [
    write(address, { x: LEFT, y: y - 32, size: 24, weight: 600, colour: 'acc' }),
    write(t('picture.unofficial'), { ...right, x: LEFT, anchor: 'start' }),
  ]
}
