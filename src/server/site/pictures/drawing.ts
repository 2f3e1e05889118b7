import type { ArtKind } from '#server/reach/art-mirror.ts'
import { dayInWords, dayOf } from '#shared/days.ts'
import type { Language } from '#shared/languages.ts'
import { pageLanguage, t } from '#shared/texts.ts'
import { BELUGA, CANVAS, DOLPHIN_SHAPE, drawCanvas, drawDolphin, drawPanel, leftToRight, write } from './canvas.ts'
import { fitText, type Room, shownName, textWidth } from './fit-text.ts'
import { type Figure, LINE_DAYS, type Profile, type ReviewFigure, type ReviewPicture } from './profile.ts'
import type { Weight } from './typeface.ts'
import { drawWeekCard, type WeekCard } from './week-card.ts'

/** A picture that the renderer can draw. */
export type Drawing =
  | { of: 'profile'; profile: Profile; language: Language }
  | { of: 'review'; review: ReviewPicture; language: Language }
  | { of: 'card'; card: WeekCard; language: Language }
  | { of: 'site'; language: Language }
  | { of: 'icon'; pixels: number; shape: IconShape }
  | { of: 'art'; kind: ArtKind; bytes: Uint8Array; pixels: ArtPixels }

/** The widths and heights in which pages show the game's art, for screens of simple and of double density. */
export const ART_SIZES = [72, 144] as const
export type ArtPixels = (typeof ART_SIZES)[number]

/** A picture of the game on a ground of ours, so that nothing below shines through. A map fills it, others lie within. */
export function artAsSvg(kind: ArtKind, bytes: Uint8Array, type: 'png' | 'webp', pixels: ArtPixels): string {
  const place = `width="${pixels}" height="${pixels}"`
  const fit = kind === 'map' ? 'xMidYMid slice' : 'xMidYMid meet'
  const data = `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${place}><rect ${place} fill="${ART_GROUND}"/>
<image ${place} preserveAspectRatio="${fit}" href="${data}"/></svg>`
}

/** The ground of the game's art, on all themes. */
const ART_GROUND = BELUGA.raise

/** The picture as SVG, in the language that is spoken. */
export function draw(drawing: Drawing): string {
  if (drawing.of === 'site') return drawSite()
  if (drawing.of === 'art') return artAsSvg(drawing.kind, drawing.bytes, 'png', drawing.pixels)
  if (drawing.of === 'review') return drawReview(drawing.review)
  if (drawing.of === 'card') return drawWeekCard(drawing.card)
  return drawing.of === 'icon' ? drawIcon(drawing.pixels, drawing.shape) : drawProfile(drawing.profile)
}

const { width: WIDTH, margin: LEFT } = CANVAS
const INNER = WIDTH - 2 * LEFT

export function drawProfile(profile: Profile): string {
  const content = [
    ...heading(profile, profile.clubName === null ? null : shownName(profile.clubName)),
    ...drawCards(profile.figures),
    drawChart(profile),
    ...footer(
      t('picture.asOf', { day: dayInWords(dayOf(profile.asOf)), time: profile.asOf.toISOString().slice(11, 16) }),
    ),
  ]
  return drawCanvas(content.join('\n'), { ...CANVAS, definitions: BELOW_LINE })
}

/** The picture of a review: all cards in two rows, or one large card. */
export function drawReview(review: ReviewPicture): string {
  const { cards, title, seen } = review
  const columns = Math.ceil(cards.length / 2)
  const rows = Math.ceil(cards.length / columns)
  const { top, bottom, gap } = REVIEW
  const [width, height] = [(INNER - (columns - 1) * gap) / columns, (bottom - top - (rows - 1) * gap) / rows]
  const drawn = cards.map((card, index) => {
    const x = LEFT + (index % columns) * (width + gap)
    const y = top + Math.floor(index / columns) * (height + gap)
    const isAlone = columns === 1 && card.figure !== null
    const figure = isAlone
      ? figureOf(card.figure, { x: x + 0.58 * width, y: y + 54, width: 0.38 * width, height: height - 108 })
      : ''
    const box = { x: x + 24, y, width: (isAlone ? 0.54 * width : width) - 48, height }
    return drawPanel(x, y, width, height) + figure + cardOf(card, box)
  })
  return drawCanvas([...heading(review, title), ...drawn, ...footer(seen)].join('\n'), {
    ...CANVAS,
    definitions: BELOW_LINE,
  })
}

const REVIEW = { top: 240, bottom: 568, gap: 18 }

/** Title, value and note of a card, larger where it has the picture for itself. */
function cardOf({ title, value, note, tags }: ReviewPicture['cards'][number], box: Box): string {
  const { x, y, width, height } = box
  const isLarge = height > 200
  const written = value === null ? '—' : (shownName(value) ?? tags ?? value)
  const number = fitText(written, { width, weight: 800, largest: isLarge ? 104 : 42, smallest: 20 })
  const lines = noteLines(note, { width, weight: 600, largest: isLarge ? 38 : 22, smallest: 17 })
  const [first, step] = lines.length === 1 ? [0.84, 0] : [0.79, 0.13]
  const at = (share: number) => y + height * share
  return [
    write(title, { x, y: at(isLarge ? 0.24 : 0.28), size: isLarge ? 38 : 24, colour: 'mut' }),
    write(number.text, { x, y: at(0.61), size: number.size, weight: 800, colour: value === null ? 'mut' : 'ink' }),
    ...lines.map(({ text, size }, place) =>
      write(text, { x, y: at(first + step * place), size, weight: 600, colour: 'mut' }),
    ),
  ].join('')
}

/** The line, the bars or the dolphins of a card. */
function figureOf(figure: ReviewFigure | null, box: Box): string {
  if (figure === null) return ''
  if ('line' in figure) return trophyLine(figure.line, box)
  return 'bars' in figure ? barsIn(figure, box) : podIn(figure.tenths, box)
}

/** A bar for each value; what is not known has none. */
function barsIn(
  { bars: values, best, scale = '' }: Extract<ReviewFigure, { bars: unknown }>,
  { x, y, width, height }: Box,
): string {
  const [most, step] = [Math.max(1, ...values.map((value) => value ?? 0)), width / values.length]
  const bars = values.map((value, place) => {
    if (value === null) return ''
    const tall = Math.max(4, (height * value) / most)
    const at = `x="${(x + place * step).toFixed(1)}" y="${(y + height - tall).toFixed(1)}"`
    const size = `width="${(0.8 * step).toFixed(1)}" height="${tall.toFixed(1)}" rx="4"`
    return `<rect ${at} ${size} fill="${best && value < most ? BELUGA.line : BELUGA.c1}"/>`
  })
  const below = fitText(scale, { width, weight: 400, largest: 24, smallest: 18 })
  return (
    leftToRight(bars.join(''), { x, width }) +
    write(below.text, { x, y: y + height + 36, size: below.size, colour: 'mut' })
  )
}

/** Ten dolphins for all who are similar, as many bright as there are tenths of them behind. */
function podIn(tenths: number, { x, y, width }: Box): string {
  return Array.from({ length: 10 }, (_, place) => {
    const mark = drawDolphin(x + ((place % 5) * width) / 5, y + 30 + 90 * Math.floor(place / 5), width / 6, 'card')
    return place < tenths ? mark : `<g opacity=".3">${mark}</g>`
  }).join('')
}

function footer(left: string): string[] {
  const unofficial = t('picture.unofficial')
  const room = INNER - (22 * textWidth(unofficial, 400)) / 100 - 30
  const known = fitText(left, { width: room, weight: 400, largest: 22, smallest: 14 })
  return [
    write(known.text, { x: LEFT, y: 604, size: known.size, colour: 'mut' }),
    write(unofficial, { x: WIDTH - LEFT, y: 604, size: 22, colour: 'mut', anchor: 'end' }),
  ]
}

/**
 * The site, then kind, tag and something more in one line, and below it the name, or the tag if no font can write
 * the name.
 */
function heading({ kind, tag, name }: Pick<Profile, 'kind' | 'tag' | 'name'>, more: string | null) {
  const shown = shownName(name)
  const parts = [kind, ...(shown === null ? [] : [tag]), ...(more === null ? [] : [more])].join(' · ')
  const aboveName = fitText(parts, { width: INNER, weight: 400, largest: 30, smallest: 30 })
  const title = fitText(shown ?? tag, { width: INNER, weight: 800, largest: 84, smallest: 52 })
  return [
    drawDolphin(LEFT, 36, 54),
    write('Delphin', { x: LEFT + 68, y: 70, size: 34, weight: 800 }),
    write(aboveName.text, { x: LEFT, y: 138, size: aboveName.size, colour: 'mut' }),
    write(title.text, { x: LEFT - 3, y: 215, size: title.size, weight: 800 }),
  ]
}

const CHART = { top: 440, height: 126, labels: 290 }

function drawChart({ line }: Profile): string {
  const { top, height, labels } = CHART
  const box = { x: LEFT + labels, y: top + 26, width: INNER - labels - 34, height: height - 52 }
  const drawn = trophyLine(line, box)
  const x = LEFT + CARD.padding
  return [
    drawPanel(LEFT, top, INNER, height),
    write(t('ui.trophies'), { x, y: top + 58, size: 28, weight: 600 }),
    write(t('picture.lastDays', { days: LINE_DAYS }), { x, y: top + 92, size: 25, colour: 'mut' }),
    drawn || write(t('picture.lineLater'), { x: box.x, y: top + 72, size: 25, colour: 'mut' }),
  ].join('')
}

const CARD = { top: 250, height: 170, gap: 20, padding: 26 }

/** The key figures side by side, each on a card. */
function drawCards(figures: readonly Figure[]): string[] {
  const { top, height, gap, padding } = CARD
  const width = (INNER - (figures.length - 1) * gap) / figures.length
  return figures.map((figure, index) => {
    const left = LEFT + index * (width + gap)
    const within = { x: left + padding, width: width - 2 * padding }
    return drawPanel(left, top, width, height) + wordsOf(figure, within) + drawBar(figure, within)
  })
}

type Within = { x: number; width: number }

function wordsOf({ label, value, note, score = null }: Figure, { x, width }: Within): string {
  const { top } = CARD
  const indent = note.arrow === undefined ? 0 : 32
  const largest = ARABIC.test(value ?? '') ? 46 : 60
  const number = fitText(value ?? '—', { width, weight: 800, largest, smallest: 30 })
  const room = { width: width - indent, weight: 600, largest: 25, smallest: 18 } as const
  // Below a bar there is room for one line.
  const lines = score === null ? noteLines(note.text, room) : [fitText(note.text, room)]
  return [
    write(label, { x, y: top + 42, size: 25, colour: 'mut' }),
    write(number.text, { x, y: top + 100, size: number.size, weight: 800, colour: value === null ? 'mut' : 'ink' }),
    ...lines.map(({ text, size }, place) =>
      write(text, { x: x + indent, y: top + 136 + 22 * place, size, weight: 600, colour: note.colour }),
    ),
    arrow(note, x),
  ].join('')
}

/** Its letters reach further below the line. */
const ARABIC = /\p{Script=Arabic}/u

/** A text in one line, or in two of the smallest size where it is too long. */
function noteLines(text: string, room: Room): { text: string; size: number }[] {
  const whole = fitText(text, room)
  if (whole.text === text) return [whole]
  const small = { ...room, largest: room.smallest }
  const [first = '', ...rest] = inLines(text, { ...room, size: room.smallest })
  return [fitText(first, small), fitText(rest.join(' '), small)]
}

/** A triangle, since the site's font has no arrows. */
function arrow({ arrow, colour }: Figure['note'], x: number): string {
  if (arrow === undefined) return ''
  const { top } = CARD
  const [base, tip] = arrow === 'up' ? [top + 136, top + 117] : [top + 118, top + 137]
  return `<path d="M${x} ${base}h22L${x + 11} ${tip}Z" fill="${BELUGA[colour]}"/>`
}

function drawBar({ score = null, note }: Figure, { x, width }: Within): string {
  if (score === null) return ''
  const rail = (length: number, colour: string) =>
    `<rect x="${x}" y="${CARD.top + 149}" width="${length}" height="7" rx="3.5" fill="${colour}"/>`
  return rail(width, BELUGA.raise) + rail((width * score) / 100, BELUGA[note.colour])
}

/** Pixels from the lowest point to the end of the filled area. */
const FLOOR = 18

/** The gradient of the filled area, which the picture defines once. */
const BELOW_LINE = `<linearGradient id="below" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${BELUGA.c1}" stop-opacity=".35"/>
<stop offset="1" stop-color="${BELUGA.c1}" stop-opacity="0"/></linearGradient>`

type Box = { x: number; y: number; width: number; height: number }

/** A line over the days with a filled area below it. Empty with fewer than two known days. */
function trophyLine(values: readonly (number | null)[], box: Box): string {
  const points = values.flatMap((value, day) => (value === null ? [] : [{ day, value }]))
  const last = points.at(-1)
  if (points.length < 2 || last === undefined) return ''
  const known = points.map(({ value }) => value)
  const [lowest, highest] = [Math.min(...known), Math.max(...known)]
  const x = (day: number) => (box.x + (box.width * day) / (values.length - 1)).toFixed(1)
  // Where all values are equal, the line lies in the middle.
  const share = (value: number) => (highest === lowest ? 0.5 : (value - lowest) / (highest - lowest))
  const y = (value: number) => (box.y + box.height * (1 - share(value))).toFixed(1)
  const line = points.map(({ day, value }, index) => `${index === 0 ? 'M' : 'L'}${x(day)} ${y(value)}`).join('')
  const floor = box.y + box.height + FLOOR
  const drawn = `<path d="${line}V${floor}H${x(points[0]?.day ?? 0)}Z" fill="url(#below)"/>
<path d="${line}" fill="none" stroke="${BELUGA.c1}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>
<circle cx="${x(last.day)}" cy="${y(last.value)}" r="8" fill="${BELUGA.c1}"/>`
  return leftToRight(drawn, box)
}

/** The picture of the site, for pages without one of their own. */
function drawSite(): string {
  const { width, height, margin } = CANVAS
  const content = [
    wave(500, 0.1),
    wave(542, 0.1),
    drawDolphin(width - margin - 330, 118, 330),
    write('Delphin', { x: margin - 6, y: 232, size: 132, weight: 800 }),
    ...inLines(t('picture.site'), { width: 580, size: 40, weight: 400 }).map((line, place) =>
      write(line, { x: margin, y: 308 + 52 * place, size: 40, colour: 'mut' }),
    ),
    write(t('picture.unofficial'), { x: margin, y: height - 40, size: 24, colour: 'mut' }),
  ]
  return drawCanvas(content.join('\n'))
}

/** A text in lines of this width at most. They end after a word. */
function inLines(text: string, { width, size, weight }: { width: number; size: number; weight: Weight }): string[] {
  const words = [...new Intl.Segmenter(pageLanguage(), { granularity: 'word' }).segment(text)]
    .map(({ segment }) => segment)
    .join('\n')
    // A sign stays with its number, and a word with the mark after it.
    .replace(/(?<=[+−±])\n|\n(?=[,.;:،、。，：；])/g, '')
    .split('\n')
  const lines = ['']
  for (const segment of words) {
    const longer = (lines.at(-1) ?? '') + segment
    const fits = (textWidth(longer.trim(), weight) * size) / 100 <= width
    if (fits) lines[lines.length - 1] = longer
    else lines.push(segment.trimStart())
  }
  return lines.map((line) => line.trim())
}

function wave(y: number, opacity: number): string {
  const { height } = CANVAS
  const crests = `M0 ${y}Q150 ${y - 54} 300 ${y}T600 ${y}T900 ${y}T1200 ${y}`
  return `<path d="${crests}V${height}H0Z" fill="${BELUGA.c1}" opacity="${opacity}"/>`
}

/**
 * The shape of an icon: `plate` a rounded one, `full` to the edges for devices that cut it themselves, with the
 * dolphin inside the circle of 80 % that no device cuts (W3C manifest, maskable icons), `bare` the dolphin alone.
 */
type IconShape = 'plate' | 'full' | 'bare'

const SIDE = 100
const SHARE: Record<IconShape, number> = { plate: 72, full: 58, bare: 98 }
const PLATES: Record<IconShape, string> = {
  plate: `<rect width="${SIDE}" height="${SIDE}" rx="22" fill="${BELUGA.bg}"/>`,
  full: `<rect width="${SIDE}" height="${SIDE}" fill="${BELUGA.bg}"/>`,
  bare: '',
}

/** The site's icon. */
function drawIcon(pixels: number, shape: IconShape): string {
  const width = SHARE[shape]
  const mark = drawDolphin((SIDE - width) / 2, (SIDE - width * DOLPHIN_SHAPE) / 2, width)
  const size = `width="${pixels}" height="${pixels}" viewBox="0 0 ${SIDE} ${SIDE}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${PLATES[shape]}${mark}</svg>`
}
