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
      className="mt-1 block h-8 w-full max-w-xl"
      aria-hidden="true"
    >
      {values.map((value, place) => {
        if (value === null) return null
        const height = Math.max(2, (Math.abs(value) / most) * HALF)
        const fill = value === 0 ? 'var(--h0)' : value > 0 ? 'var(--good)' : 'var(--bad)'
        const y = value === 0 ? HALF - 1 : value > 0 ? HALF - height : HALF
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is known by its place alone
        return <rect key={place} x={place * STEP} y={y} width={STEP - 2} height={height} fill={fill} />
      })}
    </svg>
  )
}
