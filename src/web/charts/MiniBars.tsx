const STEP = 10
const HALF = 14

/**
 * A small picture of gains and losses for the row of a folded card, the newest at the end: above and below a line, without
 * axes. Null is not known and leaves a gap. The opened card says the same in words, so screen readers skip it.
 */
export function MiniBars({ values }: { values: readonly (number | null)[] }) {
  const most = Math.max(1, ...values.map((value) => Math.abs(value ?? 0)))
  return (
    <svg
      viewBox={`0 0 ${values.length * STEP} ${2 * HALF}`}
      preserveAspectRatio="none"
      className="mt-1 block h-8 w-full sm:w-96"
      aria-hidden="true"
    >
      {SIGNS.map(([sign, colour]) => (
        <path key={sign} fill={colour} d={values.map((value, place) => barOf(value, place, sign, most)).join('')} />
      ))}
    </svg>
  )
}

const SIGNS = [
  [1, 'var(--good)'],
  [0, 'var(--h0)'],
  [-1, 'var(--bad)'],
] as const

/** The bar of a value with this sign; nothing for others. */
function barOf(value: number | null, place: number, sign: number, most: number): string {
  if (value === null || Math.sign(value) !== sign) return ''
  const height = Math.max(2, (Math.abs(value) / most) * HALF)
  return `M${place * STEP},${HALF}h${STEP - 2}v${sign < 0 ? height : -height}h${2 - STEP}z`
}
