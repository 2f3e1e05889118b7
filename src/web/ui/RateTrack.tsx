type TrackProps = {
  rate: number
  low: number
  high: number
  /** The ends of the scale, percent. */
  from?: number
  to?: number
  tone?: keyof typeof TONES
  className: string
}

const TONES = { plain: ['bg-c1/45', 'bg-c1'], good: ['bg-good/45', 'bg-good'], bad: ['bg-bad/45', 'bg-bad'] } as const

/** The interval as a band, the rate as a mark on it, and half of the battles as a notch in the middle of the scale. */
export function RateTrack({ rate, low, high, from = 0, to = 100, tone = 'plain', className }: TrackProps) {
  const at = (share: number) => Math.min(100, Math.max(0, ((share - from) * 100) / (to - from)))
  const [band, mark] = TONES[tone]
  const [left, right] = [at(low), at(high)]
  return (
    <span aria-hidden="true" dir="ltr" className={`relative inline-block h-2.5 rounded-full bg-raise ${className}`}>
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
