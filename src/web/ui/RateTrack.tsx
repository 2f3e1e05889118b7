import type { Range } from '#shared/share-range.ts'
import { t } from '#shared/texts.ts'

type TrackProps = Range & {
  rate: number
  /** How far the scale goes from a half, in percentage points. */
  reach?: number
  className: string
}

/** How far a rate can be trusted, in a word, by how many battles it is of; null for many. */
export function surenessOf(sample: 'none' | 'few' | 'building' | 'enough'): string | null {
  if (sample === 'building') return t('chart.fairlySure')
  return sample === 'few' ? t('chart.unsure') : null
}

const HALF = 50

/** Above or below a half with its whole range, or neither, which is not sure. */
export function sideOf(range: Range | null): 'good' | 'bad' | 'even' {
  if (range === null) return 'even'
  if (range.low > HALF) return 'good'
  return range.high < HALF ? 'bad' : 'even'
}

/** The colours of the band and of the mark on it. */
export const TONES = {
  good: ['bg-good/45', 'bg-good'],
  bad: ['bg-bad/45', 'bg-bad'],
  even: ['bg-c1/45', 'bg-c1'],
} as const

const STEP = 5

/** The scale on which all of these ranges fit, as its reach from a half in percentage points. */
export function reachOf(ranges: readonly (Range | null)[]): number {
  const reaches = ranges.flatMap((range) => (range ? [HALF - range.low, range.high - HALF] : []))
  return Math.min(HALF, STEP * Math.ceil(Math.max(STEP, ...reaches) / STEP))
}

/** The range as a band, the rate as a mark on it, and half of the battles as a notch in the middle of the scale. */
export function RateTrack({ rate, low, high, reach = HALF, className }: TrackProps) {
  const at = (share: number) => Math.min(100, Math.max(0, HALF + ((share - HALF) * HALF) / reach))
  const [band, mark] = TONES[sideOf({ low, high })]
  const [left, right] = [at(low), at(high)]
  return (
    <span aria-hidden="true" dir="ltr" className={`relative inline-block h-2.5 rounded-full bg-h1/35 ${className}`}>
      <span className="absolute inset-y-0 start-1/2 w-px bg-line" />
      <span
        className={`absolute inset-y-0 rounded-full ${band}`}
        style={{ left: `${left.toFixed(1)}%`, width: `${(right - left).toFixed(1)}%` }}
      />
      <span
        className={`absolute -inset-y-0.5 -ms-0.5 w-1 rounded-full ${mark}`}
        style={{ left: `${at(rate).toFixed(1)}%` }}
      />
    </span>
  )
}
