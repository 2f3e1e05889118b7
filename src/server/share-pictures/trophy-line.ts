import { BELUGA } from './beluga.ts'

type Box = { x: number; y: number; width: number; height: number }

/** A line over the days with what lies below it filled; empty with fewer than two known days. */
export function trophyLine(values: readonly (number | null)[], box: Box): string {
  const points = values.flatMap((value, day) => (value === null ? [] : [{ day, value }]))
  const last = points.at(-1)
  if (points.length < 2 || last === undefined) return ''
  const known = points.map(({ value }) => value)
  const [lowest, highest] = [Math.min(...known), Math.max(...known)]
  const x = (day: number) => (box.x + (box.width * day) / (values.length - 1)).toFixed(1)
  // A line without rise or fall lies in the middle.
  const share = (value: number) => (highest === lowest ? 0.5 : (value - lowest) / (highest - lowest))
  const y = (value: number) => (box.y + box.height * (1 - share(value))).toFixed(1)
  const line = points.map(({ day, value }, index) => `${index === 0 ? 'M' : 'L'}${x(day)} ${y(value)}`).join('')
  const floor = box.y + box.height + FLOOR
  return `<path d="${line}V${floor}H${x(points[0]?.day ?? 0)}Z" fill="url(#below)"/>
<path d="${line}" fill="none" stroke="${BELUGA.c1}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>
<circle cx="${x(last.day)}" cy="${y(last.value)}" r="8" fill="${BELUGA.c1}"/>`
}

/** The fill goes on so far below the lowest point. */
const FLOOR = 18

/** The fill's colours: stands once in the picture. */
export const BELOW_LINE = `<linearGradient id="below" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${BELUGA.c1}" stop-opacity=".35"/>
<stop offset="1" stop-color="${BELUGA.c1}" stop-opacity="0"/></linearGradient>`
