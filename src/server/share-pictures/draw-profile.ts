import { CANVAS, canvas, panel, UNOFFICIAL, write } from './canvas.ts'
import { dolphin } from './dolphin.ts'
import { drawCards, PADDING } from './draw-cards.ts'
import { LINE_DAYS } from './figures.ts'
import { fitText } from './fit-text.ts'
import type { Profile } from './profile.ts'
import { shownName } from './shown-name.ts'
import { BELOW_LINE, trophyLine } from './trophy-line.ts'
import type { Typeface } from './typeface.ts'

const { width: WIDTH, margin: LEFT } = CANVAS
const INNER = WIDTH - 2 * LEFT

/** The picture of a club or player as SVG. */
export function drawProfile(profile: Profile, typeface: Typeface): string {
  const content = [
    dolphin(LEFT, 36, 54),
    write('Delphin', { x: LEFT + 68, y: 70, size: 34, weight: 800 }),
    ...heading(profile, typeface),
    ...drawCards(profile.figures, typeface),
    chart(profile),
    write(`As of ${dateInWords(profile.asOf)}`, { x: LEFT, y: 604, size: 22, colour: 'mut' }),
    write(UNOFFICIAL, { x: WIDTH - LEFT, y: 604, size: 22, colour: 'mut', anchor: 'end' }),
  ]
  return canvas(content.join('\n'), BELOW_LINE)
}

/** Kind, tag and club on one line, the name below; the tag is the name where that cannot be written. */
function heading({ kind, tag, name, clubName }: Profile, typeface: Typeface): string[] {
  const shown = shownName(name, typeface.covers)
  const club = clubName === null ? null : shownName(clubName, typeface.covers)
  const parts = [kind, ...(shown === null ? [] : [tag]), ...(club === null ? [] : [club])].join(' · ')
  const eyebrow = fitText(parts, { width: INNER, weight: 400, largest: 30, smallest: 30 }, typeface)
  const title = fitText(shown ?? tag, { width: INNER, weight: 800, largest: 84, smallest: 52 }, typeface)
  return [
    write(eyebrow.text, { x: LEFT, y: 138, size: eyebrow.size, colour: 'mut' }),
    write(title.text, { x: LEFT - 3, y: 215, size: title.size, weight: 800 }),
  ]
}

const CHART = { top: 440, height: 126, labels: 290 }

function chart({ line }: Profile): string {
  const { top, height, labels } = CHART
  const box = { x: LEFT + labels, y: top + 26, width: INNER - labels - 34, height: height - 52 }
  const drawn = trophyLine(line, box)
  const x = LEFT + PADDING
  return [
    panel(LEFT, top, INNER, height),
    write('Trophies', { x, y: top + 58, size: 28, weight: 600 }),
    write(`last ${LINE_DAYS} days`, { x, y: top + 92, size: 25, colour: 'mut' }),
    drawn || write('The line begins with the second day', { x: box.x, y: top + 72, size: 25, colour: 'mut' }),
  ].join('')
}

const DATES = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

function dateInWords(moment: Date): string {
  return DATES.format(moment)
}
