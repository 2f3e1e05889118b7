import { monogramParts } from './monogram-parts.ts'

type Props = {
  /** What the drawing follows from: the tag. */
  seed: string
  name: string
  /** Size and rounding as classes. */
  className?: string
}

/** A drawn avatar in place of the game's art: hue, wave and two letters. */
export function Monogram({ seed, name, className = 'size-18 rounded-lg' }: Props) {
  const { hue, wave, letters } = monogramParts(seed, name)
  return (
    <svg viewBox="0 0 64 64" className={`shrink-0 ${className}`} aria-hidden="true">
      <rect width="64" height="64" fill={`oklch(0.42 0.09 ${hue})`} />
      <path d={wave} fill={`oklch(0.5 0.085 ${hue + 25})`} />
      <text x="32" y="33" fill="#fff" fontSize="25" fontWeight="700" textAnchor="middle" dominantBaseline="central">
        {letters}
      </text>
    </svg>
  )
}
