import { t } from '#shared/texts.ts'

type TrackProps = {
  rate: number
  low: number
  high: number
  /** The ends of the scale, percent. */
  from?: number
  to?: number
  className: string
}

type Range = Pick<TrackProps, 'low' | 'high'>

/** In percentage points, between ends as pages show them. */
const [UNSURE_ABOVE, FAIRLY_SURE_ABOVE] = [30, 20]

/** How far a range can be trusted, in a word: the wider, the less; null for a narrow one (docs/formulas.md#battle-rates). */
export function surenessOf({ low, high }: Range): string | null {
  const width = Math.round(high) - Math.round(low)
  if (width > UNSURE_ABOVE) return t('chart.unsure')
  return width > FAIRLY_SURE_ABOVE ? t('chart.fairlySure') : null
}

/** Good or bad is told only of a range that lies on one side of a half. */
function tonesOf({ low, high }: Range) {
  if (low > HALF) return ['bg-good/45', 'bg-good']
  return high < HALF ? ['bg-bad/45', 'bg-bad'] : ['bg-mut/45', 'bg-mut']
}

const HALF = 50

/** The interval as a band, the rate as a mark on it, and half of the battles as a notch in the middle of the scale. */
export function RateTrack({ rate, low, high, from = 0, to = 100, className }: TrackProps) {
  const at = (share: number) => Math.min(100, Math.max(0, ((share - from) * 100) / (to - from)))
  const [band, mark] = tonesOf({ low, high })
  const [left, right] = [at(low), at(high)]
  // What goes on beyond the scale has a square end.
  const ends = `${low < from ? '' : 'rounded-s-full'} ${high > to ? '' : 'rounded-e-full'}`
  return (
    <span aria-hidden="true" dir="ltr" className={`relative inline-block h-2.5 rounded-full bg-raise ${className}`}>
      <span className="absolute inset-y-0 start-1/2 w-px bg-line" />
      <span
        className={`absolute inset-y-0 ${ends} ${band}`}
        style={{ left: `${left.toFixed(1)}%`, width: `${(right - left).toFixed(1)}%` }}
      />
      <span
        className={`absolute -inset-y-0.5 -ms-0.5 w-1 rounded-full ${mark}`}
        style={{ left: `${at(rate).toFixed(1)}%` }}
      />
    </span>
  )
}
