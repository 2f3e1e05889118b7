import { BELUGA } from './beluga.ts'
import { CANVAS, panel, write } from './canvas.ts'
import { fitText } from './fit-text.ts'
import type { Figure } from './profile.ts'
import type { Typeface } from './typeface.ts'

/** Between the edge of a card and what it says. */
export const PADDING = 26

const TOP = 250
const HEIGHT = 170
const GAP = 20

/** The key figures side by side, each on a card. */
export function drawCards(figures: readonly Figure[], typeface: Typeface): string[] {
  const { width: whole, margin } = CANVAS
  const width = (whole - 2 * margin - (figures.length - 1) * GAP) / figures.length
  return figures.map((figure, index) => {
    const left = margin + index * (width + GAP)
    const within = { x: left + PADDING, width: width - 2 * PADDING }
    return panel(left, TOP, width, HEIGHT) + wordsOf(figure, within, typeface) + bar(figure, within)
  })
}

type Within = { x: number; width: number }

function wordsOf({ label, value, note }: Figure, { x, width }: Within, typeface: Typeface): string {
  const indent = note.arrow === undefined ? 0 : 32
  const number = fitText(value ?? '—', { width, weight: 800, largest: 60, smallest: 30 }, typeface)
  const words = fitText(note.text, { width: width - indent, weight: 600, largest: 25, smallest: 18 }, typeface)
  return [
    write(label, { x, y: TOP + 42, size: 25, colour: 'mut' }),
    write(number.text, { x, y: TOP + 100, size: number.size, weight: 800, colour: value === null ? 'mut' : 'ink' }),
    write(words.text, { x: x + indent, y: TOP + 136, size: words.size, weight: 600, colour: note.colour }),
    arrow(note, x),
  ].join('')
}

/** Drawn, since the font has no arrows. */
function arrow({ arrow, colour }: Figure['note'], x: number): string {
  if (arrow === undefined) return ''
  const [base, tip] = arrow === 'up' ? [TOP + 136, TOP + 117] : [TOP + 118, TOP + 137]
  return `<path d="M${x} ${base}h22L${x + 11} ${tip}Z" fill="${BELUGA[colour]}"/>`
}

function bar({ score = null, note }: Figure, { x, width }: Within): string {
  if (score === null) return ''
  const rail = (length: number, colour: string) =>
    `<rect x="${x}" y="${TOP + 149}" width="${length}" height="7" rx="3.5" fill="${colour}"/>`
  return rail(width, BELUGA.raise) + rail((width * score) / 100, BELUGA[note.colour])
}
