type TrackProps = { rate: number; low: number; high: number; className: string }

/** The interval as a band, the rate as a mark on it, and half of the battles as a notch. */
export function RateTrack({ rate, low, high, className }: TrackProps) {
  return (
    <span aria-hidden="true" className={`relative inline-block h-2.5 rounded-full bg-raise ${className}`}>
      <span className="absolute inset-y-0 left-1/2 w-px bg-line" />
      <span className="absolute inset-y-0 rounded-full bg-c1/45" style={{ left: `${low}%`, width: `${high - low}%` }} />
      <span className="absolute -inset-y-0.5 -ml-0.5 w-1 rounded-full bg-c1" style={{ left: `${rate}%` }} />
    </span>
  )
}
