import { extent, nice, ticks } from 'd3-array'
import type { Range } from './linear-scale.ts'

export type ValueAxis = { domain: Range; ticks: number[] }

const PIXELS_PER_TICK = 48

/**
 * A trophy axis around the values: whole, round ticks, about one every 48 px, and room around a line that is flat.
 * Without any value it runs from 0 to 1.
 */
export function valueAxis(values: readonly number[], height: number): ValueAxis {
  const [low, high] = extent(values)
  if (low === undefined || high === undefined) return { domain: [0, 1], ticks: [0, 1] }
  const count = Math.max(2, Math.round(height / PIXELS_PER_TICK))
  const room = high === low ? Math.max(1, Math.abs(high) * 0.01) : 0
  const domain = nice(low - room, high + room, count)
  return { domain, ticks: ticks(domain[0], domain[1], count).filter(Number.isInteger) }
}
