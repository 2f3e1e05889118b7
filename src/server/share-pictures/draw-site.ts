import { BELUGA } from './beluga.ts'
import { CANVAS, canvas, UNOFFICIAL, write } from './canvas.ts'
import { dolphin } from './dolphin.ts'

/** The picture of the site itself as SVG: for pages without one of their own. */
export function drawSite(): string {
  const { width, height, margin } = CANVAS
  const content = [
    wave(500, 0.1),
    wave(542, 0.1),
    dolphin(width - margin - 330, 118, 330),
    write('Delphin', { x: margin - 6, y: 232, size: 132, weight: 800 }),
    write('Trophy history, activity and', { x: margin, y: 308, size: 40, colour: 'mut' }),
    write('member form for clubs and', { x: margin, y: 360, size: 40, colour: 'mut' }),
    write('players of Brawl Stars', { x: margin, y: 412, size: 40, colour: 'mut' }),
    write(UNOFFICIAL, { x: margin, y: height - 40, size: 24, colour: 'mut' }),
  ]
  return canvas(content.join('\n'))
}

function wave(y: number, opacity: number): string {
  const { height } = CANVAS
  const crests = `M0 ${y}Q150 ${y - 54} 300 ${y}T600 ${y}T900 ${y}T1200 ${y}`
  return `<path d="${crests}V${height}H0Z" fill="${BELUGA.c1}" opacity="${opacity}"/>`
}
