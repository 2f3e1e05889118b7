import type { TrendProps } from './Trend.tsx'

/** A change as a trend: up, down, or neutral at zero, with its text. */
export function trendOf(change: number, text: string): TrendProps {
  return { direction: change > 0 ? 'up' : change < 0 ? 'down' : 'neutral', text }
}
