import { hourText } from '#shared/week-hours.ts'
import { BODY } from '#web/ui/Dolphin.tsx'
import { zoneOffset } from '#web/ui/date-words.ts'
import { useServed } from '#web/ui/served.ts'

/** How much of somebody's play lies in each hour of UTC, as 24 shares. */
export type HourShares = readonly number[]

type Props = {
  /** The club's. */
  theirs: HourShares
  /** The visitor's; null where they are not known. */
  mine: HourShares | null
}

/** How much both play in each hour. */
function common({ theirs, mine }: Props): number[] {
  return theirs.map((share, hour) => Math.min(share, mine?.[hour] ?? 0))
}

/** By how many minutes the visitor's clock is ahead of UTC. The server does not know it. */
export function useClock(): number {
  return useServed() ? 0 : zoneOffset()
}

const HOURS = 24
const HEIGHT = 10

/** The most that an hour has, as the root that a picture is as high as: a few long hours do not flatten all others. */
const highestOf = ({ theirs, mine }: Props) => Math.sqrt(Math.max(...theirs, ...(mine ?? [])))

/** The surface of shares over the day of the visitor's clock. It begins and ends outside the picture. */
function surfaceOf(shares: HourShares, { offset, highest }: { offset: number; highest: number }): string {
  const at = (hour: number) => Math.sqrt(shares[(hour - Math.floor(offset / 60) + 3 * HOURS) % HOURS] ?? 0) / highest
  const y = (height: number) => (HEIGHT * (1 - height)).toFixed(2)
  // In a zone with half hours an hour of UTC begins at a half.
  const begins = (((offset % 60) + 60) % 60) / 60 - 1
  const curves = Array.from({ length: HOURS + 2 }, (_, place) => {
    const [own, next] = [at(place - 1), at(place)]
    return `Q${begins + place + 0.5} ${y(own)} ${begins + place + 1} ${y((own + next) / 2)}`
  })
  return `M${begins} ${y((at(-2) + at(-1)) / 2)}${curves.join('')}`
}

const BOTTOM = `V${HEIGHT}H-1Z`

/** The club's day as water, lit as high as both play, with the visitor's own as a line above. */
function Sea({ className, ...both }: Props & { className: string }) {
  const scale = { offset: useClock(), highest: highestOf(both) }
  return (
    <svg
      viewBox={`0 0 ${HOURS} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={`block w-full ${className}`}
    >
      <path d={surfaceOf(both.theirs, scale) + BOTTOM} fill="var(--c1)" opacity=".4" />
      {both.mine && <path d={surfaceOf(common(both), scale) + BOTTOM} fill="var(--acc)" opacity=".8" />}
      {both.mine && (
        <path
          d={surfaceOf(both.mine, scale)}
          fill="none"
          stroke="var(--c2)"
          strokeWidth="2.5"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  )
}

/** A day with its clock. The visitor is a dolphin that leaps at the hour of most play. */
export function WholeDay(both: Props) {
  const { mine } = both
  const offset = useClock()
  return (
    <div aria-hidden="true" dir="ltr">
      <div className="relative pt-7">
        {mine && <Leap mine={mine} highest={highestOf(both)} offset={offset} />}
        <Sea {...both} className="h-14 sm:h-24" />
      </div>
      <p className="mt-1 flex justify-between border-t border-line pt-1 text-xs leading-none text-mut">
        {CLOCK.map((hour) => (
          <span key={hour}>{hourText(hour, 0)}</span>
        ))}
      </p>
    </div>
  )
}

const CLOCK = [0, 6, 12, 18, 24] as const

type LeapProps = { mine: HourShares; highest: number; offset: number }

function Leap({ mine, highest, offset }: LeapProps) {
  const most = Math.max(...mine)
  const hour = (mine.indexOf(most) + offset / 60 + 2 * HOURS) % HOURS
  const left = Math.min(96, Math.max(4, (100 * (hour + 0.5)) / HOURS))
  return (
    <span className="absolute inset-x-0 bottom-0 h-14 sm:h-24">
      <Me
        className="absolute size-6 -translate-x-1/2"
        style={{ left: `${left}%`, bottom: `${(100 * Math.sqrt(most)) / highest}%` }}
      />
    </span>
  )
}

type MeProps = { className: string; style?: { left: string; bottom?: string } }

/** The visitor in a picture. */
export function Me({ className, style }: MeProps) {
  return (
    <svg aria-hidden="true" viewBox="1 12 63 54" className={className} style={style}>
      <path d={BODY} fill="var(--c2)" />
    </svg>
  )
}
