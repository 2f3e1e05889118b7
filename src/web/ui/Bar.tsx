type Props = {
  /** How much of the bar is filled, in percent; null where it is not known: the bar is empty then. */
  share: number | null
  /** A class for the colour of the filled part: `bg-c1`. Else `colour`, a CSS colour. */
  tone?: string
  colour?: string
  /** Classes for the height and what stands around. */
  className?: string
}

/** A bar that is filled from its start. The number beside it says the same, so screen readers skip the bar. */
export function Bar({ share, tone = '', colour, className = 'h-1.5' }: Props) {
  return (
    <span aria-hidden="true" className={`block overflow-hidden rounded-full bg-h1/35 ${className}`}>
      {share !== null && (
        <span
          className={`block h-full rounded-full ${tone}`}
          style={{ width: `${Math.min(100, Math.max(0, share))}%`, backgroundColor: colour }}
        />
      )}
    </span>
  )
}
