export type Direction = 'up' | 'down' | 'neutral'
export type TrendProps = {
  direction: Direction
  /** The change with its sign, in words: `+12.4k in 30 d`. */
  text: string
  /** Whether it is good; a rise is unless said otherwise (more ghosts are not). */
  tone?: 'good' | 'bad' | 'neutral'
}

const TONE = { good: 'text-good', bad: 'text-bad', neutral: 'text-mut' } as const
const USUAL = { up: 'good', down: 'bad', neutral: 'neutral' } as const
const WORD = { up: 'up', down: 'down', neutral: 'steady' } as const
const SHAPE = { up: 'M5 1l5 9H0z', down: 'M5 10l5-9H0z', neutral: 'M0 4.5h10v2H0z' } as const

/** A change as arrow, sign and colour, never colour alone. */
export function Trend({ direction, text, tone = USUAL[direction] }: TrendProps) {
  return (
    <span className={`inline-flex items-baseline gap-1.5 ${TONE[tone]}`}>
      <svg
        viewBox="0 0 10 11"
        className="h-[0.7em] w-[0.64em] shrink-0"
        fill="currentColor"
        role="img"
        aria-label={WORD[direction]}
      >
        <path d={SHAPE[direction]} />
      </svg>
      <span>{text}</span>
    </span>
  )
}
